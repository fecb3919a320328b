// Deformable joint: a constitutive law of the relative position and rotation; see deformable_joint.md.
#pragma once

#include "pintle/joints/deformable_pair.h"

namespace pintle {

struct DeformableJoint {
  static constexpr std::string_view kType = "deformable joint";
  static constexpr std::string_view kOutline = "deformablejoint";
  using Strain = FullStrain;
};

using DeformableJointSet = DeformablePairSet<DeformableJoint>;

}  // namespace pintle
