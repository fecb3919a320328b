#include "pintle/drives/measured.h"

#include <memory>
#include <string>

#include "pintle/drives/drive_registry.h"
#include "pintle/drives/time.h"
#include "pintle/drives/time_function.h"

namespace pintle {

double MeasuredDrive::add_gradient(const DriveInputs& inputs, double weight,
                                   DriveGradient& gradient) const noexcept {
  DriveGradient of_function{0.0, 0.0, gradient.by_channel};
  const double value = function().add_gradient(measured(inputs), weight, of_function);
  gradient.by_time += of_function.by_time;
  gradient.by_channel[static_cast<std::size_t>(slot_)] += of_function.by_argument;
  return value;
}

namespace {

Drive build_measured(const CheckedCard& card, DriveBuildContext& context) {
  const int slot = context.channel(card.text("quantity"), card.place_of("quantity"));
  Drive function = card.has("function") ? context.nested(card.drive_card("function"), context.unit)
                                        : drive_of_time(TimeItself{});
  return Drive(std::make_shared<const MeasuredDrive>(slot, std::move(function)));
}

}  // namespace

void register_measured_drive(DriveRegistry& registry) {
  registry.add(
      CardSchema("drive", "measured")
          .synonyms({"sensor", "state", "feedback"})
          .summary("A function of a quantity of the model, instead of the time.")
          .alias("dof")
          .alias("node")
          .alias("element")
          .text("quantity", "kind.name.quantity.component")
          .meaning(TextMeaning::quantity)
          .example("joint.pin.angle")
          .drive("function", "where it says time, the quantity is meant; left out: the quantity itself")
          .unit("any")
          .optional(),
      build_measured);
}

}  // namespace pintle
