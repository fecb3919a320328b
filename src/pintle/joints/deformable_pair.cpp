#include "pintle/joints/deformable_pair.h"

#include <cmath>

namespace pintle {

// The same rotation is theta + 2 pi k n, n = theta/|theta|: the one nearest to the last.
// (deformable_joint.md 3)
Vec3 RotationStrain::unwound(const Vec3& theta, const Vec3& last) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  constexpr double kNoAxis = 1e-8;  // below, the axis is taken from the last
  const double angle = theta.norm(), last_angle = last.norm();
  if (angle + last_angle < std::numbers::pi) return theta;
  const Vec3 axis = angle > kNoAxis ? Vec3(theta / angle) : Vec3(last / last_angle);
  return theta + kTurn * std::round((last.dot(axis) - theta.dot(axis)) / kTurn) * axis;
}

std::vector<ChannelInfo> deformable_channels(int dimension, bool has_force) {
  if (dimension == 1)
    return {{"angle", "rad", 1, "of the second side about axis 3 of the first"},
            {"angular_rate", "rad/s", 1, "relative angular velocity about that axis"},
            {"moment", "N m", 1, "that turns the second side back"},
            {"moment_ground", "N m", 3, "the same in ground components", Geometry::vector}};
  const bool has_moment = dimension == 6 || !has_force;
  std::vector<ChannelInfo> channels;
  if (has_force) {
    channels.push_back(
        {"displacement", "m", 3, "of the second point from the first, axes of the first side"});
    channels.push_back({"displacement_rate", "m/s", 3, "its rate in those axes"});
  }
  if (has_moment) {
    channels.push_back({"rotation", "rad", 3, "rotation vector of the second side, axes of the first side"});
    channels.push_back(
        {"angular_velocity", "rad/s", 3, "of the second side from the first, in the axes of the law"});
  }
  if (has_force) {
    channels.push_back({"force", "N", 3, "that pulls the second side back, axes of the law"});
    channels.push_back({"force_ground", "N", 3, "the same in ground components", Geometry::vector});
  }
  if (has_moment) {
    channels.push_back({"moment", "N m", 3, "that turns the second side back, axes of the law"});
    channels.push_back({"moment_ground", "N m", 3, "the same in ground components", Geometry::vector});
  }
  return channels;
}

void require_axes_of_law(const CheckedCard& card, JointSides sides, bool turns_second,
                         SystemBuilder& builder) {
  if (!turns_second) sides.b = sides.a;
  require_axes(card, sides, builder);
}

CardSchema deformable_pair_schema(const char* type, const char* summary, const char* law,
                                  const char* force_unit, const char* strain_unit) {
  CardSchema schema("joint", type);
  schema.summary(summary);
  return add_sides(schema,
                   "first side, whose axes are those of the law: a node with offset and axes, or ground",
                   "second side")
      .named_card("law", "law", law)
      .law_of(force_unit, strain_unit)
      .field_synonyms({"constitutive_law", "material"})
      .hint({"stiffness", "damping", "viscosity"}, "it belongs to the 'law', such as linear_viscoelastic")
      .example(Value::map({{"type", "linear_elastic"}, {"stiffness", 1000}}));
}

}  // namespace pintle
