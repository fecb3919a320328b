#include "pintle/drives/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "pintle/base/suggest.h"
#include "pintle/drives/drive_registry.h"

namespace pintle {

ExpressionDrive::ExpressionDrive(Expression expression, std::vector<int> channels)
    : expression_(std::move(expression)), channels_(std::move(channels)) {
  for (const int input : expression_.inputs_used()) {
    if (input >= kFirstChannel) channels_used_.push_back(slot_of(input));
    if (input == kStep || input == kStepSize) depends_on_steps_ = true;
  }
}

void ExpressionDrive::gather(const DriveInputs& inputs, Gathered& gathered) const noexcept {
  gathered[kTime] = inputs.time;
  gathered[kArgument] = inputs.is_nested ? inputs.argument : 0.0;
  gathered[kStep] = inputs.step;
  gathered[kStepSize] = inputs.step_size;
  for (std::size_t k = 0; k < channels_.size(); ++k) {
    gathered[k + kFirstChannel] = inputs.channels[static_cast<std::size_t>(channels_[k])];
  }
}

double ExpressionDrive::value(const DriveInputs& inputs) const noexcept {
  Gathered gathered;
  gather(inputs, gathered);
  return expression_.value(gathered);
}

double ExpressionDrive::add_gradient(const DriveInputs& inputs, double weight,
                                     DriveGradient& gradient) const noexcept {
  Gathered gathered;
  Gathered slopes;
  gather(inputs, gathered);
  const double value = expression_.value_and_gradient(gathered, slopes);
  for (std::size_t k = 0; k < expression_.inputs_used().size(); ++k) {
    const int input = expression_.inputs_used()[k];
    if (input >= kFirstChannel) {
      gradient.by_channel[static_cast<std::size_t>(slot_of(input))] += weight * slopes[k];
    } else if (input == kTime) {
      gradient.by_time += weight * slopes[k];
    } else if (input == kArgument && inputs.is_nested) {
      gradient.by_argument += weight * slopes[k];
    }
  }
  return value;
}

DriveValue ExpressionDrive::derivatives(const DriveArgument& at) const noexcept {
  if (!channels_used_.empty() || depends_on_steps_) return kNoDerivatives;
  const DriveValue x = at.is_nested ? at.argument : DriveValue{};
  const std::array<ExpressionDerivatives, 2> inputs{{{at.time, 1.0, 0.0}, {x.value, x.rate, x.acceleration}}};
  const ExpressionDerivatives result = expression_.along(inputs);
  return {result.value, result.first, result.second};
}

namespace {

// Gives the names of an expression their inputs and remembers the channels behind them. A quantity of the
// model has a full stop in its name; other words are the inputs of every drive or mistakes.
class Inputs {
 public:
  Inputs(const SourcePlace& place, DriveBuildContext& context) : place_(place), context_(context) {}

  std::optional<int> operator()(std::string_view name) {
    for (const auto& [word, input] : kWords)
      if (name == word) return input;
    if (name.find('.') == std::string_view::npos) {
      const auto& drives = context_.drive_names;
      if (std::find(drives.begin(), drives.end(), name) != drives.end()) drive_in_formula_ = name;
      return std::nullopt;
    }
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
  // The name of a drive among those of the formula; empty when there is none.
  const std::string& drive_in_formula() const { return drive_in_formula_; }

 private:
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
  std::string drive_in_formula_;
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
  if (const std::string& drive = inputs.drive_in_formula(); !drive.empty()) {
    return fail(fmt::format("'{}' is a drive, which a formula cannot contain", drive),
                "name the drive alone, or write its formula out");
  }
  if (const auto* error = std::get_if<ExpressionError>(&compiled)) {
    return fail(fmt::format("{} (character {} of '{}')", error->message, error->offset + 1, text),
                did_you_mean(text, context.drive_names));
  }
  if (inputs.channels().size() > ExpressionDrive::kMaxChannels) {
    return fail(fmt::format("an expression may use at most {} quantities", ExpressionDrive::kMaxChannels));
  }
  const Expression& expression = std::get<Expression>(compiled);
  if (expression.inputs_used().empty()) return Drive::constant(expression.value({}));
  return Drive(std::make_shared<const ExpressionDrive>(expression, std::move(inputs.channels())));
}

}  // namespace

void register_expression_drive(DriveRegistry& registry) {
  registry.add(CardSchema("drive", "expression")
                   .summary("A formula of the time t, of the argument and of quantities of the model.")
                   .alias("string")
                   .text("expression", "the formula; its value is in SI units")
                   .example("2*sin(3*t) - 10*node.hub.position.z"),
               build_expression);
}

}  // namespace pintle
