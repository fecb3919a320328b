#include "pintle/joints/axes_apart.h"

#include <fmt/format.h>

#include <numbers>

#include "pintle/math/so3.h"

namespace pintle {

std::string describe_axes_apart(const PairPose& pose) {
  const double degrees = so3::log(Mat3(pose.E.transpose() * pose.F)).norm() * 180.0 / std::numbers::pi;
  if (degrees < 30.0) return {};
  return fmt::format("The axes of the two sides are turned against each other by {:.0f} degrees.", degrees);
}

}  // namespace pintle
