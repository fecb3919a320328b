// Random drive: uniformly distributed numbers, each held for a while; a function of its seed.
#pragma once

#include <cstdint>
#include <limits>

#include "pintle/drives/drive.h"

namespace pintle {

class DriveRegistry;

struct RandomSettings {
  double amplitude = 0.0;
  double mean = 0.0;
  double initial_time = 0.0;
  double final_time = std::numeric_limits<double>::infinity();
  int steps = 1;          // that a number is held for
  double interval = 0.0;  // of time that a number is held for instead, if not zero
  std::uint64_t seed = 0;
};

class RandomDrive final : public DriveFunction {
 public:
  explicit RandomDrive(const RandomSettings& settings) : settings_(settings) {}

  double value(const DriveInputs& inputs) const noexcept override {
    return value_of(inputs.argument, inputs.step);
  }
  double add_gradient(const DriveInputs& inputs, double, DriveGradient&) const noexcept override {
    return value(inputs);
  }
  DriveValue derivatives(const DriveArgument& at) const noexcept override {
    return depends_on_steps() ? kNoDerivatives : DriveValue{value_of(at.argument.value, 0.0), 0.0, 0.0};
  }
  bool depends_on_steps() const noexcept override { return settings_.interval == 0.0; }

 private:
  double value_of(double argument, double step) const noexcept;

  RandomSettings settings_;
};

// The index-th number of the sequence with this seed, between -1 and 1: a function without memory.
double random_number(std::uint64_t seed, std::int64_t index) noexcept;

void register_random_drive(DriveRegistry& registry);

}  // namespace pintle
