#include "pintle/drives/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
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
    if (input > 0) channels_used_.push_back(channels_[static_cast<std::size_t>(input - 1)]);
  }
}

void ExpressionDrive::gather(const DriveInputs& inputs, Gathered& gathered) const noexcept {
  gathered[0] = inputs.time;
  for (std::size_t k = 0; k < channels_.size(); ++k) {
    gathered[k + 1] = inputs.channels[static_cast<std::size_t>(channels_[k])];
  }
}

double ExpressionDrive::value(const DriveInputs& inputs) const noexcept {
  Gathered gathered;
  gather(inputs, gathered);
  return expression_.value(gathered);
}

double ExpressionDrive::value_and_gradient(const DriveInputs& inputs, double& d_dtime,
                                           std::span<double> d_dchannel) const noexcept {
  Gathered gathered;
  Gathered gradient;
  gather(inputs, gathered);
  const double value = expression_.value_and_gradient(gathered, gradient);
  d_dtime = 0.0;
  for (std::size_t k = 0; k < expression_.inputs_used().size(); ++k) {
    const int input = expression_.inputs_used()[k];
    if (input == 0) {
      d_dtime = gradient[k];
    } else {
      d_dchannel[static_cast<std::size_t>(channels_[static_cast<std::size_t>(input - 1)])] = gradient[k];
    }
  }
  return value;
}

DriveValue ExpressionDrive::derivatives(double time) const noexcept {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if (!channels_used_.empty()) return {kNone, kNone, kNone};
  const ExpressionDerivatives result = expression_.derivatives(std::array{time}, 0);
  return {result.value, result.first, result.second};
}

namespace {

// Gives the names of an expression their inputs and remembers the channels behind them. A quantity of the
// model has a full stop in its name; other words are the time or mistakes.
class Inputs {
 public:
  Inputs(const SourcePlace& place, DriveBuildContext& context) : place_(place), context_(context) {}

  std::optional<int> operator()(std::string_view name) {
    if (name == "t" || name == "time") return 0;
    if (name.find('.') == std::string_view::npos) {
      const auto& drives = context_.drive_names;
      if (std::find(drives.begin(), drives.end(), name) != drives.end()) drive_in_formula_ = name;
      return std::nullopt;
    }
    const int slot = context_.channel(name, place_);
    const auto known = std::find(channels_.begin(), channels_.end(), slot);
    const auto position = known - channels_.begin();
    if (known == channels_.end()) channels_.push_back(slot);
    return 1 + static_cast<int>(position);
  }

  std::vector<int>& channels() { return channels_; }
  // The name of a drive among those of the formula; empty when there is none.
  const std::string& drive_in_formula() const { return drive_in_formula_; }

 private:
  const SourcePlace& place_;
  DriveBuildContext& context_;
  std::vector<int> channels_;
  std::string drive_in_formula_;
};

Drive build_expression(const CheckedCard& card, DriveBuildContext& context) {
  const SourcePlace place = card.place_of("expression");
  const std::string& text = card.text("expression");
  const std::vector<std::string> names{"t", "time"};
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
                   .summary("A formula of the time t and of quantities of the model.")
                   .alias("string")
                   .text("expression", "the formula; its value is in SI units")
                   .example("2*sin(3*t) - 10*node.hub.position.z"),
               build_expression);
}

}  // namespace pintle
