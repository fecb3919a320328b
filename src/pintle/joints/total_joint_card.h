// What the cards of total joints and of their special cases have in common.
#pragma once

#include "pintle/joints/pair_joint_card.h"
#include "pintle/joints/total_joint_set.h"

namespace pintle {

// The drives in `field`; an error when they listen to measured quantities, which cannot prescribe a motion.
DrivenVector prescribed_vector(const CheckedCard& card, std::string_view field, std::string_view unit,
                               SystemBuilder& builder);

// Both sides; rotations are seen in the axes of the first.
TotalJoint total_joint_between(const JointSides& sides);

// Adds it to the set of its type, once it is known that the nodes can be held so.
template <class Joint>
void add_total_joint(const CheckedCard& card, TotalJoint joint, SystemBuilder& builder) {
  if (joint.turns_axes()) require_axes(card, {joint.a, joint.b}, builder);
  builder.set<TotalJointSetOf<Joint>>().add(label_of(card), std::move(joint));
}

}  // namespace pintle
