// The joints that can be an edge of a tree, with their coordinates. E are the axes of the joint's frame on
// the parent, F those on the child, d leads from the origin of the first to that of the second, in E axes.
#pragma once

#include <cstdint>
#include <string_view>

#include "pintle/base/ids.h"

namespace pintle {

enum class JointKind : std::uint8_t {
  weld,                  // F = E, d = 0
  revolute,              // F = E Rz(q0), d = 0
  prismatic,             // F = E, d = (0, 0, q0)
  cylindrical,           // F = E Rz(q1), d = (0, 0, q0)
  universal,             // F = E Rz(q0) Ry(q1), d = 0
  spherical,             // F = E R(q0..q3), unit quaternion (w, x, y, z); speeds: angular velocity, E axes
  planar,                // F = E Rz(q2), d = (q0, q1, 0)
  free,                  // F = E R(q3..q6), d = (q0, q1, q2); speeds: velocity of d and angular, E axes
  translational,         // F = E, d = (q0, q1, q2)
  revolute_cylindrical,  // F = E Rz(q1) C Rz(q2), d = (0, 0, q0); C takes axis 3 to 1 and 1 to 3
};
inline constexpr int kJointKinds = 10;
inline constexpr Index kMostSpeeds = 6;

struct JointSizes {
  Index coordinates = 0;
  Index speeds = 0;
  Index quaternion = -1;  // place of its first component among the coordinates
};

constexpr JointSizes sizes_of(JointKind kind) {
  switch (kind) {
    case JointKind::weld:
      return {0, 0, -1};
    case JointKind::revolute:
    case JointKind::prismatic:
      return {1, 1, -1};
    case JointKind::cylindrical:
    case JointKind::universal:
      return {2, 2, -1};
    case JointKind::planar:
    case JointKind::translational:
    case JointKind::revolute_cylindrical:
      return {3, 3, -1};
    case JointKind::spherical:
      return {4, 3, 0};
    case JointKind::free:
      return {7, 6, 3};
  }
  return {};
}

std::string_view name_of(JointKind kind);

}  // namespace pintle
