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

  // Input 0 of the expression is the time, input 1 + k the channel in slot channels[k] (at most kMaxChannels,
  // each once).
  ExpressionDrive(Expression expression, std::vector<int> channels);

  double value(const DriveInputs& inputs) const noexcept override;
  double value_and_gradient(const DriveInputs& inputs, double& d_dtime,
                            std::span<double> d_dchannel) const noexcept override;
  DriveValue derivatives(double time) const noexcept override;
  std::span<const int> channels_used() const noexcept override { return channels_used_; }

 private:
  using Gathered = std::array<double, 1 + kMaxChannels>;
  void gather(const DriveInputs& inputs, Gathered& gathered) const noexcept;

  Expression expression_;
  std::vector<int> channels_;
  std::vector<int> channels_used_;  // those left after constants were folded
};

void register_expression_drive(DriveRegistry& registry);

}  // namespace pintle
