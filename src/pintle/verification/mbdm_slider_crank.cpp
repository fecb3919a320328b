#include "pintle/verification/mbdm_slider_crank.h"

#include <cmath>

namespace pintle {

// The rod leads from the crank's pin to the slider, which stays at y = 0: 3.5 sin(b) = -2 sin(theta).
SliderCrankMotion slider_crank_motion(double theta, double rate) {
  constexpr double kCrank = 2.0, kRod = 3.5;
  const double c = std::cos(theta), s = std::sin(theta);
  const double sin_b = -kCrank / kRod * s, cos_b = std::sqrt(1.0 - sin_b * sin_b);
  const double b1 = -kCrank / kRod * c * rate / cos_b;
  const double b2 = (kCrank / kRod * s * rate * rate + sin_b * b1 * b1) / cos_b;
  const std::array<Vec3, 3> pin{Vec3(c, s, 0) * kCrank, Vec3(-s, c, 0) * (kCrank * rate),
                                Vec3(c, s, 0) * (-kCrank * rate * rate)};
  const Vec3 along(cos_b, sin_b, 0), across(-sin_b, cos_b, 0);
  const std::array<Vec3, 3> rod{along * kRod, across * (kRod * b1),
                                across * (kRod * b2) - along * (kRod * b1 * b1)};
  SliderCrankMotion motion;
  motion.rod_angle = {std::asin(sin_b), b1, b2};
  for (std::size_t i = 0; i < 3; ++i) {
    motion.slider[i] = pin[i].x() + rod[i].x();
    motion.rod_centre[i] = pin[i] + 0.5 * rod[i];
  }
  return motion;
}

MbdmFileSet slider_crank_files() {
  MbdmFileSet files;
  files.name = "Slider_Crank_2D";
  files.bodies = {{"crank", 200.0, Vec3::Constant(450)},
                  {"rod", 35.0, Vec3::Constant(35)},
                  {"slider", 25.0, Vec3::Constant(0.02)},
                  {"ground", 1.0, Vec3::Ones()}};
  const Vec3 x = Vec3::UnitX(), z = Vec3::UnitZ();
  files.joints = {joint_along("R", 1, 4, {0, 0, 0}, {0, 0, 0}, z, x),
                  joint_along("R", 1, 2, {2, 0, 0}, {-1.75, 0, 0}, z, x),
                  joint_along("C", 2, 3, {1.75, 0, -1}, {0, 0, 0}, z, x),
                  {"ABY", 3, 0},
                  {"ABZ", 3, 0},
                  mbdm_hold(4),
                  {"RDRV", 4, 3, x, z, {0, 0, 0}, x}};
  return files;
}

}  // namespace pintle
