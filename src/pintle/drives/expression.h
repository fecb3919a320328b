// Expression drive: a formula of time and of measured quantities, compiled once.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "pintle/drives/drive.h"
#include "pintle/math/expression.h"

namespace pintle {

class DriveRegistry;

class ExpressionDrive final : public DriveFunction {
 public:
  static constexpr std::size_t kMaxChannels = 63;

  // Inputs of the expression. The argument is zero unless another drive hands one down.
  enum Input { kTime, kArgument, kStep, kStepSize, kFirstChannel };

  // Input kFirstChannel + k of the expression is the channel in slot channels[k] (at most kMaxChannels, each
  // once).
  ExpressionDrive(Expression expression, std::vector<int> channels);

  double value(const DriveInputs& inputs) const noexcept override;
  double add_gradient(const DriveInputs& inputs, double weight,
                      DriveGradient& gradient) const noexcept override;
  DriveValue derivatives(const DriveArgument& at) const noexcept override;
  std::span<const int> channels_used() const noexcept override { return channels_used_; }
  bool depends_on_steps() const noexcept override { return depends_on_steps_; }

 private:
  using Gathered = std::array<double, kFirstChannel + kMaxChannels>;
  int slot_of(int input) const noexcept { return channels_[static_cast<std::size_t>(input - kFirstChannel)]; }
  void gather(const DriveInputs& inputs, Gathered& gathered) const noexcept;

  Expression expression_;
  std::vector<int> channels_;
  std::vector<int> channels_used_;  // those left after constants were folded
  bool depends_on_steps_ = false;
};

void register_expression_drive(DriveRegistry& registry);

}  // namespace pintle
