#include "pintle/joints/kinematic.h"

#include "pintle/joints/total_joint_card.h"

namespace pintle {

namespace {

void build_kinematic(const CheckedCard& card, SystemBuilder& builder) {
  if (!card.has_errors() && card.attachment("at").is_ground())
    builder.diagnostics().error(card.place_of("at"), describe(card.card()) + ": the ground does not move",
                                "give a node");
  TotalJoint joint = total_joint_between({Attachment{}, builder.attach(card.attachment("at"))});
  joint.along = joint.about = TotalJoint::kHeld;
  joint.position = prescribed_vector(card, "position", "m", builder);
  joint.rotation = prescribed_vector(card, "rotation", "rad", builder);
  add_total_joint<Kinematic>(card, std::move(joint), builder);
}

}  // namespace

void register_kinematic(Registry& registry) {
  registry.add(
      CardSchema("joint", "kinematic")
          .synonyms({"prescribed_motion", "motion", "prescribed"})
          .summary("The whole motion of a node is given: six equations.")
          .mbdyn({"kinematic"}, "<at:node>, {position, <position> | <position>}, [orientation, <rotation>]")
          .attachment("at", "what is moved: a node with offset and axes")
          .drive3("position", "of the point, ground components; drives of time")
          .geometry(Geometry::position)
          .unit("m")
          .drive3("rotation", "rotation vector of the axes, ground components; drives of time")
          .geometry(Geometry::other)
          .unit("rad")
          .optional(Value::list({0, 0, 0})),
      build_kinematic);
}

}  // namespace pintle
