// Secant updates (Broyden's good method in the form that keeps the steps only): what old factors have missed
// is learnt from the iteration itself. After C. T. Kelley, Iterative Methods for Linear and Nonlinear
// Equations, section 7.3.
#pragma once

#include <vector>

#include "pintle/math/types.h"

namespace pintle {

class SecantUpdates {
 public:
  explicit SecantUpdates(Eigen::Index size) : steps_(size, kKept), squares_(kKept) {}

  void clear() { count_ = 0; }

  // `increment` is -J^-1 r with the old factors; on return it is -B^-1 r with B updated by the steps taken so
  // far, and is remembered as the next step.
  void improve(std::span<double> increment) {
    Eigen::Map<VecX> z(increment.data(), static_cast<Eigen::Index>(increment.size()));
    if (count_ == kKept) clear();
    for (int j = 0; j + 1 < count_; ++j) z += (steps_.col(j).dot(z) / squares_[j]) * steps_.col(j + 1);
    if (count_ > 0) {
      const double denominator = 1.0 - steps_.col(count_ - 1).dot(z) / squares_[count_ - 1];
      if (denominator > kSmallestDenominator)
        z /= denominator;
      else
        clear();
    }
    squares_[count_] = z.squaredNorm();
    if (squares_[count_] > 0.0) steps_.col(count_++) = z;
  }

 private:
  static constexpr int kKept = 10;
  static constexpr double kSmallestDenominator = 0.2;
  MatX steps_;
  VecX squares_;
  int count_ = 0;
};

}  // namespace pintle
