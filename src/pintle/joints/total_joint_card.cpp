#include "pintle/joints/total_joint_card.h"

namespace pintle {

DrivenVector prescribed_vector(const CheckedCard& card, std::string_view field, std::string_view unit,
                               SystemBuilder& builder) {
  DrivenVector vector = builder.driven_vector(card, field, unit);
  if (vector.depends_on_time_only()) return vector;
  refuse_measured(card, field, builder);
  return {};
}

TotalJoint total_joint_between(const JointSides& sides) {
  TotalJoint joint;
  joint.a = sides.a;
  joint.b = sides.b;
  joint.rotation_axes = sides.a.axes;
  return joint;
}

}  // namespace pintle
