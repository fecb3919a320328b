#include "pintle/drives/input.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "pintle/drives/drive_registry.h"

namespace pintle {

namespace {

Drive build_input(const CheckedCard& card, DriveBuildContext& context) {
  const std::string& name = card.has("input") ? card.text("input") : card.name();
  if (name.empty()) {
    context.diagnostics.error(card.place(), describe(card.card()) + ": an input needs a name to be set by",
                              R"(give "name", or "input" where it is written out in another card)");
    return {};
  }
  const double start = card.real("initial_value");
  const Result<int> slot = context.input(name, start);
  if (slot) return Drive(std::make_shared<const InputDrive>(*slot));
  context.diagnostics.error(card.place_of("initial_value"),
                            fmt::format("{}: {}", describe(card.card()), slot.message()),
                            "say it in one place, and give the drive by its name elsewhere");
  return {};
}

}  // namespace

void register_input_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "input")
                   .synonyms({"control", "external", "signal", "setpoint"})
                   .summary("A number that the program which runs the model sets between steps.")
                   .text("input", "name by which it is set; left out: that of the drive")
                   .example("throttle")
                   .optional()
                   .real("initial_value", "until it is set")
                   .unit("any")
                   .optional(0.0),
               build_input);
}

}  // namespace pintle
