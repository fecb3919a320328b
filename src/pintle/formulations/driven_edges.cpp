#include "pintle/formulations/driven_edges.h"

#include "pintle/math/rotations.h"

namespace pintle {

namespace {

// A seen from B, in the axes of B. x = R^T d has x' = R^T (d' - omega x d), and so on.
GivenMotion inverse(const GivenMotion& g) {
  const Mat3 back = -g.R.transpose();
  const Vec3 turned = g.omega.cross(g.d);
  GivenMotion seen;
  seen.d = back * g.d;
  seen.d_rate = back * (g.d_rate - turned);
  seen.d_acceleration =
      back * (g.d_acceleration - g.alpha.cross(g.d) - 2.0 * g.omega.cross(g.d_rate) + g.omega.cross(turned));
  seen.R = g.R.transpose();
  seen.omega = back * g.omega;
  seen.alpha = back * g.alpha;
  return seen;
}

double along(const FreeMotion& motion, const Vec3& ways, const Vec3& turns) {
  return (motion.kind == FreeMotion::Kind::translation ? ways : turns)[motion.axis];
}

}  // namespace

DrivenEdges::DrivenEdges(const Topology& topology, const Tree& tree)
    : level_(static_cast<std::size_t>(tree.speeds()), Given::none) {
  for (Index i = 0; i < tree.size(); ++i) {
    const Topology::Body& body = topology.bodies()[static_cast<std::size_t>(i)];
    if (tree.joint(i).prescribed == 0) continue;
    const Topology::Joint& joint = topology.joints()[static_cast<std::size_t>(body.joint)];
    const Given level =
        joint.motion.given_level == ConstraintLevel::position ? Given::position : Given::speed;
    edges_.push_back({joint.set, joint.element, body.is_reversed, level,
                      *tree_edge_of(joint.motion, body.is_reversed), tree.first_coordinate(i),
                      tree.first_speed(i)});
    edges_.back().for_each_given([&](Index k, const FreeMotion&) {
      speeds_.push_back(tree.first_speed(i) + k);
      level_[static_cast<std::size_t>(speeds_.back())] = level;
    });
  }
}

// In the joint's own axes on the parent.
GivenMotion DrivenEdges::motion_of(const Edge& edge, double time) {
  GivenMotion given = edge.set->given_motion(edge.element, time);
  if (edge.is_reversed) given = inverse(given);
  const Mat3 turn = edge.form.order.transpose();
  for (Vec3* vector : {&given.d, &given.d_rate, &given.d_acceleration, &given.omega, &given.alpha})
    *vector = (turn * *vector).eval();
  given.R = (turn * given.R * edge.form.order).eval();
  return given;
}

void DrivenEdges::put(double time, VecX& q, VecX& s) const {
  for (const Edge& edge : edges_) {
    const GivenMotion given = motion_of(edge, time);
    edge.for_each_given([&](Index k, const FreeMotion& motion) {
      s[edge.speed + k] = along(motion, given.d_rate, given.omega);
      if (edge.level == Given::speed) return;
      if (motion.kind == FreeMotion::Kind::translation) {
        q[edge.coordinate + k] = given.d[motion.axis];
      } else {  // all three, by the quaternion on the side of that in q
        const Quat turn = quaternion_from_matrix(given.R);
        const Vec4 now(turn.w(), turn.x(), turn.y(), turn.z());
        auto part = q.segment<4>(edge.coordinate + sizes_of(edge.form.joint.kind).quaternion);
        part = part.dot(now) < 0.0 ? Vec4(-now) : now;
      }
    });
  }
}

void DrivenEdges::put_rates(double time, VecX& rates) const {
  for (const Edge& edge : edges_) {
    const GivenMotion given = motion_of(edge, time);
    edge.for_each_given([&](Index k, const FreeMotion& motion) {
      rates[edge.speed + k] = along(motion, given.d_acceleration, given.alpha);
    });
  }
}

void DrivenEdges::jumps(double from, double to, VecX& jump) const {
  jump.setZero();
  const double h = to - from;
  for (const Edge& edge : edges_) {
    const GivenMotion first = motion_of(edge, from), middle = motion_of(edge, from + 0.5 * h),
                      last = motion_of(edge, to);
    const Vec3 ways = last.d_rate - first.d_rate -
                      h / 6.0 * (first.d_acceleration + 4.0 * middle.d_acceleration + last.d_acceleration);
    const Vec3 turns = last.omega - first.omega - h / 6.0 * (first.alpha + 4.0 * middle.alpha + last.alpha);
    edge.for_each_given(
        [&](Index k, const FreeMotion& motion) { jump[edge.speed + k] = along(motion, ways, turns); });
  }
}

}  // namespace pintle
