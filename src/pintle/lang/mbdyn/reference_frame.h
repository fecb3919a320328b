// Frames in which a model in MBDyn's language gives its numbers; they exist while it is read.
#pragma once

#include "pintle/math/types.h"

namespace pintle::mbdyn {

struct ReferenceFrame {
  Vec3 x = Vec3::Zero();      // position of the origin
  Mat3 R = Mat3::Identity();  // axes, as columns
  Vec3 v = Vec3::Zero();      // velocity of the origin
  Vec3 w = Vec3::Zero();      // angular velocity; all of it in global components
};

inline const ReferenceFrame kGround;

}  // namespace pintle::mbdyn
