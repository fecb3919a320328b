#include "pintle/joints/angular_acceleration.h"

#include "pintle/joints/node_motion_card.h"

namespace pintle {

void register_angular_acceleration(Registry& registry) {
  registry.add(node_motion_schema<AngularAcceleration>(
                   "angular_acceleration",
                   "The angular acceleration of a node about a direction that turns with it is given.")
                   .mbdyn({"angular acceleration"}, "<at:node>, <direction>, <value>"),
               build_node_motion<AngularAcceleration>);
}

}  // namespace pintle
