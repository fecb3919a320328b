// What a joint leaves free and what drives give of it, for formulations that take it as an edge of a tree
// instead of as equations.
#pragma once

#include <cstdint>
#include <span>

#include "pintle/system/attachment.h"

namespace pintle {

// How B may move relative to A when the joint's equations on positions are met: turning about or sliding
// along an axis (0, 1, 2) of A, or of B.
struct FreeMotion {
  enum class Kind : std::uint8_t { rotation, translation };
  enum class Side : std::uint8_t { a, b };
  Kind kind;
  int axis;
  Side side = Side::a;
  friend bool operator==(const FreeMotion&, const FreeMotion&) = default;
};

struct RelativeMotion {
  Attachment a, b;
  std::span<const FreeMotion> free;
  // What drives of time prescribe (ConstraintSet::given_motion); not among the free ones. On velocities: the
  // positions are the integrals of what is given.
  std::span<const FreeMotion> given = {};
  ConstraintLevel given_level = ConstraintLevel::position;
};

// At a time, side B seen from side A, in the axes of A: its point, its axes, and their rates. Only what is
// given counts.
struct GivenMotion {
  Vec3 d = Vec3::Zero(), d_rate = Vec3::Zero(), d_acceleration = Vec3::Zero();
  Mat3 R = Mat3::Identity();
  Vec3 omega = Vec3::Zero(), alpha = Vec3::Zero();
};

}  // namespace pintle
