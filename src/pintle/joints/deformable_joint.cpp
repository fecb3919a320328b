#include "pintle/joints/deformable_joint.h"

namespace pintle {

void register_deformable_joint(Registry& registry) {
  registry.add(
      deformable_pair_schema(
          "deformable_joint", "A constitutive law of the relative position and rotation of two sides.",
          "of dimension 6: force and moment from displacement and rotation vector", "N, N m", "m, rad")
          .synonyms({"bushing", "rigid_body_spring_damper", "six_dof_spring"})
          .mbdyn({"deformable joint"}, "<a>, <b>, <law:6>"),
      build_deformable_pair<DeformableJoint>);
}

}  // namespace pintle
