#include "pintle/formulations/tree_edges.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace pintle {

namespace {

using Kind = FreeMotion::Kind;
using Side = FreeMotion::Side;

struct Edge {
  JointKind kind;
  std::vector<FreeMotion> speeds;  // in their order
};

const std::vector<Edge>& edges() {
  static const std::vector<Edge> kEdges{
      {JointKind::weld, {}},
      {JointKind::revolute, {{Kind::rotation, 2}}},
      {JointKind::prismatic, {{Kind::translation, 2}}},
      {JointKind::cylindrical, {{Kind::translation, 2}, {Kind::rotation, 2}}},
      {JointKind::universal, {{Kind::rotation, 2}, {Kind::rotation, 1, Side::b}}},
      {JointKind::spherical, {{Kind::rotation, 0}, {Kind::rotation, 1}, {Kind::rotation, 2}}},
      {JointKind::planar, {{Kind::translation, 0}, {Kind::translation, 1}, {Kind::rotation, 2}}},
      {JointKind::translational, {{Kind::translation, 0}, {Kind::translation, 1}, {Kind::translation, 2}}},
      {JointKind::revolute_cylindrical,
       {{Kind::translation, 2}, {Kind::rotation, 2}, {Kind::rotation, 2, Side::b}}},
      {JointKind::free,
       {{Kind::translation, 0},
        {Kind::translation, 1},
        {Kind::translation, 2},
        {Kind::rotation, 0},
        {Kind::rotation, 1},
        {Kind::rotation, 2}}}};
  return kEdges;
}

// Axes in another order, the k-th of them last.
Mat3 with_last(int k) {
  Mat3 order;
  order << Vec3::Unit((k + 1) % 3), Vec3::Unit((k + 2) % 3), Vec3::Unit(k);
  return order;
}

// Where a motion is among the speeds of an edge in axes of which the k-th is the last.
std::size_t place_of(FreeMotion motion, const Edge& edge, int k) {
  motion.axis = (motion.axis + 2 - k) % 3;
  return static_cast<std::size_t>(std::find(edge.speeds.begin(), edge.speeds.end(), motion) -
                                  edge.speeds.begin());
}

// The same motions, free and given together.
bool is_same(const Edge& edge, const RelativeMotion& motion, int k) {
  const auto has = [&](const FreeMotion& one) { return place_of(one, edge, k) < edge.speeds.size(); };
  return edge.speeds.size() == motion.free.size() + motion.given.size() &&
         std::all_of(motion.free.begin(), motion.free.end(), has) &&
         std::all_of(motion.given.begin(), motion.given.end(), has);
}

// Seen from B a way along axes of A turns with what turns freely, and mixes with other ways where anything
// turns: then it is not given there by itself. A slide that turns before it slides is none of ours.
bool can_be_reversed(JointKind kind, const RelativeMotion& motion) {
  if (kind == JointKind::revolute_cylindrical) return false;
  if (kind != JointKind::planar && kind != JointKind::free) return true;
  return motion.free.empty() || std::none_of(motion.given.begin(), motion.given.end(),
                                             [](const FreeMotion& m) { return m.kind == Kind::translation; });
}

}  // namespace

// Seen from B most joints are of the same kind. A universal joint, F = E Rz(q0) Ry(q1), is so after axes 2
// and 3 have changed places: E C = F C Rz(-q1) Ry(-q0).
std::optional<TreeEdge> tree_edge_of(const RelativeMotion& motion, bool is_reversed) {
  auto edge = edges().end();
  int last = 2;
  for (const int k : {2, 0, 1}) {
    if (edge != edges().end()) break;
    edge = std::find_if(edges().begin(), edges().end(),
                        [&](const Edge& candidate) { return is_same(candidate, motion, k); });
    last = k;
  }
  if (edge == edges().end()) return {};
  if (is_reversed && !can_be_reversed(edge->kind, motion)) return {};
  TreeEdge found{{}, edge->speeds, with_last(last)};
  TreeJoint& joint = found.joint;
  joint.kind = edge->kind;
  joint.on_parent = {motion.a.offset, motion.a.axes * found.order};
  joint.on_child = {motion.b.offset, motion.b.axes * found.order};
  for (const FreeMotion& given : motion.given)
    joint.prescribed = static_cast<std::uint8_t>(joint.prescribed | (1U << place_of(given, *edge, last)));
  if (!is_reversed) return found;
  std::swap(joint.on_parent, joint.on_child);
  if (joint.kind == JointKind::universal) {
    Mat3 C;
    C << -Vec3::UnitX(), Vec3::UnitZ(), Vec3::UnitY();
    joint.on_parent.axes = joint.on_parent.axes * C;
    joint.on_child.axes = joint.on_child.axes * C;
  }
  return found;
}

TreeJoint floating_joint(bool has_axes) {
  TreeJoint joint;
  joint.kind = has_axes ? JointKind::free : JointKind::translational;
  return joint;
}

}  // namespace pintle
