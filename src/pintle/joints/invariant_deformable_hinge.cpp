#include "pintle/joints/invariant_deformable_hinge.h"

namespace pintle {

void register_invariant_deformable_hinge(Registry& registry) {
  registry.add(
      deformable_pair_schema("invariant_deformable_hinge",
                             "A constitutive law of the relative rotation of two sides, in axes "
                             "half-way between them: it does not matter which is the first.",
                             "of dimension 3: moment in N m from the rotation vector in rad", "N m", "rad")
          .mbdyn({"invariant deformable hinge"}, "<a:axes>, <b:axes>, <law:3>"),
      build_deformable_pair<InvariantDeformableHinge>);
}

}  // namespace pintle
