// Deformable displacement joint: a constitutive law of the relative position; see
// deformable_displacement_joint.md.
#pragma once

#include "pintle/joints/deformable_pair.h"

namespace pintle {

struct DeformableDisplacementJoint {
  static constexpr std::string_view kType = "deformable displacement joint";
  static constexpr std::string_view kOutline = "deformabledisplacementjoint";
  using Strain = DisplacementStrain;
};

using DeformableDisplacementJointSet = DeformablePairSet<DeformableDisplacementJoint>;

}  // namespace pintle
