#include "pintle/drives/closest_next.h"

#include <array>
#include <cmath>
#include <memory>

#include "pintle/drives/drive_registry.h"

namespace pintle {

namespace {

// An instant missed by this part of a step is reached.
constexpr double kTimeRoundOff = 1e-9;

double just_after(const DriveInputs& inputs) { return inputs.time + kTimeRoundOff * inputs.step_size; }

}  // namespace

double ClosestNextDrive::value(const DriveInputs& inputs) const noexcept {
  const double next = inputs.history[first_], last = inputs.history[first_ + 1];
  const bool is_reached = just_after(inputs) >= next || inputs.time == last;
  return is_reached && inputs.time <= final_time_ ? 1.0 : 0.0;
}

void ClosestNextDrive::commit(const DriveInputs& inputs, std::span<double> history) const noexcept {
  double& next = history[first_];
  const double now = just_after(inputs);
  if (now >= next) {
    const double increment = part(0).value(inputs);
    history[first_ + 1] = inputs.time;
    next = increment > 0.0 ? next + increment * (std::floor((now - next) / increment) + 1.0)
                           : std::numeric_limits<double>::infinity();
  }
  CompositeDrive::commit(inputs, history);
}

namespace {

Drive build_closest_next(const CheckedCard& card, DriveBuildContext& context) {
  Drive increment = context.nested(card.drive_card("increment"), "s");
  if (increment.is_constant() && !(increment.value({}) > 0.0)) {
    context.diagnostics.error(card.place_of("increment"),
                              describe(card.card()) + ": the increment must be greater than 0 s");
    return Drive();
  }
  const double final_time =
      card.has("final_time") ? card.real("final_time") : std::numeric_limits<double>::infinity();
  const std::array start{card.real("initial_time"), std::numeric_limits<double>::lowest()};
  return Drive(
      std::make_shared<const ClosestNextDrive>(final_time, std::move(increment), context.history(start)));
}

}  // namespace

void register_closest_next_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "closest_next")
                   .mbdyn({"closest next"}, "<initial_time>, {forever | <final_time>}, <increment>")
                   .summary("One at the first step that reaches each of a series of instants: a trigger.")
                   .real("initial_time", "the first instant")
                   .unit("s")
                   .optional(0.0)
                   .real("final_time", "zero after; never, if left out")
                   .unit("s")
                   .optional()
                   .drive("increment", "from an instant to the next")
                   .unit("s")
                   .example(0.1),
               build_closest_next);
}

}  // namespace pintle
