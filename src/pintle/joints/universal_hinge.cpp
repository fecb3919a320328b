#include "pintle/joints/universal_hinge.h"

#include "pintle/joints/pair_joint_card.h"

namespace pintle {

void register_universal_hinge(Registry& registry) {
  registry.add(
      pair_joint_schema("universal_hinge",
                        "Two points coincide, and axis 3 of the first side stays normal to axis 2 of the "
                        "second: a Cardan joint with two rotations left.")
          .synonyms({"universal_joint", "cardan", "cardan_joint", "hooke", "hooke_joint"})
          .mbdyn({"universal hinge", "cardano hinge"}, "<a>, <b>")
          .mbdyn({"universal pin", "cardano pin"}, "<b>, <a:pin>")
          .alias("cardano_hinge"),
      build_pair_joint<UniversalHinge>);
}

}  // namespace pintle
