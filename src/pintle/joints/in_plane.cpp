#include "pintle/joints/in_plane.h"

#include "pintle/joints/pair_joint_card.h"

namespace pintle {

namespace {

void build_in_plane(const CheckedCard& card, SystemBuilder& builder) {
  const JointSides sides = attach_sides(card, builder);
  add_pair_joint<InPlaneJoint>(card, sides, builder, {prescribed_drive(card, "distance", "m", builder)});
}

}  // namespace

void register_in_plane(Registry& registry) {
  registry.add(pair_joint_schema("in_plane",
                                 "The second point stays in a plane normal to axis 3 of the first side: two "
                                 "translations and three rotations are left.")
                   .synonyms({"point_in_plane", "point_on_plane", "point_plane", "inplane_joint"})
                   .drive("distance", "of the plane from the first point, along axis 3; a drive of time")
                   .unit("m")
                   .optional(0)
                   .mbdyn({"in plane", "inplane"}, "<a:plane>, <b:point>"),
               build_in_plane);
}

}  // namespace pintle
