#include "pintle/drives/periodic.h"

#include <bit>
#include <cmath>
#include <memory>

#include "pintle/drives/drive_registry.h"

namespace pintle {

// x - x0 - T floor((x - x0)/T)                                                                (periodic.md 1)
double PeriodicDrive::wrapped(double argument) const noexcept {
  const double passed = argument - initial_time_;
  return passed - period_ * std::floor(passed / period_);
}

double PeriodicDrive::value(const DriveInputs& inputs) const noexcept {
  return has_begun(inputs.argument) ? part(0).value(inputs.with_argument(wrapped(inputs.argument))) : 0.0;
}

double PeriodicDrive::add_gradient(const DriveInputs& inputs, double weight,
                                   DriveGradient& gradient) const noexcept {
  if (!has_begun(inputs.argument)) return 0.0;
  return part(0).add_gradient(inputs.with_argument(wrapped(inputs.argument)), weight, gradient);
}

DriveValue PeriodicDrive::derivatives(const DriveArgument& at) const noexcept {
  DriveValue x = at.argument;
  if (!has_begun(x.value)) return {};
  x.value = wrapped(x.value);
  return part(0).derivatives({at.time, x, true});
}

std::uint64_t PeriodicDrive::piece(const DriveInputs& inputs) const noexcept {
  if (!has_begun(inputs.argument)) return 0;
  const double turns = std::floor((inputs.argument - initial_time_) / period_);
  return joined_pieces(std::bit_cast<std::uint64_t>(turns + 1.0),
                       part(0).piece(inputs.with_argument(wrapped(inputs.argument))));
}

void PeriodicDrive::commit(const DriveInputs& inputs, std::span<double> history) const noexcept {
  if (has_begun(inputs.argument)) part(0).commit(inputs.with_argument(wrapped(inputs.argument)), history);
}

namespace {

Drive build_periodic(const CheckedCard& card, DriveBuildContext& context) {
  return Drive(
      std::make_shared<const PeriodicDrive>(card.real("initial_time"), card.real("period"),
                                            context.nested(card.drive_card("function"), context.unit)));
}

}  // namespace

void register_periodic_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "periodic")
                   .synonyms({"repeat", "repeated", "cyclic"})
                   .mbdyn({"periodic"}, "<initial_time>, <period>, <function>")
                   .summary("A piece of another drive over and over again.")
                   .real("initial_time", "when the first period begins; zero before")
                   .unit("s")
                   .optional(0.0)
                   .real("period", "length of the piece")
                   .unit("s")
                   .positive()
                   .example(0.5)
                   .drive("function", "of the time since the period began")
                   .unit("any")
                   .example(Value::map({{"type", "ramp"}, {"slope", 2}})),
               build_periodic);
}

}  // namespace pintle
