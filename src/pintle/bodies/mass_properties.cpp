#include "pintle/bodies/mass_properties.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>

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

std::string inertia_fault(const Mat3& inertia) {
  constexpr double kRoundOff = 1e-9;
  constexpr double kThreeDigits = 2e-3;
  const Vec3 p =
      Eigen::SelfAdjointEigenSolver<Mat3>(inertia, Eigen::EigenvaluesOnly).eigenvalues();  // ascending
  const double scale = p.cwiseAbs().maxCoeff();
  const std::string moments =
      fmt::format("its principal moments are {:.6g}, {:.6g} and {:.6g} kg m^2", p[0], p[1], p[2]);
  if (p[0] < -kRoundOff * scale) return moments + ", and none may be negative";
  if (p[0] + p[1] < p[2] - kThreeDigits * scale)
    return moments + fmt::format(", but {:.6g} + {:.6g} is less than {:.6g}", p[0], p[1], p[2]);
  return {};
}

}  // namespace pintle
