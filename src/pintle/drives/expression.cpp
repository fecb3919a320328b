#include "pintle/drives/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "pintle/base/shown_text.h"
#include "pintle/base/suggest.h"
#include "pintle/drives/drive_registry.h"

namespace pintle {

namespace {

// Slots of the channels left after constants were folded.
std::vector<int> used_of(const std::vector<int>& channels, const Expression& expression) {
  std::vector<int> used;
  for (const int input : expression.inputs_used())
    if (input >= ExpressionDrive::kFirstChannel && input < ExpressionDrive::kFirstDrive)
      used.push_back(channels[static_cast<std::size_t>(input - ExpressionDrive::kFirstChannel)]);
  return used;
}

}  // namespace

ExpressionDrive::ExpressionDrive(Expression expression, std::vector<int> channels, std::vector<Drive> drives)
    : CompositeDrive(std::move(drives), used_of(channels, expression)),
      expression_(std::move(expression)),
      channels_(std::move(channels)),
      depends_on_steps_(CompositeDrive::depends_on_steps()) {
  for (const int input : expression_.inputs_used())
    if (input == kStep || input == kStepSize) depends_on_steps_ = true;
}

void ExpressionDrive::gather(const DriveInputs& inputs, Gathered& gathered) const noexcept {
  gathered[kTime] = inputs.time;
  gathered[kArgument] = inputs.is_nested ? inputs.argument : 0.0;
  gathered[kStep] = inputs.step;
  gathered[kStepSize] = inputs.step_size;
  for (std::size_t k = 0; k < channels_.size(); ++k)
    gathered[k + kFirstChannel] = inputs.channels[static_cast<std::size_t>(channels_[k])];
  for (std::size_t k = 0; k < parts().size(); ++k) gathered[k + kFirstDrive] = part(k).value(inputs);
}

double ExpressionDrive::value(const DriveInputs& inputs) const noexcept {
  Gathered gathered;
  gather(inputs, gathered);
  return expression_.value(gathered);
}

std::uint64_t ExpressionDrive::piece(const DriveInputs& inputs) const noexcept {
  Gathered gathered;
  gather(inputs, gathered);
  return joined_pieces(CompositeDrive::piece(inputs), expression_.piece(gathered));
}

double ExpressionDrive::add_gradient(const DriveInputs& inputs, double weight,
                                     DriveGradient& gradient) const noexcept {
  Gathered gathered;
  Gathered slopes;
  gather(inputs, gathered);
  const double value = expression_.value_and_gradient(gathered, slopes);
  for (std::size_t k = 0; k < expression_.inputs_used().size(); ++k) {
    const int input = expression_.inputs_used()[k];
    const double slope = weight * slopes[k];
    if (input >= kFirstDrive) {
      part(static_cast<std::size_t>(input - kFirstDrive)).add_gradient(inputs, slope, gradient);
    } else if (input >= kFirstChannel) {
      const int slot = channels_[static_cast<std::size_t>(input - kFirstChannel)];
      gradient.by_channel[static_cast<std::size_t>(slot)] += slope;
    } else if (input == kTime) {
      gradient.by_time += slope;
    } else if (input == kArgument && inputs.is_nested) {
      gradient.by_argument += slope;
    }
  }
  return value;
}

DriveValue ExpressionDrive::derivatives(const DriveArgument& at) const noexcept {
  if (!channels_used().empty() || depends_on_steps_) return kNoDerivatives;
  const DriveValue x = at.is_nested ? at.argument : DriveValue{};
  std::array<ExpressionDerivatives, kFirstDrive + kMaxDrives> inputs{};
  inputs[kTime] = {at.time, 1.0, 0.0};
  inputs[kArgument] = {x.value, x.rate, x.acceleration};
  for (std::size_t k = 0; k < parts().size(); ++k) {
    const DriveValue u = part(k).derivatives(at);
    inputs[k + kFirstDrive] = {u.value, u.rate, u.acceleration};
  }
  const ExpressionDerivatives result = expression_.along(inputs);
  return {result.value, result.first, result.second};
}

namespace {

// Gives the names of an expression their inputs and remembers the channels and drives behind them. A quantity
// of the model has a full stop in its name; other words are the inputs of every drive, drives, or mistakes.
class Inputs {
 public:
  Inputs(const SourcePlace& place, DriveBuildContext& context) : place_(place), context_(context) {}

  std::optional<int> operator()(std::string_view name) {
    for (const auto& [word, input] : kWords)
      if (name == word) return input;
    if (name.find('.') == std::string_view::npos) return drive(std::string(name));
    const int slot = context_.channel(name, place_);
    const auto known = std::find(channels_.begin(), channels_.end(), slot);
    const auto position = known - channels_.begin();
    if (known == channels_.end()) channels_.push_back(slot);
    return ExpressionDrive::kFirstChannel + static_cast<int>(position);
  }

  static std::vector<std::string> known_names() {
    std::vector<std::string> names;
    for (const auto& [word, input] : kWords) names.emplace_back(word);
    return names;
  }
  std::vector<int>& channels() { return channels_; }
  std::vector<Drive>& drives() { return drives_; }

 private:
  std::optional<int> drive(const std::string& name) {
    const auto& all = context_.drive_names;
    if (std::find(all.begin(), all.end(), name) == all.end()) return std::nullopt;
    const auto known = std::find(named_.begin(), named_.end(), name);
    const auto position = known - named_.begin();
    if (known == named_.end()) {
      named_.push_back(name);
      Card by_name;
      by_name.kind = "drive";
      by_name.type = "expression";
      by_name.place = place_;
      drives_.push_back(context_.nested(by_name.set("expression", name), "any"));
    }
    return ExpressionDrive::kFirstDrive + static_cast<int>(position);
  }

  // Ours, then MBDyn's.
  static constexpr std::array<std::pair<std::string_view, int>, 9> kWords{{
      {"t", ExpressionDrive::kTime},
      {"time", ExpressionDrive::kTime},
      {"argument", ExpressionDrive::kArgument},
      {"step_number", ExpressionDrive::kStep},
      {"step_size", ExpressionDrive::kStepSize},
      {"Time", ExpressionDrive::kTime},
      {"Var", ExpressionDrive::kArgument},
      {"Step", ExpressionDrive::kStep},
      {"TimeStep", ExpressionDrive::kStepSize},
  }};

  const SourcePlace& place_;
  DriveBuildContext& context_;
  std::vector<int> channels_;
  std::vector<std::string> named_;
  std::vector<Drive> drives_;
};

Drive build_expression(const CheckedCard& card, DriveBuildContext& context) {
  const SourcePlace place = card.place_of("expression");
  const std::string& text = card.text("expression");
  const std::vector<std::string> names = Inputs::known_names();
  Inputs inputs(place, context);
  auto compiled = Expression::compile(text, std::ref(inputs), names);
  const auto fail = [&](const std::string& problem, const std::string& advice = "") {
    context.diagnostics.error(place, fmt::format("{}: {}", describe(card.card()), problem), advice);
    return Drive();
  };
  if (const auto* error = std::get_if<ExpressionError>(&compiled)) {
    return fail(fmt::format("{} (character {} of '{}')", error->message, error->offset + 1,
                            excerpt(text, error->offset)),
                did_you_mean(text, context.drive_names));
  }
  if (std::ssize(inputs.channels()) > ExpressionDrive::kMaxChannels)
    return fail(fmt::format("an expression may use at most {} quantities", ExpressionDrive::kMaxChannels));
  if (std::ssize(inputs.drives()) > ExpressionDrive::kMaxDrives)
    return fail(fmt::format("an expression may use at most {} drives", ExpressionDrive::kMaxDrives));
  const Expression& expression = std::get<Expression>(compiled);
  if (expression.inputs_used().empty()) return Drive::constant(expression.value({}));
  return Drive(std::make_shared<const ExpressionDrive>(expression, std::move(inputs.channels()),
                                                       std::move(inputs.drives())));
}

}  // namespace

void register_expression_drive(DriveRegistry& registry) {
  registry.add(
      CardSchema("drive", "expression")
          .synonyms({"formula", "equation"})
          .summary(
              "A formula of the time t, of the argument, of other drives and of quantities of the model.")
          .alias("string")
          .text("expression", "the formula; its value is in SI units")
          .meaning(TextMeaning::formula)
          .example("2*sin(3*t) - 10*node.hub.position.z"),
      build_expression);
}

}  // namespace pintle
