#include "pintle/joints/distance.h"

#include <fmt/format.h>

#include "pintle/joints/pair_joint_card.h"

namespace pintle {

std::string Distance::describe_trouble(const PairPose& pose) {
  constexpr double kRoundOff = 1e-9;  // of the arms: the direction has lost half of its digits
  if (pose.d.norm() > kRoundOff * (pose.r_a.norm() + pose.r_b.norm())) return {};
  return fmt::format("The two points are {:.3g} m apart: the direction between them is undefined.",
                     pose.d.norm());
}

namespace {

void build_distance(const CheckedCard& card, SystemBuilder& builder) {
  const JointSides sides = attach_sides(card, builder);
  const double start = length_at_start(sides, builder);
  const bool is_given = card.has("length");
  const Drive length = is_given ? prescribed_drive(card, "length", "m", builder) : Drive::constant(start);
  const auto error = [&](std::string_view what, std::string_view advice) {
    builder.diagnostics().error(card.place_of("length"), fmt::format("{}: {}", describe(card.card()), what),
                                std::string(advice));
  };
  if (!card.has_errors() && sides.a.frame != sides.b.frame) {
    const DriveValue first = length.derivatives(0.0);
    const bool is_constant = first.rate == 0.0 && first.acceleration == 0.0;
    if (is_given && is_constant && first.value <= 0.0)
      error("the length must be greater than zero", "a spherical hinge holds two points together");
    else if (start == 0.0)
      error("the two points coincide at the start, so the distance has no direction",
            "move a node or an offset, or use a spherical hinge");
  }
  builder.set<PairJointSet<Distance>>().add(label_of(card), sides.a, sides.b, {length});
}

}  // namespace

void register_distance(Registry& registry) {
  registry.add(pair_joint_schema("distance",
                                 "Two points stay at a distance, which may change with time: one equation.")
                   .synonyms({"distance_joint", "distance_constraint", "rigid_rod", "massless_rod"})
                   .drive("length", "a drive of time; left out: the distance at the start")
                   .unit("m")
                   .optional()
                   .mbdyn({"distance"}, "<a:point>, <b:point>, {from nodes | <length>}")
                   .mbdyn({"distance with offset"}, "<a>, <b>, {from nodes | <length>}"),
               build_distance);
}

}  // namespace pintle
