#include "pintle/joints/drive_hinge.h"

#include "pintle/joints/total_joint_card.h"

namespace pintle {

namespace {

void build_drive_hinge(const CheckedCard& card, SystemBuilder& builder) {
  TotalJoint joint = total_joint_between(attach_sides(card, builder));
  joint.about = TotalJoint::kHeld;
  joint.rotation = prescribed_vector(card, "rotation", "rad", builder);
  add_total_joint<DriveHinge>(card, std::move(joint), builder);
}

}  // namespace

void register_drive_hinge(Registry& registry) {
  registry.add(
      pair_joint_schema("drive_hinge",
                        "The orientation of the second side relative to the first is given; the points "
                        "are free: three equations.")
          .synonyms({"prescribed_rotation", "prescribed_orientation"})
          .mbdyn({"drive hinge"}, "<a:axes>, <b:axes>, <rotation>")
          .drive3("rotation", "rotation vector in the axes of 'a'; drives of time")
          .unit("rad"),
      build_drive_hinge);
}

}  // namespace pintle
