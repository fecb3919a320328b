#include "pintle/joints/plane_displacement.h"

#include "pintle/joints/pair_joint_card.h"

namespace pintle {

void register_plane_displacement(Registry& registry) {
  registry.add(
      pair_joint_schema("plane_displacement",
                        "The second side moves in the 1-2 plane of the first and turns about axis 3 only: "
                        "three equations.")
          .synonyms({"planar", "planar_joint", "lock_plane_plane"})
          .mbdyn({"plane displacement"}, "<a>, <b>")
          .mbdyn({"plane displacement pin"}, "<b>, <a:pin>"),
      build_pair_joint<PlaneDisplacement>);
}

}  // namespace pintle
