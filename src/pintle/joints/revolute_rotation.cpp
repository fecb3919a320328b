#include "pintle/joints/revolute_rotation.h"

#include "pintle/joints/pair_joint_card.h"

namespace pintle {

void register_revolute_rotation(Registry& registry) {
  registry.add(
      pair_joint_schema("revolute_rotation",
                        "The third axes of both sides stay parallel; the points are free: two equations.")
          .mbdyn({"revolute rotation"}, "<a:axes>, <b:axes>"),
      build_pair_joint<RevoluteRotation>);
}

}  // namespace pintle
