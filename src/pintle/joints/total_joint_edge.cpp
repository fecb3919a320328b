#include "pintle/joints/total_joint_edge.h"

#include <algorithm>

#include "pintle/math/so3.h"

namespace pintle {

namespace {

using Three = std::array<bool, 3>;

// Of the three ways or of the three turns: which are free, which of the others change in time, and at which
// values the rest are held.
struct HeldMotions {
  Three is_free = {}, is_driven = {};
  Vec3 constants = Vec3::Zero();

  auto free() const { return std::count(is_free.begin(), is_free.end(), true); }
  bool any_driven() const { return is_driven != Three{}; }
};

HeldMotions held_motions(const std::array<Hold, 3>& motions, const DrivenVector& given) {
  HeldMotions held;
  for (std::size_t i = 0; i < 3; ++i) {
    const int axis = static_cast<int>(i);
    if (motions[i] != Hold::position)
      held.is_free[i] = true;
    else if (const std::optional<double> value = given.constant(axis))
      held.constants[axis] = *value;
    else
      held.is_driven[i] = true;
  }
  return held;
}

// The ways that are coordinates. Trees know none, all three, one if nothing turns, and with a turn about one
// axis that along it or both across it: what is held beside a way that is needed is given, too.
Three coordinate_ways(const HeldMotions& ways, const HeldMotions& turns) {
  Three moves{};
  for (std::size_t i = 0; i < 3; ++i) moves[i] = ways.is_free[i] || ways.is_driven[i];
  const auto count = std::count(moves.begin(), moves.end(), true);
  const bool is_fixed = turns.free() == 0 && !turns.any_driven();
  if (count == 0 || (is_fixed && count == 1)) return moves;
  if (turns.free() != 1) return {true, true, true};
  const auto axis = static_cast<std::size_t>(std::find(turns.is_free.begin(), turns.is_free.end(), true) -
                                             turns.is_free.begin());
  if (!moves[axis]) moves[(axis + 1) % 3] = moves[(axis + 2) % 3] = true;
  return moves;
}

}  // namespace

// Ways are along E, turns about H: where the joint turns about one axis and slides these must be the same
// axes. With all rotations held, F = H exp(theta), and b gets axes that then are E, or E exp(E^T H theta)
// where theta changes in time; see total_joint.md (1, 2).
std::optional<TotalJointEdge> edge_of(const TotalJoint& joint) {
  const HeldMotions ways = held_motions(joint.along, joint.position);
  const HeldMotions turns = held_motions(joint.about, joint.rotation);
  if (turns.free() == 2 || (turns.free() == 1 && (turns.any_driven() || !turns.constants.isZero())))
    return {};
  const Three moves = coordinate_ways(ways, turns);
  const bool slides = moves != Three{};
  if (turns.free() == 1 && slides && !joint.rotation_axes.isApprox(joint.a.axes)) return {};

  TotalJointEdge edge{joint.a, joint.b, {}, {}};
  for (std::size_t i = 0; i < 3; ++i) {
    const int axis = static_cast<int>(i);
    if (moves[i])
      (ways.is_free[i] ? edge.free : edge.given).add(FreeMotion::Kind::translation, axis);
    else
      edge.a.offset += joint.a.axes.col(axis) * ways.constants[axis];
  }
  for (std::size_t i = 0; i < 3; ++i)
    if (turns.is_free[i] || turns.any_driven())
      (turns.is_free[i] ? edge.free : edge.given).add(FreeMotion::Kind::rotation, static_cast<int>(i));
  if (turns.free() == 0) {
    if (!turns.any_driven()) edge.b.axes *= so3::exp_matrix(turns.constants).transpose();
    edge.b.axes *= joint.rotation_axes.transpose() * joint.a.axes;
  } else if (!slides) {
    edge.a.axes = joint.rotation_axes;
  }
  return edge;
}

GivenMotion given_motion(const TotalJoint& joint, const TotalJointEdge& edge, double time) {
  GivenMotion given;
  const DrivenVectorValue position = joint.position.derivatives(time);
  for (const FreeMotion& motion : edge.given.list()) {
    if (motion.kind == FreeMotion::Kind::rotation) continue;
    given.d[motion.axis] = position.value[motion.axis];
    given.d_rate[motion.axis] = position.rate[motion.axis];
    given.d_acceleration[motion.axis] = position.acceleration[motion.axis];
  }
  const bool turns = edge.given.count > 0 && edge.given.list().back().kind == FreeMotion::Kind::rotation;
  if (!turns) return given;
  const DrivenVectorValue rotation = joint.rotation.derivatives(time);
  const Mat3 to_a = joint.a.axes.transpose() * joint.rotation_axes;
  const Spin spin = spin_of(rotation);
  given.R = so3::exp_matrix(Vec3(to_a * rotation.value));
  given.omega = to_a * spin.omega;
  given.alpha = to_a * spin.alpha;
  return given;
}

}  // namespace pintle
