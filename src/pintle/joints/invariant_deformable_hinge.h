// Invariant deformable hinge: a constitutive law of the relative rotation, in axes half-way between the
// sides; see invariant_deformable_hinge.md.
#pragma once

#include "pintle/joints/deformable_pair.h"

namespace pintle {

struct InvariantDeformableHinge {
  static constexpr std::string_view kType = "invariant deformable hinge";
  static constexpr std::string_view kOutline = "deformablehinge";
  using Strain = MiddleStrain;
};

using InvariantDeformableHingeSet = DeformablePairSet<InvariantDeformableHinge>;

}  // namespace pintle
