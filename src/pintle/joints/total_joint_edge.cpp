#include "pintle/joints/total_joint_edge.h"

#include "pintle/math/so3.h"

namespace pintle {

namespace {

// Held values; nothing when one of them changes in time.
std::optional<Vec3> constants_of(const std::array<Hold, 3>& motions, const DrivenVector& given) {
  Vec3 held = Vec3::Zero();
  for (int i = 0; i < 3; ++i) {
    if (motions[static_cast<std::size_t>(i)] != Hold::position) continue;
    const std::optional<double> value = given.constant(i);
    if (!value) return {};
    held[i] = *value;
  }
  return held;
}

int add_free(TotalJointEdge& edge, const std::array<Hold, 3>& motions, FreeMotion::Kind kind) {
  int count = 0;
  for (int i = 0; i < 3; ++i) {
    if (motions[static_cast<std::size_t>(i)] == Hold::position) continue;
    edge.free[edge.count++] = {kind, i};
    ++count;
  }
  return count;
}

}  // namespace

// Slides are along E, turns about H: where both are free these must be the same axes. With all rotations
// held, F = H exp(theta), and b gets axes that then are those of E; see total_joint.md (1, 2).
std::optional<TotalJointEdge> edge_of(const TotalJoint& joint) {
  const std::optional<Vec3> position = constants_of(joint.along, joint.position),
                            rotation = constants_of(joint.about, joint.rotation);
  if (!position || !rotation) return {};
  TotalJointEdge edge{joint.a, joint.b};
  const int ways = add_free(edge, joint.along, FreeMotion::Kind::translation);
  const int turns = add_free(edge, joint.about, FreeMotion::Kind::rotation);
  if (turns == 2 || (turns == 1 && !rotation->isZero())) return {};
  if (turns > 0 && ways > 0 && !joint.rotation_axes.isApprox(joint.a.axes)) return {};
  edge.a.offset += joint.a.axes * *position;
  if (turns > 0)
    edge.a.axes = joint.rotation_axes;
  else
    edge.b.axes = joint.b.axes * so3::exp_matrix(*rotation).transpose() * joint.rotation_axes.transpose() *
                  joint.a.axes;
  return edge;
}

}  // namespace pintle
