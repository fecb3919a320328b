#include "pintle/drives/composition.h"

#include <memory>

#include "pintle/drives/drive_registry.h"

namespace pintle {

double CompositionDrive::value(const DriveInputs& inputs) const noexcept {
  return outer().value(inputs.with_argument(inner().value(inputs)));
}

// du = f_x dg + f_t dt + f_c dc: what the outer drive says about its argument becomes the weight of the
// inner.
double CompositionDrive::add_gradient(const DriveInputs& inputs, double weight,
                                      DriveGradient& gradient) const noexcept {
  DriveGradient of_outer{0.0, 0.0, gradient.by_channel};
  const double value = outer().add_gradient(inputs.with_argument(inner().value(inputs)), weight, of_outer);
  gradient.by_time += of_outer.by_time;
  inner().add_gradient(inputs, of_outer.by_argument, gradient);
  return value;
}

DriveValue CompositionDrive::derivatives(const DriveArgument& at) const noexcept {
  return outer().derivatives({at.time, inner().derivatives(at), true});
}

std::uint64_t CompositionDrive::piece(const DriveInputs& inputs) const noexcept {
  return joined_pieces(inner().piece(inputs), outer().piece(inputs.with_argument(inner().value(inputs))));
}

void CompositionDrive::commit(const DriveInputs& inputs, std::span<double> history) const noexcept {
  const DriveInputs for_outer = inputs.with_argument(inner().value(inputs));
  outer().commit(for_outer, history);
  inner().commit(inputs, history);
}

namespace {

Drive build_composition(const CheckedCard& card, DriveBuildContext& context) {
  Drive outer = context.nested(card.drive_card("outer"), context.unit);
  return Drive(std::make_shared<const CompositionDrive>(std::move(outer),
                                                        context.nested(card.drive_card("inner"), "any")));
}

}  // namespace

void register_composition_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "composition")
                   .mbdyn({"drive"}, "<outer>, <inner>")
                   .summary("A drive of the value of another drive, instead of the time.")
                   .alias("drive")
                   .drive("outer", "the function; where it says time, the inner drive's value is meant")
                   .unit("any")
                   .example(Value::map({{"type", "piecewise_linear"},
                                        {"points", Value::list({Value::list({0, 0}), Value::list({1, 2})})}}))
                   .drive("inner", "its argument, in SI")
                   .unit("any")
                   .example("sin(t)"),
               build_composition);
}

}  // namespace pintle
