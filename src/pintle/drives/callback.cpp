#include "pintle/drives/callback.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "pintle/base/name_list.h"
#include "pintle/drives/drive_registry.h"

namespace pintle {

CallbackDrive::CallbackDrive(std::shared_ptr<const HostFunction> function, std::size_t component,
                             std::vector<int> slots)
    : function_(std::move(function)),
      component_(component),
      slots_(std::move(slots)),
      channels_used_(slots_) {
  std::sort(channels_used_.begin(), channels_used_.end());
  channels_used_.erase(std::unique(channels_used_.begin(), channels_used_.end()), channels_used_.end());
}

std::span<const double> CallbackDrive::gather(const DriveInputs& inputs, Arguments& room) const noexcept {
  room[0] = inputs.argument;
  for (std::size_t k = 0; k < slots_.size(); ++k)
    room[k + 1] = inputs.channels[static_cast<std::size_t>(slots_[k])];
  return {room.data(), slots_.size() + 1};
}

double CallbackDrive::value(const DriveInputs& inputs) const noexcept {
  Arguments room;
  return function_->value(component_, gather(inputs, room));
}

double CallbackDrive::add_gradient(const DriveInputs& inputs, double weight,
                                   DriveGradient& gradient) const noexcept {
  Arguments room, slopes;
  const std::span<const double> arguments = gather(inputs, room);
  const double value = function_->gradient(component_, arguments, {slopes.data(), arguments.size()});
  gradient.by_argument += weight * slopes[0];
  for (std::size_t k = 0; k < slots_.size(); ++k)
    gradient.by_channel[static_cast<std::size_t>(slots_[k])] += weight * slopes[k + 1];
  return value;
}

namespace {

// "node.hub.position.xyz" stands for three quantities that are handed over as one vector.
struct Argument {
  std::string stem;
  std::string components;  // empty: one quantity, whose name is the stem

  explicit Argument(std::string name) : stem(std::move(name)) {
    const std::size_t dot = stem.rfind('.');
    const std::string_view last = std::string_view(stem).substr(dot == std::string::npos ? 0 : dot + 1);
    if (last.size() < 2 || last.find_first_not_of("wxyz") != std::string_view::npos) return;
    components = last;
    stem.resize(dot);
  }
  int size() const { return components.empty() ? 1 : static_cast<int>(components.size()); }
  void add_slots(std::vector<int>& slots, const SourcePlace& place, DriveBuildContext& context) const {
    if (components.empty()) slots.push_back(context.channel(stem, place));
    for (const char component : components)
      slots.push_back(context.channel(fmt::format("{}.{}", stem, component), place));
  }
};

Drive build_callback(const CheckedCard& card, DriveBuildContext& context) {
  std::vector<int> sizes, slots;
  for (std::string& name : names_in(card.has("of") ? card.text("of") : "")) {
    const Argument argument(std::move(name));
    sizes.push_back(argument.size());
    argument.add_slots(slots, card.place_of("of"), context);
  }
  const auto fail = [&](std::string_view field, const std::string& problem, std::string advice) {
    context.diagnostics.error(card.place_of(field), fmt::format("{}: {}", describe(card.card()), problem),
                              std::move(advice));
    return Drive();
  };
  if (slots.size() >= CallbackDrive::kMaxArguments)
    return fail("of",
                fmt::format("a function may have at most {} arguments beside the time",
                            CallbackDrive::kMaxArguments - 1),
                "listen to less, or compute more of it in the function");
  const std::string& name = card.text("function");
  std::shared_ptr<const HostFunction> function =
      context.host_function ? context.host_function(name, sizes) : nullptr;
  if (function)
    return Drive(std::make_shared<const CallbackDrive>(
        std::move(function), static_cast<std::size_t>(card.integer("component") - 1), std::move(slots)));
  if (card.has("otherwise")) return context.nested(card.drive_card("otherwise"), context.unit);
  return fail("function", fmt::format("the program that runs the model gives no function '{}'", name),
              "run it from Python with model.callbacks['" + name + "'] = ..., or say what it is 'otherwise'");
}

}  // namespace

void register_callback_drive(DriveRegistry& registry) {
  registry.add(
      CardSchema("drive", "callback")
          .synonyms({"python", "user_function", "custom", "lambda"})
          .summary("A function of the program that runs the model: one written in Python.")
          .text("function", "its name, as the program knows it")
          .example("wind")
          .text("of",
                "what it is given after the time: quantities with commas between them; several "
                "components of one come as a vector")
          .meaning(TextMeaning::quantities)
          .example("node.hub.position.xyz, joint.pin.angle")
          .optional()
          .integer("component", "which of the numbers that it returns, counted from 1")
          .at_least(1)
          .optional(1)
          .drive("otherwise", "the drive where the program gives no such function; left out: an error")
          .unit("any")
          .optional(),
      build_callback);
}

}  // namespace pintle
