#include "pintle/joints/deformable_axial_joint.h"

namespace pintle {

void register_deformable_axial_joint(Registry& registry) {
  registry.add(deformable_pair_schema(
                   "deformable_axial_joint",
                   "A constitutive law of the relative rotation of two sides about axis 3 of the first.",
                   "of dimension 1: moment in N m from the angle in rad", "N m", "rad")
                   .synonyms({"torsional_spring_damper", "torsion_spring", "torsional_spring",
                              "rotational_spring", "rotational_spring_damper", "rsda"})
                   .mbdyn({"deformable axial joint"}, "<a:axes>, <b:axes>, <law:1>"),
               build_deformable_pair<DeformableAxialJoint>);
}

}  // namespace pintle
