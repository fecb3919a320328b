#include "pintle/joints/clamp.h"

#include "pintle/joints/pair_joint_card.h"

namespace pintle {

namespace {

// The first side moved to where the second one is: the clamp then holds what is there.
JointSides held_as_placed(JointSides sides, const SystemBuilder& builder) {
  const NodeStart start = builder.start_of(sides.a.frame);
  const PairPose pose = pose_at_start(sides, builder);
  sides.a.offset = start.orientation.transpose() * (pose.r_a + pose.d);
  sides.a.axes = start.orientation.transpose() * pose.F;
  return sides;
}

void build_clamp(const CheckedCard& card, SystemBuilder& builder) {
  const JointSides sides = attach_sides(card, builder);
  add_pair_joint<Clamp>(card, card.boolean("as_placed") ? held_as_placed(sides, builder) : sides, builder);
}

}  // namespace

void register_clamp(Registry& registry) {
  registry.add(
      pair_joint_schema("clamp",
                        "The second side stays where it is relative to the first: no motion is left.")
          .synonyms({"fixed", "fixed_joint", "fix", "weld", "weld_joint", "lock", "lock_lock", "mate_fix",
                     "rigid_joint"})
          .alias("coincidence")
          .boolean("as_placed", "hold the sides as they are placed; false: bring points and axes together")
          .optional(true)
          .mbdyn({"clamp"}, "<b:node>, <a:here>, as_placed=false")
          .mbdyn({"coincidence"}, "<a>, <b>, as_placed=false"),
      build_clamp);
}

}  // namespace pintle
