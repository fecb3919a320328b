#include "pintle/joints/angular_velocity.h"

#include "pintle/joints/node_motion_card.h"

namespace pintle {

void register_angular_velocity(Registry& registry) {
  registry.add(
      node_motion_schema<AngularVelocity>(
          "angular_velocity", "The angular velocity of a node about a direction that turns with it is given.")
          .mbdyn({"angular velocity"}, "<at:node>, <direction>, <value>"),
      build_node_motion<AngularVelocity>);
}

}  // namespace pintle
