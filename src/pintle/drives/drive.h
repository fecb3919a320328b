// Drive: a scalar function of time and of measured quantities; an immutable value, cheap to copy, evaluated
// without allocation and with one indirect call per drive.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>

namespace pintle {

struct DriveInputs {
  double time = 0.0;                      // of the simulation
  std::span<const double> channels = {};  // measured quantities, by slot
  double step = 0.0;                      // number of the step that ends at this time, and its size
  double step_size = 0.0;
  std::span<const double> history = {};  // what drives remember, as committed after the last accepted step
  // What the drive is a function of: the time, or whatever the drive it is nested in hands down.
  double argument = time;
  bool is_nested = false;  // the argument was handed down

  DriveInputs with_argument(double value) const noexcept {
    DriveInputs inputs = *this;
    inputs.argument = value;
    inputs.is_nested = true;
    return inputs;
  }
};

struct DriveValue {
  double value = 0.0;
  double rate = 0.0;
  double acceleration = 0.0;
};

// The argument as a function of time, for the derivatives of drives of time.
struct DriveArgument {
  double time = 0.0;
  DriveValue argument = {time, 1.0, 0.0};
  bool is_nested = false;
};

// u(x(t)) from u, u', u'' at x and from x(t).
inline DriveValue chained(const DriveValue& u, const DriveValue& x) noexcept {
  return {u.value, u.rate * x.rate, u.acceleration * x.rate * x.rate + u.rate * x.acceleration};
}

// a b, with its derivatives by time.
inline DriveValue multiplied(const DriveValue& a, const DriveValue& b) noexcept {
  return {a.value * b.value, a.rate * b.value + a.value * b.rate,
          a.acceleration * b.value + 2.0 * a.rate * b.rate + a.value * b.acceleration};
}

struct DriveGradient {
  double by_argument = 0.0;
  double by_time = 0.0;               // the argument held fixed
  std::span<double> by_channel = {};  // indexed by slot
};

// What a type of drive implements. At a corner in time, rate and acceleration are those to the right: of the
// motion to come.
class DriveFunction {
 public:
  virtual ~DriveFunction() = default;
  virtual double value(const DriveInputs& inputs) const noexcept = 0;
  // Adds weight times the derivatives; returns the value. Of by_channel only channels_used() are touched.
  virtual double add_gradient(const DriveInputs& inputs, double weight,
                              DriveGradient& gradient) const noexcept = 0;
  // Value and derivatives by time; only for drives of time alone, others give NaN.
  virtual DriveValue derivatives(const DriveArgument& at) const noexcept = 0;
  virtual std::span<const int> channels_used() const noexcept { return {}; }
  // Formulas with comparisons, min, max, ...: a number that changes where they may have a kink or a jump.
  virtual bool has_pieces() const noexcept { return false; }
  virtual std::uint64_t piece(const DriveInputs& /*inputs*/) const noexcept { return 0; }
  // On the number or size of the step, or on history.
  virtual bool depends_on_steps() const noexcept { return false; }

  // Drives that remember own entries of the history (DriveBuildContext::history). Called at the start and
  // after every accepted step, with the inputs there; `history` is all of it. Evaluating again at the same
  // time must give the same value before and after.
  virtual bool has_history() const noexcept { return false; }
  virtual void commit(const DriveInputs& /*inputs*/, std::span<double> /*history*/) const noexcept {}

 protected:
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  static constexpr DriveValue kNoDerivatives{kNone, kNone, kNone};
};

// One number for the pieces of several formulas.
inline std::uint64_t joined_pieces(std::uint64_t a, std::uint64_t b) noexcept {
  return (a ^ (b >> 29)) * 0x9e3779b97f4a7c15 + b;
}

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

  double add_gradient(const DriveInputs& inputs, double weight, DriveGradient& gradient) const noexcept {
    return function_ ? function_->add_gradient(inputs, weight, gradient) : constant_;
  }

  // d_dchannel is indexed by slot, as the inputs are; only the slots in channels_used() are written.
  double value_and_gradient(const DriveInputs& inputs, double& d_dtime,
                            std::span<double> d_dchannel) const noexcept {
    d_dtime = 0.0;
    if (!function_) return constant_;
    for (const int slot : function_->channels_used()) d_dchannel[static_cast<std::size_t>(slot)] = 0.0;
    DriveGradient gradient{0.0, 0.0, d_dchannel};
    const double value = function_->add_gradient(inputs, 1.0, gradient);
    d_dtime = gradient.by_time + (inputs.is_nested ? 0.0 : gradient.by_argument);
    return value;
  }

  DriveValue derivatives(double time) const noexcept { return derivatives(DriveArgument{time}); }
  DriveValue derivatives(const DriveArgument& at) const noexcept {
    return function_ ? function_->derivatives(at) : DriveValue{constant_, 0.0, 0.0};
  }

  bool has_pieces() const noexcept { return function_ && function_->has_pieces(); }
  std::uint64_t piece(const DriveInputs& inputs) const noexcept {
    return function_ ? function_->piece(inputs) : 0;
  }

  bool is_constant() const noexcept { return function_ == nullptr; }
  bool depends_on_steps() const noexcept { return function_ && function_->depends_on_steps(); }
  bool depends_on_time_only() const noexcept { return channels_used().empty() && !depends_on_steps(); }

  // Slots of the measured quantities that the value depends on, each once.
  std::span<const int> channels_used() const noexcept {
    return function_ ? function_->channels_used() : std::span<const int>{};
  }

  bool has_history() const noexcept { return function_ && function_->has_history(); }
  void commit(const DriveInputs& inputs, std::span<double> history) const noexcept {
    if (function_) function_->commit(inputs, history);
  }

 private:
  std::shared_ptr<const DriveFunction> function_;  // none: a constant
  double constant_ = 0.0;
};

}  // namespace pintle
