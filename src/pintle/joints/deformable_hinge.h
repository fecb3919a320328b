// Deformable hinge: a constitutive law of the relative rotation; see deformable_hinge.md.
#pragma once

#include "pintle/joints/deformable_pair.h"

namespace pintle {

struct DeformableHinge {
  static constexpr std::string_view kType = "deformable hinge";
  static constexpr std::string_view kOutline = "deformablehinge";
  using Strain = RotationStrain;
};

using DeformableHingeSet = DeformablePairSet<DeformableHinge>;

}  // namespace pintle
