#include "pintle/joints/tension_line.h"

#include "pintle/joints/joint_equations.h"
#include "pintle/joints/joint_report.h"

namespace pintle {

namespace {

using Row6 = Eigen::Matrix<double, 1, 6>;

// Below this part of the free length and the arms the direction is round-off (spring_damper.md 5).
constexpr double kNoDirection = 1e-12;

}  // namespace

void TensionLine::connect(Connector& connector) {
  const Slot a = Slot::frame(a_.frame), b = Slot::frame(b_.frame);
  aa_ = connector.block(a, a);
  ab_ = connector.block(a, b);
  ba_ = connector.block(b, a);
  bb_ = connector.block(b, b);
}

Stretch TensionLine::stretch(const Context& context) const {
  const Frame& frame_a = context.frames[static_cast<std::size_t>(a_.frame)];
  const Frame& frame_b = context.frames[static_cast<std::size_t>(b_.frame)];
  Stretch s;
  s.pose = make_pose(a_, b_, frame_a, frame_b);
  s.rates = make_rates(s.pose, frame_a, frame_b);
  s.length = s.pose.d.norm();
  s.has_direction = s.length > kNoDirection * (free_length_ + s.pose.r_a.norm() + s.pose.r_b.norm());
  s.rate = s.has_direction ? s.pose.d.dot(s.rates.d_dot) / s.length : 0.0;
  return s;
}

void TensionLine::add_residual(const Stretch& s, double force, ResidualSink& sink) const {
  if (!s.has_direction) return;
  Wrench on_a, on_b;
  PointDistance::add_reaction(s.pose, &force, on_a, on_b);
  sink.add(a_.frame, on_a.force, on_a.moment);
  sink.add(b_.frame, on_b.force, on_b.moment);
}

void TensionLine::add_tangent(const Stretch& s, const Tension& tension, TangentSink& sink) const {
  if (!s.has_direction) return add_tangent_without_direction(s, tension, sink);
  // dl = g dq, d(ldot) = g dv + h dq, h from the turning of u and of the arms          (spring_damper.md 3)
  const PairPose& pose = s.pose;
  Row6 g_a, g_b, h_a, h_b;
  PointDistance::jacobian(pose, Eigen::Ref<Row6>(g_a), Eigen::Ref<Row6>(g_b));
  const Vec3 u = pose.d / s.length;
  const Vec3 n = (s.rates.d_dot - s.rate * u) / s.length;
  h_a << -n.transpose(), -pose.r_a.cross(n + u.cross(s.rates.omega_a)).transpose();
  h_b << n.transpose(), pose.r_b.cross(n + u.cross(s.rates.omega_b)).transpose();

  PairStiffness k;
  PointDistance::add_reaction_tangent(pose, &tension.force, k);
  const Row6 f_a = tension.by_length * g_a + tension.by_rate * h_a;
  const Row6 f_b = tension.by_length * g_b + tension.by_rate * h_b;
  sink.dq(aa_, (k.aa + g_a.transpose() * f_a).eval());
  sink.dq(ab_, (k.ab + g_a.transpose() * f_b).eval());
  sink.dq(ba_, (k.ba + g_b.transpose() * f_a).eval());
  sink.dq(bb_, (k.bb + g_b.transpose() * f_b).eval());
  if (tension.by_rate == 0.0) return;
  sink.dv(aa_, (tension.by_rate * g_a.transpose() * g_a).eval());
  sink.dv(ab_, (tension.by_rate * g_a.transpose() * g_b).eval());
  sink.dv(ba_, (tension.by_rate * g_b.transpose() * g_a).eval());
  sink.dv(bb_, (tension.by_rate * g_b.transpose() * g_b).eval());
}

void TensionLine::report(const Stretch& s, double force, ReportSink& sink) {
  const double tension = s.has_direction ? force : 0.0;
  sink.reaction(tension * Vec3::UnitX(), Vec3::Zero(), tension * s.direction(), Vec3::Zero());
  sink.number("l", "m", s.length);
  sink.vector("v", "1", s.direction());
  sink.number("lP", "m/s", s.rate);
}

void TensionLine::private_data(const Stretch& s, double force, PrivateDataSink& sink) {
  sink.number("F", s.has_direction ? force : 0.0);
  sink.number("L", s.length);
  sink.number("LPrime", s.rate);
}

void TensionLine::outline(OutlineSink& sink) const { outline_points("rod", a_, b_, sink); }

// c d_dot at the points, the limit of c ldot u as they meet.                           (spring_damper.md 6)
void TensionLine::add_damper_without_direction(const Stretch& s, double damping, ResidualSink& sink) const {
  const Vec3 force = damping * s.rates.d_dot;
  sink.add(a_.frame, -force, -s.pose.r_a.cross(force));
  sink.add(b_.frame, force, s.pose.r_b.cross(force));
}

// k I and c I at the points.                                                           (spring_damper.md 5)
void TensionLine::add_tangent_without_direction(const Stretch& s, const Tension& tension,
                                                TangentSink& sink) const {
  Eigen::Matrix<double, 3, 6> dd_da, dd_db;
  dd_da << -Mat3::Identity(), skew(s.pose.r_a);
  dd_db << Mat3::Identity(), -skew(s.pose.r_b);
  const auto add = [&](BlockId block, const auto& row, const auto& column) {
    const Mat6 both = row.transpose() * column;
    sink.dq(block, (tension.by_length * both).eval());
    if (tension.by_rate != 0.0) sink.dv(block, (tension.by_rate * both).eval());
  };
  add(aa_, dd_da, dd_da);
  add(ab_, dd_da, dd_db);
  add(ba_, dd_db, dd_da);
  add(bb_, dd_db, dd_db);
}

}  // namespace pintle
