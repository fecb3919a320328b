#include "pintle/joints/deformable_hinge.h"

namespace pintle {

void register_deformable_hinge(Registry& registry) {
  registry.add(
      deformable_pair_schema("deformable_hinge", "A constitutive law of the relative rotation of two sides.",
                             "of dimension 3: moment in N m from the rotation vector in rad", "N m", "rad")
          .synonyms({"torsional_spring_damper", "rotational_spring", "rotational_spring_damper"})
          .mbdyn({"deformable hinge"}, "<a:axes>, <b:axes>, <law:3>"),
      build_deformable_pair<DeformableHinge>);
}

}  // namespace pintle
