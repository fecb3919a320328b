#include "pintle/joints/axial_rotation.h"

#include "pintle/joints/pair_joint_card.h"

namespace pintle {

void register_axial_rotation(Registry& registry) {
  registry.add(
      pair_joint_schema("axial_rotation",
                        "A revolute hinge about axis 3 whose relative angular velocity is given.")
          .mbdyn({"axial rotation"}, "<a>, <b>, <angular_velocity>")
          .drive("angular_velocity", "of the second side relative to the first about axis 3; a drive of time")
          .unit("rad/s"),
      [](const CheckedCard& card, SystemBuilder& builder) {
        add_pair_joint<AxialRotation>(card, attach_sides(card, builder), builder,
                                      {prescribed_drive(card, "angular_velocity", "rad/s", builder)});
      });
}

}  // namespace pintle
