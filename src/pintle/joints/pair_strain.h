// What deformable joints measure between two sides, and what the law's force is; see deformable_joint.md.
#pragma once

#include "pintle/joints/pair_pose.h"
#include "pintle/laws/law.h"
#include "pintle/math/rotations.h"
#include "pintle/math/so3.h"
#include "pintle/system/report.h"

namespace pintle {

// Strain and rate, and how they follow from the motion of the two frames:
//   d(strain) = strain_a dq_a + strain_b dq_b,   rate = rate_a v_a + rate_b v_b,
//   d(rate) = rate_a dv_a + rate_b dv_b + turn_a dq_a + turn_b dq_b.
// The force f does the power f . rate, so the sides get rate_a^T f and rate_b^T f. (deformable_joint.md 1)
template <int N>
struct PairStrain {
  using Rows = Eigen::Matrix<double, N, 6>;
  LawVector<N> strain, rate;
  Rows strain_a, strain_b, rate_a, rate_b, turn_a, turn_b;
  Vec3 rotation = Vec3::Zero();  // vector of the relative rotation, where it is followed
  Mat3 carried = Mat3::Zero();   // C: how far b turns the axes of the law; a turns them by 1 - C
};

// Displacement of B from A in the axes E of A.  (deformable_joint.md 2)
struct DisplacementStrain {
  static constexpr int kSize = 3, kHistory = 0;
  static constexpr bool kHasForce = true, kHasMoment = false, kTurnsSecond = false;

  template <class Strain>
  static void fill(const PairPose& p, const Frame& a, const Frame& b, const double* /*history*/, int first,
                   Strain& s) {
    const Mat3 Et = p.E.transpose(), r_b = skew(p.r_b);
    const Vec3 e = p.r_a + p.d;
    const Vec3 u = b.v + b.omega.cross(p.r_b) - a.v - a.omega.cross(e);
    s.strain.template segment<3>(first) = Et * p.d;
    s.rate.template segment<3>(first) = Et * u;
    auto rate_a = s.rate_a.template middleRows<3>(first), rate_b = s.rate_b.template middleRows<3>(first);
    rate_a << -Et, Et * skew(e);
    rate_b << Et, -Et * r_b;
    s.strain_a.template middleRows<3>(first) = rate_a;
    s.strain_b.template middleRows<3>(first) = rate_b;
    const Mat3 Ew = Et * skew(a.omega);
    s.turn_a.template middleRows<3>(first) << Ew, Et * skew(u);
    s.turn_b.template middleRows<3>(first) << -Ew, (Ew - Et * skew(b.omega)) * r_b;
  }

  static Vec3 force(const Vec3& f) { return f; }
  static Vec3 moment(const Vec3&) { return Vec3::Zero(); }
  static Mat3 axes(const PairPose& p, const PairStrain<3>&) { return p.E; }
  static void report_strain(const PairPose&, const PairStrain<3>& s, ReportSink& sink) {
    sink.vector("d", "m", s.strain);
  }
  static void report_rate(const PairStrain<3>& s, ReportSink& sink) { sink.vector("dP", "m/s", s.rate); }
  // Velocities are in the axes of the first node, all else in those of the law.
  static void list(const PairStrain<3>& s, const Vec3& f, const Mat3& axes_on_node, PrivateDataSink& sink) {
    sink.vector("d", s.strain);
    sink.vector("v", axes_on_node * s.rate);
    sink.vector("F", f);
  }
};

// Rotation vector of B from A in the axes of A, unwound with the last accepted one.  (deformable_joint.md 3)
struct RotationStrain {
  static constexpr int kSize = 3, kHistory = 3;
  static constexpr bool kHasForce = false, kHasMoment = true, kTurnsSecond = true;

  static Vec3 unwound(const Vec3& theta, const Vec3& last);

  template <class Strain>
  static void fill(const PairPose& p, const Frame& a, const Frame& b, const double* history, int first,
                   Strain& s) {
    const Mat3 Et = p.E.transpose();
    const Vec3 relative = b.omega - a.omega;
    const Vec3 theta = unwound(so3::log(Mat3(Et * p.F)), Eigen::Map<const Vec3>(history));
    s.rotation = theta;
    s.strain.template segment<3>(first) = theta;
    s.rate.template segment<3>(first) = Et * relative;
    const Mat3 by_turn = so3::inverse_tangent(theta).transpose() * Et;
    s.strain_a.template middleRows<3>(first) << Mat3::Zero(), -by_turn;
    s.strain_b.template middleRows<3>(first) << Mat3::Zero(), by_turn;
    s.rate_a.template middleRows<3>(first) << Mat3::Zero(), -Et;
    s.rate_b.template middleRows<3>(first) << Mat3::Zero(), Et;
    s.turn_a.template middleRows<3>(first) << Mat3::Zero(), Et * skew(relative);
    s.turn_b.template middleRows<3>(first).setZero();
  }

  static Vec3 force(const Vec3&) { return Vec3::Zero(); }
  static Vec3 moment(const Vec3& f) { return f; }
  static Mat3 axes(const PairPose& p, const PairStrain<3>&) { return p.E; }
  static void report_strain(const PairPose& p, const PairStrain<3>&, ReportSink& sink) {
    sink.orientation(p.E.transpose() * p.F);
  }
  static void report_rate(const PairStrain<3>& s, ReportSink& sink) { sink.vector("Omega", "rad/s", s.rate); }
  static void list(const PairStrain<3>& s, const Vec3& f, const Mat3&, PrivateDataSink& sink) {
    sink.vector("r", s.strain);
    sink.vector("w", s.rate);
    sink.vector("M", f);
  }
};

// The same, with the law in axes half-way between the sides: E exp(theta/2). (deformable_joint.md 5)
struct MiddleStrain : RotationStrain {
  static void fill(const PairPose& p, const Frame& a, const Frame& b, const double* history, int first,
                   PairStrain<3>& s) {
    RotationStrain::fill(p, a, b, history, first, s);
    const Mat3 to_law = axes(p, s).transpose(), turned = to_law * skew(Vec3(b.omega - a.omega));
    const Vec3 half = 0.5 * s.rotation;
    s.carried = 0.5 * p.E * so3::tangent(half).transpose() * so3::inverse_tangent(s.rotation).transpose() *
                p.E.transpose();
    s.rate = to_law * (b.omega - a.omega);
    s.rate_a << Mat3::Zero(), -to_law;
    s.rate_b << Mat3::Zero(), to_law;
    s.turn_a << Mat3::Zero(), turned * (Mat3::Identity() - s.carried);
    s.turn_b << Mat3::Zero(), turned * s.carried;
  }
  static Mat3 axes(const PairPose& p, const PairStrain<3>& s) {
    return p.E * so3::exp_matrix(0.5 * s.rotation);
  }
};

// The third component of the rotation alone. (deformable_axial_joint.md)
struct AxialStrain {
  static constexpr int kSize = 1, kHistory = 3;
  static constexpr bool kHasForce = false, kHasMoment = true, kTurnsSecond = true;

  static void fill(const PairPose& p, const Frame& a, const Frame& b, const double* history, int /*first*/,
                   PairStrain<1>& s) {
    PairStrain<3> full;
    RotationStrain::fill(p, a, b, history, 0, full);
    s.rotation = full.rotation;
    s.strain[0] = full.strain.z();
    s.rate[0] = full.rate.z();
    s.strain_a = full.strain_a.row(2);
    s.strain_b = full.strain_b.row(2);
    s.rate_a = full.rate_a.row(2);
    s.rate_b = full.rate_b.row(2);
    s.turn_a = full.turn_a.row(2);
    s.turn_b.setZero();
  }

  static Vec3 force(const LawVector<1>&) { return Vec3::Zero(); }
  static Vec3 moment(const LawVector<1>& f) { return f[0] * Vec3::UnitZ(); }
  static Mat3 axes(const PairPose& p, const PairStrain<1>&) { return p.E; }
  static void report_strain(const PairPose&, const PairStrain<1>& s, ReportSink& sink) {
    sink.number("Theta", "rad", s.strain[0]);
  }
  static void report_rate(const PairStrain<1>& s, ReportSink& sink) {
    sink.number("Omega", "rad/s", s.rate[0]);
  }
  static void list(const PairStrain<1>& s, const LawVector<1>& f, const Mat3&, PrivateDataSink& sink) {
    sink.number("rz", s.strain[0]);
    sink.number("wz", s.rate[0]);
    sink.number("Mz", f[0]);
  }
};

// Both: displacement, then rotation.
struct FullStrain {
  static constexpr int kSize = 6, kHistory = 3;
  static constexpr bool kHasForce = true, kHasMoment = true, kTurnsSecond = true;

  template <class Strain>
  static void fill(const PairPose& p, const Frame& a, const Frame& b, const double* history, int first,
                   Strain& s) {
    DisplacementStrain::fill(p, a, b, history, first, s);
    RotationStrain::fill(p, a, b, history, first + 3, s);
  }

  static Vec3 force(const Vec6& f) { return f.head<3>(); }
  static Vec3 moment(const Vec6& f) { return f.tail<3>(); }
  static Mat3 axes(const PairPose& p, const PairStrain<6>&) { return p.E; }
  static void report_strain(const PairPose& p, const PairStrain<6>& s, ReportSink& sink) {
    sink.vector("d", "m", s.strain.head<3>());
    sink.orientation(p.E.transpose() * p.F);
  }
  static void report_rate(const PairStrain<6>& s, ReportSink& sink) {
    sink.vector("dP", "m/s", s.rate.head<3>());
    sink.vector("Omega", "rad/s", s.rate.tail<3>());
  }
  static void list(const PairStrain<6>& s, const Vec6& f, const Mat3& axes_on_node, PrivateDataSink& sink) {
    sink.vector("d", s.strain.head<3>());
    sink.vector("r", s.strain.tail<3>());
    sink.vector("v", axes_on_node * s.rate.head<3>());
    sink.vector("w", s.rate.tail<3>());
    sink.vector("F", f.head<3>());
    sink.vector("M", f.tail<3>());
  }
};

}  // namespace pintle
