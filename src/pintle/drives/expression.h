// Expression drive: a formula of time and of measured quantities, compiled once.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "pintle/drives/composite_drive.h"
#include "pintle/math/expression.h"

namespace pintle {

class DriveRegistry;

class ExpressionDrive final : public CompositeDrive {
 public:
  static constexpr int kMaxChannels = 63, kMaxDrives = 16;

  // Inputs of the expression. The argument is zero unless another drive hands one down.
  enum Input {
    kTime,
    kArgument,
    kStep,
    kStepSize,
    kFirstChannel,
    kFirstDrive = kFirstChannel + kMaxChannels
  };

  // Input kFirstChannel + k of the expression is the channel in slot channels[k], input kFirstDrive + k the
  // value of drives[k]; each once.
  ExpressionDrive(Expression expression, std::vector<int> channels, std::vector<Drive> drives = {});

  double value(const DriveInputs& inputs) const noexcept override;
  double add_gradient(const DriveInputs& inputs, double weight,
                      DriveGradient& gradient) const noexcept override;
  DriveValue derivatives(const DriveArgument& at) const noexcept override;
  bool has_pieces() const noexcept override {
    return expression_.has_pieces() || CompositeDrive::has_pieces();
  }
  std::uint64_t piece(const DriveInputs& inputs) const noexcept override;
  bool depends_on_steps() const noexcept override { return depends_on_steps_; }

 private:
  using Gathered = std::array<double, kFirstDrive + kMaxDrives>;
  void gather(const DriveInputs& inputs, Gathered& gathered) const noexcept;

  Expression expression_;
  std::vector<int> channels_;
  bool depends_on_steps_ = false;
};

void register_expression_drive(DriveRegistry& registry);

}  // namespace pintle
