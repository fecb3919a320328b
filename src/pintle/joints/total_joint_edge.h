// What the equations on positions of a total joint leave free and what they give, for formulations that take
// it as an edge of a tree.
#pragma once

#include <array>
#include <optional>

#include "pintle/joints/total_joint_kinematics.h"
#include "pintle/system/relative_motion.h"

namespace pintle {

struct TotalJointEdge {
  // Some of the six motions.
  struct Motions {
    std::array<FreeMotion, 6> all = {};
    std::size_t count = 0;
    void add(FreeMotion::Kind kind, int axis) { all[count++] = {kind, axis}; }
    std::span<const FreeMotion> list() const { return std::span(all).first(count); }
  };
  Attachment a, b;
  Motions free, given;
  RelativeMotion motion() const { return {a, b, free.list(), given.list()}; }
};

// Nothing: it holds part of a rotation, which no coordinates describe.
std::optional<TotalJointEdge> edge_of(const TotalJoint& joint);

GivenMotion given_motion(const TotalJoint& joint, const TotalJointEdge& edge, double time);

}  // namespace pintle
