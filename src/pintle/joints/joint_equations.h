// The equations that joints are made of. Each one gives phi, its rate, its second derivative at zero
// accelerations (bias = -gamma), the generalised forces G^T lambda, the rows of G, and d(G^T lambda)/dq; see
// joint_equations.md. Equations on velocities have no phi: phi_dot is psi, and rate_tangent is d(psi)/dq.
// Variations: a point at arm r moves by dx - r~ dtheta, a vector e fixed in a frame by -e~ dtheta.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "pintle/joints/pair_pose.h"
#include "pintle/math/rotations.h"
#include "pintle/system/constraint_set.h"

namespace pintle {

inline constexpr std::array<std::string_view, 3> kAxisLetter{"x", "y", "z"};

// d = 0: the points coincide. Three rows, ground components.                         (joint_equations.md 2)
struct Coincidence {
  static constexpr int kRows = 3;
  static constexpr std::string_view kUnit = "m";
  static constexpr ConstraintLevel kLevel = ConstraintLevel::position;
  static std::string name(int row) { return "position constraint along " + std::string(kAxisLetter[row]); }

  template <class S>
  static void phi(const PairPoseT<S>& pose, S* out) {
    Vector3T<S>::Map(out) = pose.d;
  }
  static void phi_dot(const PairPose&, const PairRates& rates, double* out) { Vec3::Map(out) = rates.d_dot; }
  static void bias(const PairPose&, const PairRates& rates, double* out) { Vec3::Map(out) = rates.d_bias; }
  static void add_reaction(const PairPose& pose, const double* lambda, Wrench& on_a, Wrench& on_b) {
    const Eigen::Map<const Vec3> force(lambda);
    on_a.force -= force;
    on_a.moment -= pose.r_a.cross(force);
    on_b.force += force;
    on_b.moment += pose.r_b.cross(force);
  }
  template <class Rows>
  static void jacobian(const PairPose& pose, Rows&& by_a, Rows&& by_b) {
    by_a.template leftCols<3>() = -Mat3::Identity();
    by_a.template rightCols<3>() = skew(pose.r_a);
    by_b.template leftCols<3>() = Mat3::Identity();
    by_b.template rightCols<3>() = -skew(pose.r_b);
  }
  static void add_reaction_tangent(const PairPose& pose, const double* lambda, PairStiffness& k) {
    const Mat3 force = skew(Vec3(Eigen::Map<const Vec3>(lambda)));
    k.aa.bottomRightCorner<3, 3>() -= force * skew(pose.r_a);
    k.bb.bottomRightCorner<3, 3>() += force * skew(pose.r_b);
  }
};

// A force fixed in A that acts on both sides where B is, at s = r_a + d from the origin of a.
inline void add_carried_force(const PairPose& pose, const Vec3& force, Wrench& on_a, Wrench& on_b) {
  on_a.force -= force;
  on_a.moment -= (pose.r_a + pose.d).cross(force);
  on_b.force += force;
  on_b.moment += pose.r_b.cross(force);
}
inline void add_carried_force_tangent(const PairPose& pose, const Vec3& force, PairStiffness& k) {
  const Mat3 f = skew(force), r_b = skew(pose.r_b), s = skew(Vec3(pose.r_a + pose.d));
  k.aa.topRightCorner<3, 3>() += f;
  k.aa.bottomLeftCorner<3, 3>() -= f;
  k.aa.bottomRightCorner<3, 3>() += s * f;
  k.ab.bottomLeftCorner<3, 3>() += f;
  k.ab.bottomRightCorner<3, 3>() -= f * r_b;
  k.ba.topRightCorner<3, 3>() -= f;
  k.ba.bottomRightCorner<3, 3>() -= r_b * f;
  k.bb.bottomRightCorner<3, 3>() += f * r_b;
}

// e . d = 0, e axis I of A: B stays in the plane through A normal to e.              (joint_equations.md 3)
template <int I>
struct InPlane {
  static constexpr int kRows = 1;
  static constexpr std::string_view kUnit = "m";
  static constexpr ConstraintLevel kLevel = ConstraintLevel::position;
  static std::string name(int) {
    return "position constraint along axis " + std::to_string(I + 1) + " of the first side";
  }

  template <class S>
  static void phi(const PairPoseT<S>& pose, S* out) {
    *out = pose.E.col(I).dot(pose.d);
  }
  static void phi_dot(const PairPose& pose, const PairRates& rates, double* out) {
    const Vec3 e = pose.E.col(I);
    *out = PairRates::rate(rates.omega_a, e).dot(pose.d) + e.dot(rates.d_dot);
  }
  static void bias(const PairPose& pose, const PairRates& rates, double* out) {
    const Vec3 e = pose.E.col(I);
    *out = PairRates::bias(rates.omega_a, e).dot(pose.d) +
           2.0 * PairRates::rate(rates.omega_a, e).dot(rates.d_dot) + e.dot(rates.d_bias);
  }
  static void add_reaction(const PairPose& pose, const double* lambda, Wrench& on_a, Wrench& on_b) {
    add_carried_force(pose, *lambda * pose.E.col(I), on_a, on_b);
  }
  template <class Rows>
  static void jacobian(const PairPose& pose, Rows&& by_a, Rows&& by_b) {
    const Vec3 e = pose.E.col(I);
    by_a.template leftCols<3>() = -e.transpose();
    by_a.template rightCols<3>() = e.cross(pose.r_a + pose.d).transpose();
    by_b.template leftCols<3>() = e.transpose();
    by_b.template rightCols<3>() = pose.r_b.cross(e).transpose();
  }
  static void add_reaction_tangent(const PairPose& pose, const double* lambda, PairStiffness& k) {
    add_carried_force_tangent(pose, *lambda * pose.E.col(I), k);
  }
};

// e . f = 0, e axis I of A, f axis J of B: the axes stay perpendicular.              (joint_equations.md 4)
template <int I, int J>
struct Perpendicular {
  static constexpr int kRows = 1;
  static constexpr std::string_view kUnit = "rad";
  static constexpr ConstraintLevel kLevel = ConstraintLevel::position;
  static std::string name(int) {
    return "orientation constraint between axis " + std::to_string(I + 1) + " of the first side and axis " +
           std::to_string(J + 1) + " of the second";
  }

  template <class S>
  static void phi(const PairPoseT<S>& pose, S* out) {
    *out = pose.E.col(I).dot(pose.F.col(J));
  }
  static void phi_dot(const PairPose& pose, const PairRates& rates, double* out) {
    *out = (rates.omega_a - rates.omega_b).dot(pose.E.col(I).cross(pose.F.col(J)));
  }
  static void bias(const PairPose& pose, const PairRates& rates, double* out) {
    const Vec3 e = pose.E.col(I), f = pose.F.col(J);
    *out = PairRates::bias(rates.omega_a, e).dot(f) +
           2.0 * PairRates::rate(rates.omega_a, e).dot(PairRates::rate(rates.omega_b, f)) +
           e.dot(PairRates::bias(rates.omega_b, f));
  }
  static void add_reaction(const PairPose& pose, const double* lambda, Wrench& on_a, Wrench& on_b) {
    const Vec3 moment = *lambda * pose.E.col(I).cross(pose.F.col(J));
    on_a.moment += moment;
    on_b.moment -= moment;
  }
  template <class Rows>
  static void jacobian(const PairPose& pose, Rows&& by_a, Rows&& by_b) {
    const Vec3 n = pose.E.col(I).cross(pose.F.col(J));
    by_a.template leftCols<3>().setZero();
    by_a.template rightCols<3>() = n.transpose();
    by_b.template leftCols<3>().setZero();
    by_b.template rightCols<3>() = -n.transpose();
  }
  static void add_reaction_tangent(const PairPose& pose, const double* lambda, PairStiffness& k) {
    const Mat3 e = skew(Vec3(pose.E.col(I))), f = skew(Vec3(pose.F.col(J)));
    const Mat3 fe = *lambda * f * e;
    const Mat3 ef = *lambda * e * f;
    k.aa.bottomRightCorner<3, 3>() += fe;
    k.ab.bottomRightCorner<3, 3>() -= ef;
    k.ba.bottomRightCorner<3, 3>() -= fe;
    k.bb.bottomRightCorner<3, 3>() += ef;
  }
};

// |d| (the prescribed length is subtracted by the joint). Undefined at |d| = 0. (joint_equations.md 5)
struct PointDistance {
  static constexpr int kRows = 1;
  static constexpr std::string_view kUnit = "m";
  static constexpr ConstraintLevel kLevel = ConstraintLevel::position;
  static std::string name(int) { return "distance constraint"; }

  template <class S>
  static void phi(const PairPoseT<S>& pose, S* out) {
    *out = pose.d.norm();
  }
  static void phi_dot(const PairPose& pose, const PairRates& rates, double* out) {
    *out = pose.d.normalized().dot(rates.d_dot);
  }
  static void bias(const PairPose& pose, const PairRates& rates, double* out) {
    const double length = pose.d.norm();
    const Vec3 u = pose.d / length;
    const double along = u.dot(rates.d_dot);
    *out = u.dot(rates.d_bias) + (rates.d_dot.squaredNorm() - along * along) / length;
  }
  static void add_reaction(const PairPose& pose, const double* lambda, Wrench& on_a, Wrench& on_b) {
    const Vec3 force = *lambda * pose.d.normalized();
    on_a.force -= force;
    on_a.moment -= pose.r_a.cross(force);
    on_b.force += force;
    on_b.moment += pose.r_b.cross(force);
  }
  template <class Rows>
  static void jacobian(const PairPose& pose, Rows&& by_a, Rows&& by_b) {
    const Vec3 u = pose.d.normalized();
    by_a.template leftCols<3>() = -u.transpose();
    by_a.template rightCols<3>() = -pose.r_a.cross(u).transpose();
    by_b.template leftCols<3>() = u.transpose();
    by_b.template rightCols<3>() = pose.r_b.cross(u).transpose();
  }
  static void add_reaction_tangent(const PairPose& pose, const double* lambda, PairStiffness& k) {
    const double length = pose.d.norm();
    const Vec3 u = pose.d / length;
    const Mat3 force = skew(Vec3(*lambda * u));
    // du = P dd / |d| with P = I - u u^T; dd = dx_b - r_b~ dtheta_b - dx_a + r_a~ dtheta_a
    Eigen::Matrix<double, 3, 6> dd_da, dd_db;
    dd_da << -Mat3::Identity(), skew(pose.r_a);
    dd_db << Mat3::Identity(), -skew(pose.r_b);
    const Mat3 p = (*lambda / length) * (Mat3::Identity() - u * u.transpose());
    k.aa.noalias() += dd_da.transpose() * p * dd_da;
    k.ab.noalias() += dd_da.transpose() * p * dd_db;
    k.ba.noalias() += dd_db.transpose() * p * dd_da;
    k.bb.noalias() += dd_db.transpose() * p * dd_db;
    // turning of the arms at constant force
    k.aa.bottomRightCorner<3, 3>() -= force * skew(pose.r_a);
    k.bb.bottomRightCorner<3, 3>() += force * skew(pose.r_b);
  }
};

// The angle about e_3 from e_1 to f_1 (the prescribed angle is subtracted by the joint), whole turns left
// out. Undefined where f_1 and e_3 are parallel.                                     (joint_equations.md 8)
struct AngleAboutThird {
  static constexpr int kRows = 1;
  static constexpr std::string_view kUnit = "rad";
  static constexpr ConstraintLevel kLevel = ConstraintLevel::position;
  static std::string name(int) { return "angle about axis 3 of the first side"; }

  template <class S>
  static void phi(const PairPoseT<S>& pose, S* out) {
    using std::atan2;
    const Vector3T<S> f = pose.F.col(0);
    *out = atan2(pose.E.col(1).dot(f), pose.E.col(0).dot(f));
  }
  static void phi_dot(const PairPose& pose, const PairRates& rates, double* out) {
    *out = Axis(pose).w.dot(rates.omega_b - rates.omega_a);
  }
  static void bias(const PairPose& pose, const PairRates& rates, double* out) {
    const Axis axis(pose);
    const Vec3 e_dot = PairRates::rate(rates.omega_a, axis.e), f_dot = PairRates::rate(rates.omega_b, axis.f);
    *out = axis.change(e_dot, f_dot).dot(rates.omega_b - rates.omega_a);
  }
  static void add_reaction(const PairPose& pose, const double* lambda, Wrench& on_a, Wrench& on_b) {
    const Vec3 moment = *lambda * Axis(pose).w;
    on_a.moment -= moment;
    on_b.moment += moment;
  }
  template <class Rows>
  static void jacobian(const PairPose& pose, Rows&& by_a, Rows&& by_b) {
    const Vec3 w = Axis(pose).w;
    by_a.template leftCols<3>().setZero();
    by_a.template rightCols<3>() = -w.transpose();
    by_b.template leftCols<3>().setZero();
    by_b.template rightCols<3>() = w.transpose();
  }
  static void add_reaction_tangent(const PairPose& pose, const double* lambda, PairStiffness& k) {
    const Axis axis(pose);
    Mat3 by_a, by_b;
    for (int i = 0; i < 3; ++i) {
      by_a.col(i) = *lambda * axis.change(Vec3::Unit(i).cross(axis.e), Vec3::Zero());
      by_b.col(i) = *lambda * axis.change(Vec3::Zero(), Vec3::Unit(i).cross(axis.f));
    }
    k.aa.bottomRightCorner<3, 3>() -= by_a;
    k.ab.bottomRightCorner<3, 3>() -= by_b;
    k.ba.bottomRightCorner<3, 3>() += by_a;
    k.bb.bottomRightCorner<3, 3>() += by_b;
  }

 private:
  // w = (e - z f)/(1 - z^2) with e = e_3, f = f_1, z = e . f, and how it changes with e and f.
  struct Axis {
    explicit Axis(const PairPose& pose)
        : e(pose.E.col(2)), f(pose.F.col(0)), z(e.dot(f)), square((e - z * f).squaredNorm()) {
      w = (e - z * f) / square;
    }
    Vec3 change(const Vec3& de, const Vec3& df) const {
      const double dz = de.dot(f) + e.dot(df);
      return (de - dz * f - z * df + 2.0 * z * dz * w) / square;
    }
    Vec3 e, f;
    double z, square;
    Vec3 w;
  };
};

}  // namespace pintle
