#include "pintle/joints/drive_displacement.h"

#include "pintle/joints/total_joint_card.h"

namespace pintle {

namespace {

void build_drive_displacement(const CheckedCard& card, SystemBuilder& builder) {
  TotalJoint joint = total_joint_between(attach_sides(card, builder));
  joint.along = TotalJoint::kHeld;
  joint.position = prescribed_vector(card, "position", "m", builder);
  add_total_joint<DriveDisplacement>(card, std::move(joint), builder);
}

}  // namespace

void register_drive_displacement(Registry& registry) {
  registry.add(
      pair_joint_schema("drive_displacement",
                        "The position of the second point in the axes of the first side is given: three "
                        "equations.")
          .synonyms({"linear_motor", "linear_actuator", "motor_linear", "prescribed_displacement"})
          .mbdyn({"drive displacement"}, "<a>, <b>, <position>")
          .mbdyn({"drive displacement pin"}, "<b>, <a:pin>, <position>")
          .drive3("position", "from the first point to the second, in the axes of 'a'; drives of time")
          .unit("m"),
      build_drive_displacement);
}

}  // namespace pintle
