#include "pintle/joints/linear_acceleration.h"

#include "pintle/joints/node_motion_card.h"

namespace pintle {

void register_linear_acceleration(Registry& registry) {
  registry.add(node_motion_schema<LinearAcceleration>(
                   "linear_acceleration",
                   "The acceleration of a point along a direction that turns with the node is given.")
                   .mbdyn({"linear acceleration"}, "<at:node>, <direction>, <value>, fixed=true"),
               build_node_motion<LinearAcceleration>);
}

}  // namespace pintle
