#include "pintle/joints/deformable_pair.h"

#include <cmath>

namespace pintle {

// The same rotation is theta + 2 pi k n, n = theta/|theta|: the one nearest to the last. (deformable_joint.md
// 3)
Vec3 RotationStrain::unwound(const Vec3& theta, const Vec3& last) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  constexpr double kNoAxis = 1e-8;  // below, the axis is taken from the last
  const double angle = theta.norm(), last_angle = last.norm();
  if (angle + last_angle < std::numbers::pi) return theta;
  const Vec3 axis = angle > kNoAxis ? Vec3(theta / angle) : Vec3(last / last_angle);
  return theta + kTurn * std::round((last.dot(axis) - theta.dot(axis)) / kTurn) * axis;
}

void require_axes_of_law(const CheckedCard& card, JointSides sides, bool turns_second,
                         SystemBuilder& builder) {
  if (!turns_second) sides.b = sides.a;
  require_axes(card, sides, builder);
}

CardSchema deformable_pair_schema(const char* type, const char* summary, const char* law) {
  return CardSchema("joint", type)
      .summary(summary)
      .attachment("a", "first side, whose axes are those of the law: a node with offset and axes, or ground")
      .attachment("b", "second side")
      .named_card("law", "law", law)
      .example(Value::map({{"type", "linear_elastic"}, {"stiffness", 1000}}));
}

}  // namespace pintle
