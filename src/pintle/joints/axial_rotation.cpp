#include "pintle/joints/axial_rotation.h"

#include <fmt/format.h>

#include "pintle/joints/hinge_friction.h"

namespace pintle {

namespace {

void build_axial_rotation(const CheckedCard& card, SystemBuilder& builder) {
  const JointSides sides = attach_sides(card, builder);
  add_pair_joint<AxialRotation>(card, sides, builder,
                                {prescribed_drive(card, "angular_velocity", "rad/s", builder)});
  add_hinge_friction<AxialRotation>(card, sides, builder);
}

}  // namespace

void register_axial_rotation(Registry& registry) {
  CardSchema schema =
      pair_joint_schema("axial_rotation",
                        "A revolute hinge about axis 3 whose relative angular velocity is given.")
          .synonyms({"motor", "rotational_motor", "rotation_motor", "motor_rotation_speed", "speed_motor",
                     "constant_speed"})
          .mbdyn({"axial rotation"}, fmt::format("<a>, <b>, <angular_velocity>, [{}]", kFrictionSyntax))
          .drive("angular_velocity", "of the second side relative to the first about axis 3; a drive of time")
          .unit("rad/s");
  registry.add(std::move(add_friction_fields(schema, true)), build_axial_rotation);
}

}  // namespace pintle
