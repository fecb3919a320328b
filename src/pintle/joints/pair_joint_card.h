// What the cards of all joints between two attachments have in common.
#pragma once

#include <string>
#include <string_view>

#include "pintle/joints/pair_joint_set.h"
#include "pintle/system/registry.h"

namespace pintle {

// The points of both sides, the fields `a` and `b`, with what other programs call them.
inline CardSchema& add_points(CardSchema& schema, std::string a, std::string b) {
  return schema.attachment("a", std::move(a))
      .field_synonyms({"node_1", "node_a", "body_1", "body_a", "frame_a", "marker_i", "parent", "base",
                       "nodes", "bodies", "markers", "marker_numbers"})
      .attachment("b", std::move(b))
      .field_synonyms({"node_2", "node_b", "body_2", "body_b", "frame_b", "marker_j", "child", "nodes",
                       "bodies", "markers", "marker_numbers"})
      .hint({"position", "point", "location", "offset", "pos", "at"},
            "the points of a joint are those of its sides: give 'a' and 'b' an 'offset', or both the same "
            "'at'");
}

// Sides with axes, too.
inline CardSchema& add_sides(CardSchema& schema, std::string a, std::string b) {
  return add_points(schema, std::move(a), std::move(b))
      .hint({"axis", "axes", "orientation", "rotation", "direction"},
            "the axes of a joint are those of its sides: give 'a' and 'b' an 'orientation', such as {\"z\": "
            "[0, "
            "1, 0]}");
}

inline CardSchema pair_joint_schema(std::string type, std::string summary) {
  CardSchema schema("joint", std::move(type));
  schema.summary(std::move(summary));
  return add_sides(schema, "first side: a node with offset and axes, or ground",
                   "second side; the reported reaction acts on this one");
}

inline ElementLabel label_of(const CheckedCard& card) { return {card.name(), card.place()}; }

struct JointSides {
  Attachment a, b;
};

// Both sides of the card. A joint that joins a place to itself can never move and never hold.
JointSides attach_sides(const CheckedCard& card, SystemBuilder& builder);

// A joint that holds axes needs nodes that have them.
void require_axes(const CheckedCard& card, const JointSides& sides, SystemBuilder& builder);

// How the two sides are placed at the start, before the constraints are met.
PairPose pose_at_start(const JointSides& sides, const SystemBuilder& builder);

// |d| at the start, or zero when it is no more than round-off of the points' coordinates.
double length_at_start(const JointSides& sides, const SystemBuilder& builder);

// Says that `field` listens to measured quantities.
void refuse_measured(const CheckedCard& card, std::string_view field, SystemBuilder& builder);

// The drive in `field`; an error when it listens to measured quantities, which cannot prescribe a motion.
Drive prescribed_drive(const CheckedCard& card, std::string_view field, std::string_view unit,
                       SystemBuilder& builder);

// Warns when the start is far from any position that the joint allows.
void warn_about_start(const CheckedCard& card, const std::string& trouble, SystemBuilder& builder);

template <class Joint>
void add_pair_joint(const CheckedCard& card, const JointSides& sides, SystemBuilder& builder,
                    typename PairJointSet<Joint>::Prescribed prescribed = {}) {
  if constexpr (Joint::Equations::kTurnsAxes) require_axes(card, sides, builder);
  if constexpr (requires { Joint::describe_trouble(PairPose{}); })
    warn_about_start(card, Joint::describe_trouble(pose_at_start(sides, builder)), builder);
  builder.set<PairJointSet<Joint>>().add(label_of(card), sides.a, sides.b, std::move(prescribed));
}

template <class Joint>
void build_pair_joint(const CheckedCard& card, SystemBuilder& builder) {
  add_pair_joint<Joint>(card, attach_sides(card, builder), builder);
}

}  // namespace pintle
