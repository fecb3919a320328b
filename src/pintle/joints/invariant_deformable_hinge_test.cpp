#include "pintle/joints/invariant_deformable_hinge.h"

#include <gmock/gmock.h>

#include "pintle/math/so3.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_invariant_deformable_hinge(Registry& registry);

namespace {

BatterySubject invariant_hinge(const Value& law) {
  return card_subject(register_invariant_deformable_hinge, [law](BatteryRandom& random) {
    const Value a = random.attachment("a");
    return joint_card("invariant_deformable_hinge", a, random.attachment("b")).set("law", law);
  });
}

TEST(InvariantDeformableHinge, passes_the_battery) {
  const Value rows =
      Value::list({Value::list({3, 0.1, 0.2}), Value::list({0.3, 4, 0.4}), Value::list({0.5, 0.6, 5})});
  EXPECT_TRUE(passes_battery(
      invariant_hinge(
          Value::map({{"type", "linear_viscoelastic_generic"}, {"stiffness", rows}, {"proportional", 0.3}})),
      {.is_objective = true}));
  EXPECT_TRUE(passes_battery(invariant_hinge(Value::map({{"type", "linear_elastic"}, {"stiffness", 2}})),
                             {.is_objective = true, .is_conservative = true}));
}

// Ground components of the moment, nodes turned by the rotation vectors.
Vec3 moment_between(const Vec3& turn_a, const Vec3& turn_b) {
  JointCardModel model(register_invariant_deformable_hinge,
                       joint_card("invariant_deformable_hinge", "a", "b")
                           .set("law", Value::map({{"type", "linear_elastic_generic"},
                                                   {"stiffness", Value::list({1, 2, 3})}})));
  State& state = model.assembled->state;
  const Quat a = so3::exp(turn_a), b = so3::exp(turn_b);
  state.q.segment<4>(3) << a.w(), a.x(), a.y(), a.z();
  state.q.segment<4>(10) << b.w(), b.x(), b.y(), b.z();
  model.assembled->system.fill(state, model.snapshot);
  model.assembled->system.start_history(model.snapshot.context(), state);
  model.assembled->system.fill(state, model.snapshot);
  return model.channels().tail<3>();
}

TEST(InvariantDeformableHinge, does_not_care_which_side_is_the_first) {
  const Vec3 a(0.3, -0.5, 0.8), b(-0.4, 0.2, 0.1);
  EXPECT_LT((moment_between(a, b) + moment_between(b, a)).norm(), 1e-14);
  EXPECT_GT(moment_between(a, b).norm(), 0.1);
}

// As in the program (invariant_deformable_hinge.md).
TEST(InvariantDeformableHinge, stands_half_way_between_the_sides) {
  const Vec3 turn(0.6, 0.4, -0.2);
  const Vec3 local = Vec3(1, 2, 3).cwiseProduct(turn);
  EXPECT_LT((moment_between(Vec3::Zero(), turn) - so3::exp_matrix(Vec3(0.5 * turn)) * local).norm(), 1e-14);
}

}  // namespace
}  // namespace pintle
