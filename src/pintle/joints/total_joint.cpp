#include "pintle/joints/total_joint_card.h"

namespace pintle {

namespace {

constexpr std::array<std::string_view, 3> kAlong{"along_1", "along_2", "along_3"};
constexpr std::array<std::string_view, 3> kAbout{"about_1", "about_2", "about_3"};

std::array<Hold, 3> read_hold(const CheckedCard& card, const std::array<std::string_view, 3>& fields,
                              std::string_view by_position) {
  std::array<Hold, 3> hold{};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string& word = card.choice(fields[i]);
    hold[i] = word == "free" ? Hold::none : word == by_position ? Hold::position : Hold::velocity;
  }
  return hold;
}

void build_total_joint(const CheckedCard& card, SystemBuilder& builder) {
  const JointSides sides = attach_sides(card, builder);
  TotalJoint joint = total_joint_between(sides);
  if (card.has("rotation_axes")) joint.rotation_axes = card.orientation("rotation_axes");
  joint.along = read_hold(card, kAlong, "position");
  joint.about = read_hold(card, kAbout, "rotation");
  if (!card.has_errors() && joint.along == TotalJoint::kFree && joint.about == TotalJoint::kFree)
    builder.diagnostics().warning(card.place(), describe(card.card()) + ": it holds nothing",
                                  "say which motions are held");
  joint.position = prescribed_vector(card, "position", "m", builder);
  joint.rotation = prescribed_vector(card, "rotation", "rad", builder);
  joint.velocity = prescribed_vector(card, "velocity", "m/s", builder);
  joint.angular_velocity = prescribed_vector(card, "angular_velocity", "rad/s", builder);
  add_total_joint<TotalJoint>(card, std::move(joint), builder);
}

}  // namespace

void register_total_joint(Registry& registry) {
  CardSchema schema =
      pair_joint_schema(
          "total_joint",
          "Any of the six relative motions of two sides is held, prescribed, or prescribed as a rate.")
          .synonyms({"generic", "generic_joint", "six_dof_joint"});
  schema
      .orientation("rotation_axes",
                   "axes that rotations are seen in, in those of the node of 'a'; left out: those of 'a'")
      .geometry(Geometry::orientation, "a")
      .optional();
  for (const std::string_view field : kAlong)
    schema.choice(std::string(field), {"free", "position", "velocity"}, "motion along this axis of 'a'")
        .optional("free");
  for (const std::string_view field : kAbout)
    schema.choice(std::string(field), {"free", "rotation", "angular_velocity"}, "rotation about this axis")
        .optional("free");
  const Value zero = Value::list({0, 0, 0});
  schema.drive3("position", "of b seen from a along the axes with 'position'; drives of time")
      .unit("m")
      .optional(zero);
  schema.drive3("rotation", "rotation vector of b seen from a, for the axes with 'rotation'; drives of time")
      .unit("rad")
      .optional(zero);
  schema.drive3("velocity", "for the axes with 'velocity'; drives of time").unit("m/s").optional(zero);
  schema.drive3("angular_velocity", "for the axes with 'angular_velocity'; drives of time")
      .unit("rad/s")
      .optional(zero);
  registry.add(std::move(schema), build_total_joint);
}

}  // namespace pintle
