#include "pintle/drives/sample_and_hold.h"

#include <array>
#include <memory>

#include "pintle/drives/drive_registry.h"

namespace pintle {

namespace {

Drive build_sample_and_hold(const CheckedCard& card, DriveBuildContext& context) {
  Drive function = context.nested(card.drive_card("function"), context.unit);
  Drive trigger = context.nested(card.drive_card("trigger"), "any");
  const std::array start{card.real("initial_value")};
  return Drive(std::make_shared<const SampleAndHoldDrive>(std::move(function), std::move(trigger),
                                                          context.history(start)));
}

}  // namespace

void register_sample_and_hold_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "sample_and_hold")
                   .mbdyn({"sample and hold"}, "<function>, <trigger>, [initial value, <initial_value>]")
                   .summary("Another drive while a trigger is on, its last value while the trigger is off.")
                   .drive("function", "what is sampled")
                   .unit("any")
                   .example("node.hub.position.x")
                   .drive("trigger", "on when it is not zero")
                   .unit("any")
                   .example(Value::map({{"type", "meter"}, {"steps", 10}}))
                   .real("initial_value", "until the trigger is on for the first time")
                   .unit("any")
                   .optional(0.0),
               build_sample_and_hold);
}

}  // namespace pintle
