// DrivenVector: a vector whose components are driven: a sum of constant vectors with a drive each.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "pintle/system/context.h"

namespace pintle {

// The vector and its derivatives in time.
template <int N>
struct DrivenValueOf {
  using Vector = Eigen::Matrix<double, N, 1>;
  Vector value = Vector::Zero(), rate = Vector::Zero(), acceleration = Vector::Zero();
};

template <int N>
class DrivenVectorOf {
 public:
  using Vector = Eigen::Matrix<double, N, 1>;

  DrivenVectorOf() = default;  // zero
  DrivenVectorOf(Drive drive, const Vector& direction) { add(std::move(drive), direction); }
  explicit DrivenVectorOf(std::array<Drive, N> components) {
    for (int i = 0; i < N; ++i) add(std::move(components[static_cast<std::size_t>(i)]), Vector::Unit(i));
  }

  void add(Drive drive, const Vector& direction) {
    directions_.push_back(direction);
    drives_.push_back(std::move(drive));
  }

  Vector value(const Context& context) const noexcept {
    Vector sum = Vector::Zero();
    for (std::size_t i = 0; i < drives_.size(); ++i)
      sum += drives_[i].value(context.drive_inputs()) * directions_[i];
    return sum;
  }

  // Only for drives of time alone.
  DrivenValueOf<N> derivatives(double time) const noexcept {
    DrivenValueOf<N> sum;
    for (std::size_t i = 0; i < drives_.size(); ++i) {
      const DriveValue s = drives_[i].derivatives(time);
      sum.value += s.value * directions_[i];
      sum.rate += s.rate * directions_[i];
      sum.acceleration += s.acceleration * directions_[i];
    }
    return sum;
  }

  // A component that never changes; nothing: it may.
  std::optional<double> constant(int component) const noexcept {
    double sum = 0.0;
    for (std::size_t i = 0; i < drives_.size(); ++i) {
      if (directions_[i][component] == 0.0) continue;
      if (!drives_[i].is_constant()) return {};
      sum += drives_[i].derivatives(0.0).value * directions_[i][component];
    }
    return sum;
  }

  bool depends_on_time_only() const noexcept {
    return std::all_of(drives_.begin(), drives_.end(),
                       [](const Drive& drive) { return drive.depends_on_time_only(); });
  }

  // Measurements the vector depends on (slots), each listed once.
  std::vector<int> measurements_used() const {
    std::vector<int> slots;
    for (const Drive& drive : drives_)
      slots.insert(slots.end(), drive.channels_used().begin(), drive.channels_used().end());
    std::sort(slots.begin(), slots.end());
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
    return slots;
  }

  // Derivative of the vector with respect to the measurement in `slot`; `scratch` has room for all
  // measurements.
  Vector derivative(const Context& context, int slot, std::span<double> scratch) const noexcept {
    Vector sum = Vector::Zero();
    double& by_slot = scratch[static_cast<std::size_t>(slot)];
    for (std::size_t i = 0; i < drives_.size(); ++i) {
      double by_time = 0.0;
      by_slot = 0.0;
      drives_[i].value_and_gradient(context.drive_inputs(), by_time, scratch);
      sum += by_slot * directions_[i];
    }
    return sum;
  }

 private:
  std::vector<Vector> directions_;
  std::vector<Drive> drives_;
};

using DrivenVector = DrivenVectorOf<3>;
using DrivenVector6 = DrivenVectorOf<6>;
using DrivenVectorValue = DrivenValueOf<3>;

}  // namespace pintle
