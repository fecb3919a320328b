// DrivenVector: a vector whose components are driven: one drive along a direction, or three drives.
#pragma once

#include <array>
#include <vector>

#include "pintle/system/context.h"

namespace pintle {

class DrivenVector {
 public:
  DrivenVector() = default;  // zero
  DrivenVector(Drive drive, const Vec3& direction) : directions_{direction}, drives_{std::move(drive)} {}
  explicit DrivenVector(std::array<Drive, 3> drives)
      : directions_{Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()}, drives_(drives.begin(), drives.end()) {}

  Vec3 value(const Context& context) const noexcept {
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < drives_.size(); ++i)
      sum += drives_[i].value(context.drive_inputs()) * directions_[i];
    return sum;
  }

  // Measurements the vector depends on (slots), each listed once.
  std::vector<int> measurements_used() const;

  // Derivative of the vector with respect to the measurement in `slot`; `scratch` has room for all
  // measurements.
  Vec3 derivative(const Context& context, int slot, std::span<double> scratch) const noexcept;

 private:
  std::vector<Vec3> directions_;
  std::vector<Drive> drives_;
};

}  // namespace pintle
