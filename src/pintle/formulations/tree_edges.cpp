#include "pintle/formulations/tree_edges.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace pintle {

namespace {

using Kind = FreeMotion::Kind;
using Side = FreeMotion::Side;

struct Edge {
  JointKind kind;
  std::vector<FreeMotion> free;
};

const std::vector<Edge>& edges() {
  static const std::vector<Edge> kEdges{
      {JointKind::weld, {}},
      {JointKind::revolute, {{Kind::rotation, 2}}},
      {JointKind::prismatic, {{Kind::translation, 2}}},
      {JointKind::cylindrical, {{Kind::rotation, 2}, {Kind::translation, 2}}},
      {JointKind::universal, {{Kind::rotation, 2}, {Kind::rotation, 1, Side::b}}},
      {JointKind::spherical, {{Kind::rotation, 0}, {Kind::rotation, 1}, {Kind::rotation, 2}}},
      {JointKind::planar, {{Kind::translation, 0}, {Kind::translation, 1}, {Kind::rotation, 2}}},
      {JointKind::translational, {{Kind::translation, 0}, {Kind::translation, 1}, {Kind::translation, 2}}},
      {JointKind::revolute_cylindrical,
       {{Kind::rotation, 2}, {Kind::rotation, 2, Side::b}, {Kind::translation, 2}}}};
  return kEdges;
}

// Axes in another order, the k-th of them last.
Mat3 with_last(int k) {
  Mat3 order;
  order << Vec3::Unit((k + 1) % 3), Vec3::Unit((k + 2) % 3), Vec3::Unit(k);
  return order;
}

// The same motions, in axes of which the k-th is the last.
bool is_same(const std::vector<FreeMotion>& edge, std::span<const FreeMotion> free, int k) {
  return edge.size() == free.size() && std::all_of(free.begin(), free.end(), [&](FreeMotion motion) {
           motion.axis = (motion.axis + 2 - k) % 3;
           return std::find(edge.begin(), edge.end(), motion) != edge.end();
         });
}

}  // namespace

// Seen from B most joints are of the same kind. A universal joint, F = E Rz(q0) Ry(q1), is so after axes 2
// and 3 have changed places: E C = F C Rz(-q1) Ry(-q0). A slide that turns before it slides is none of ours.
std::optional<TreeJoint> tree_joint_of(const RelativeMotion& motion, bool is_reversed) {
  auto edge = edges().end();
  int last = 2;
  for (const int k : {2, 0, 1}) {
    if (edge != edges().end()) break;
    edge = std::find_if(edges().begin(), edges().end(),
                        [&](const Edge& candidate) { return is_same(candidate.free, motion.free, k); });
    last = k;
  }
  if (edge == edges().end()) return {};
  if (is_reversed && edge->kind == JointKind::revolute_cylindrical) return {};
  TreeJoint joint;
  joint.kind = edge->kind;
  joint.on_parent = {motion.a.offset, motion.a.axes * with_last(last)};
  joint.on_child = {motion.b.offset, motion.b.axes * with_last(last)};
  if (!is_reversed) return joint;
  std::swap(joint.on_parent, joint.on_child);
  if (joint.kind == JointKind::universal) {
    Mat3 C;
    C << -Vec3::UnitX(), Vec3::UnitZ(), Vec3::UnitY();
    joint.on_parent.axes = joint.on_parent.axes * C;
    joint.on_child.axes = joint.on_child.axes * C;
  }
  return joint;
}

TreeJoint floating_joint(bool has_axes) {
  TreeJoint joint;
  joint.kind = has_axes ? JointKind::free : JointKind::translational;
  return joint;
}

}  // namespace pintle
