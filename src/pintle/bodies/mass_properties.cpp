#include "pintle/bodies/mass_properties.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <cmath>

namespace pintle {

// J_node = A J_c A^T + m (c.c I - c c^T)
MassProperties& MassProperties::operator+=(const MassLump& lump) {
  const Vec3& c = lump.center;
  mass += lump.mass;
  first_moment += lump.mass * c;
  inertia += lump.axes * lump.inertia * lump.axes.transpose() +
             lump.mass * (c.squaredNorm() * Mat3::Identity() - c * c.transpose());
  return *this;
}

InertiaVerdict judge_inertia(const Mat3& inertia) {
  using enum InertiaVerdict::Level;
  constexpr double kRoundOff = 1e-9;
  constexpr double kThreeDigits = 2e-3;
  if (!std::isfinite(inertia.squaredNorm())) return {impossible, "its entries are too large to compute with"};
  const Vec3 p =
      Eigen::SelfAdjointEigenSolver<Mat3>(inertia, Eigen::EigenvaluesOnly).eigenvalues();  // ascending
  const double scale = p.cwiseAbs().maxCoeff();
  const std::string moments =
      fmt::format("its principal moments are {:.6g}, {:.6g} and {:.6g} kg m^2", p[0], p[1], p[2]);
  if (p[0] < -kRoundOff * scale) return {impossible, moments + ", and none may be negative"};
  const double shortfall = p[2] - p[0] - p[1];
  if (shortfall <= kRoundOff * scale) return {};
  return {shortfall > kThreeDigits * scale ? impossible : doubtful,
          moments + fmt::format(", but {:.6g} + {:.6g} is less than {:.6g}", p[0], p[1], p[2])};
}

}  // namespace pintle
