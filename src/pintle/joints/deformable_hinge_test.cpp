#include "pintle/joints/deformable_hinge.h"

#include <gmock/gmock.h>

#include "pintle/math/so3.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_deformable_hinge(Registry& registry);

namespace {

BatterySubject hinge(const Value& law) {
  return card_subject(register_deformable_hinge, [law](BatteryRandom& random) {
    const Value a = random.attachment("a");
    return joint_card("deformable_hinge", a, random.attachment("b")).set("law", law);
  });
}

TEST(DeformableHinge, passes_the_battery) {
  const Value rows =
      Value::list({Value::list({3, 0.1, 0.2}), Value::list({0.3, 4, 0.4}), Value::list({0.5, 0.6, 5})});
  EXPECT_TRUE(passes_battery(
      hinge(
          Value::map({{"type", "linear_viscoelastic_generic"}, {"stiffness", rows}, {"proportional", 0.3}})),
      {.is_objective = true}));
}

TEST(DeformableHinge, keeps_the_energy_of_an_isotropic_law) {
  EXPECT_TRUE(passes_battery(hinge(Value::map({{"type", "linear_elastic"}, {"stiffness", 2}})),
                             {.is_objective = true, .is_conservative = true}));
  EXPECT_TRUE(passes_battery(
      hinge(Value::map({{"type", "isotropic_hardening_elastic"}, {"stiffness", 2}, {"reference_strain", 1}})),
      {.is_objective = true, .is_conservative = true}));
}

TEST(DeformableHinge, loses_energy_to_viscosity) {
  EXPECT_TRUE(passes_battery(hinge(Value::map({{"type", "linear_viscous"}, {"viscosity", 2}})),
                             {.is_objective = true, .is_dissipative = true}));
}

// A turn of b relative to a, and the moment in the axes of a. History as after an accepted step.
class Winding {
 public:
  Winding() : model_(register_deformable_hinge, card()) {}

  Vec3 moment_at(const Vec3& turn) {
    Assembled& assembled = *model_.assembled;
    const Quat q = so3::exp(turn);
    assembled.state.q.segment<4>(10) << q.w(), q.x(), q.y(), q.z();
    assembled.system.fill(assembled.state, model_.snapshot);
    const Vec3 moment = model_.channels().segment<3>(6);
    assembled.system.commit(model_.snapshot.context(), assembled.state);
    return moment;
  }

 private:
  static Card card() {
    return joint_card("deformable_hinge", "a", "b")
        .set("law", Value::map({{"type", "linear_elastic_generic"}, {"stiffness", Value::list({1, 2, 3})}}));
  }
  JointCardModel model_;
};

// Numbers of the program: diag(1, 2, 3), rotation vector (3, 2, -1) sin(0.26 pi) has the moment K theta.
TEST(DeformableHinge, has_no_tangent_map) {
  Winding winding;
  const double s = 0.72896863;
  winding.moment_at(Vec3::Zero());
  EXPECT_LT((winding.moment_at(s * Vec3(3, 2, -1)) - Vec3(2.186906, 2.915875, -2.186906)).norm(), 2e-6);
}

TEST(DeformableHinge, counts_turns) {
  Winding winding;
  const Vec3 axis = Vec3(1, -2, 2) / 3.0, k(1, 2, 3);
  for (double angle = 0.0; angle < 20.0; angle += 0.4)
    EXPECT_LT((winding.moment_at(angle * axis) - angle * k.cwiseProduct(axis)).norm(), 1e-11) << angle;
  for (double angle = 20.0; angle > -20.0; angle -= 0.4)
    EXPECT_LT((winding.moment_at(angle * axis) - angle * k.cwiseProduct(axis)).norm(), 1e-11) << angle;
}

TEST(DeformableHinge, passes_through_full_turns) {
  Winding winding;
  constexpr double kPi = std::numbers::pi;
  for (const double angle : {0.0, 2.0, 4.0, 2.0 * kPi, 2.0 * kPi + 1e-9, 7.0, 9.0, 11.0, 4.0 * kPi, 13.0})
    EXPECT_NEAR(winding.moment_at(Vec3(0, angle, 0))[1], 2.0 * angle, 1e-7) << angle;
}

TEST(DeformableHinge, wants_a_law_of_three_dimensions) {
  Card card = joint_card("deformable_hinge", "a", "b");
  card.set("law", Value::map({{"type", "log_elastic"}, {"stiffness", 1}}));
  EXPECT_THAT(JointCardModel(register_deformable_hinge, card).diagnostics.to_text(),
              testing::HasSubstr("needs a law of dimension 3, which this law does not have"));
}

}  // namespace
}  // namespace pintle
