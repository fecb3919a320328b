#include "pintle/joints/angular_velocity.h"

#include "pintle/joints/velocity_joint_card.h"

namespace pintle {

void register_angular_velocity(Registry& registry) {
  registry.add(velocity_joint_schema<AngularVelocity>(
                   "angular_velocity",
                   "The angular velocity of a node about a direction that turns with it is given."),
               build_velocity_joint<AngularVelocity>);
}

}  // namespace pintle
