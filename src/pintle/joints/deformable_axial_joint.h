// Deformable axial joint: a constitutive law of the rotation about one axis; see deformable_axial_joint.md.
#pragma once

#include "pintle/joints/deformable_pair.h"

namespace pintle {

struct DeformableAxialJoint {
  static constexpr std::string_view kType = "deformable axial joint";
  static constexpr std::string_view kOutline = "deformableaxialjoint";
  using Strain = AxialStrain;
};

using DeformableAxialJointSet = DeformablePairSet<DeformableAxialJoint>;

}  // namespace pintle
