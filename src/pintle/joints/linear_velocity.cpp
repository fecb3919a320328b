#include "pintle/joints/linear_velocity.h"

#include "pintle/joints/velocity_joint_card.h"

namespace pintle {

void register_linear_velocity(Registry& registry) {
  registry.add(
      velocity_joint_schema<LinearVelocity>(
          "linear_velocity",
          "The velocity of a point along a direction that turns with the node is given; zero makes a "
          "knife edge."),
      build_velocity_joint<LinearVelocity>);
}

}  // namespace pintle
