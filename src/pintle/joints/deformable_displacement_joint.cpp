#include "pintle/joints/deformable_displacement_joint.h"

namespace pintle {

void register_deformable_displacement_joint(Registry& registry) {
  registry.add(
      deformable_pair_schema("deformable_displacement_joint",
                             "A constitutive law of the relative position of two points.",
                             "of dimension 3: force in N from the displacement in m", "N", "m")
          .synonyms({"cartesian_spring_damper"})
          .mbdyn({"deformable displacement joint", "deformable displacement hinge"}, "<a>, <b>, <law:3>")
          .alias("deformable_displacement_hinge"),
      build_deformable_pair<DeformableDisplacementJoint>);
}

}  // namespace pintle
