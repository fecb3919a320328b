// Drive: a scalar function of time and of measured quantities; an immutable value, cheap to copy, evaluated
// without allocation and with one indirect call at most.
#pragma once

#include <memory>
#include <span>
#include <utility>

namespace pintle {

struct DriveInputs {
  double time = 0.0;
  std::span<const double> channels;  // measured quantities, by slot
};

struct DriveValue {
  double value = 0.0;
  double rate = 0.0;
  double acceleration = 0.0;
};

// What a type of drive implements. At a corner in time, rate and acceleration are those to the right: of the
// motion to come.
class DriveFunction {
 public:
  virtual ~DriveFunction() = default;
  virtual double value(const DriveInputs& inputs) const noexcept = 0;
  // Adds nothing: sets d_dtime, and d_dchannel at the slots in channels_used().
  virtual double value_and_gradient(const DriveInputs& inputs, double& d_dtime,
                                    std::span<double> d_dchannel) const noexcept = 0;
  // Value and time derivatives; only for drives of time alone, others give NaN.
  virtual DriveValue derivatives(double time) const noexcept = 0;
  virtual std::span<const int> channels_used() const noexcept { return {}; }
};

class Drive {
 public:
  Drive() = default;  // zero
  explicit Drive(std::shared_ptr<const DriveFunction> function) : function_(std::move(function)) {}
  static Drive constant(double value) {
    Drive drive;
    drive.constant_ = value;
    return drive;
  }

  double value(const DriveInputs& inputs) const noexcept {
    return function_ ? function_->value(inputs) : constant_;
  }

  // d_dchannel is indexed by slot, as the inputs are; only the slots in channels_used() are written.
  double value_and_gradient(const DriveInputs& inputs, double& d_dtime,
                            std::span<double> d_dchannel) const noexcept {
    if (function_) return function_->value_and_gradient(inputs, d_dtime, d_dchannel);
    d_dtime = 0.0;
    return constant_;
  }

  DriveValue derivatives(double time) const noexcept {
    return function_ ? function_->derivatives(time) : DriveValue{constant_, 0.0, 0.0};
  }

  bool is_constant() const noexcept { return function_ == nullptr; }
  bool depends_on_time_only() const noexcept { return channels_used().empty(); }

  // Slots of the measured quantities that the value depends on, each once.
  std::span<const int> channels_used() const noexcept {
    return function_ ? function_->channels_used() : std::span<const int>{};
  }

 private:
  std::shared_ptr<const DriveFunction> function_;  // none: a constant
  double constant_ = 0.0;
};

}  // namespace pintle
