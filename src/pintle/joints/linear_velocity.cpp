#include "pintle/joints/linear_velocity.h"

#include "pintle/joints/node_motion_card.h"

namespace pintle {

void register_linear_velocity(Registry& registry) {
  registry.add(
      node_motion_schema<LinearVelocity>(
          "linear_velocity",
          "The velocity of a point along a direction that turns with the node is given; zero makes a "
          "knife edge.")
          .mbdyn({"linear velocity"}, "<at:node>, <direction>, <value>, fixed=true"),
      build_node_motion<LinearVelocity>);
}

}  // namespace pintle
