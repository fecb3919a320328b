#include "pintle/joints/deformable_axial_joint.h"

#include <gmock/gmock.h>

#include "pintle/math/so3.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_deformable_axial_joint(Registry& registry);

namespace {

BatterySubject torsion_spring(const Value& law) {
  return card_subject(register_deformable_axial_joint, [law](BatteryRandom& random) {
    const Value a = random.attachment("a");
    return joint_card("deformable_axial_joint", a, random.attachment("b")).set("law", law);
  });
}

TEST(DeformableAxialJoint, passes_the_battery) {
  EXPECT_TRUE(passes_battery(
      torsion_spring(Value::map({{"type", "linear_viscoelastic"}, {"stiffness", 3}, {"proportional", 0.3}})),
      {.is_objective = true}));
}

// Node b is turned about axis 3 of node a.
class TorsionSpring {
 public:
  explicit TorsionSpring(const Value& law)
      : model_(register_deformable_axial_joint,
               joint_card("deformable_axial_joint", "a", Value::map({{"node", "b"}})).set("law", law)) {
    turn(0.0);
    model_.assembled->system.start_history(model_.snapshot.context(), model_.assembled->state);
  }
  void turn(double angle) {
    const Quat q = so3::exp(Vec3(0, 0, angle));
    model_.assembled->state.q.segment<4>(10) << q.w(), q.x(), q.y(), q.z();
    model_.assembled->system.fill(model_.assembled->state, model_.snapshot);
  }
  void commit() { model_.assembled->system.commit(model_.snapshot.context(), model_.assembled->state); }
  VecX channels() { return model_.channels(); }

 private:
  JointCardModel model_;
};

TEST(DeformableAxialJoint, counts_turns) {
  TorsionSpring spring(Value::map({{"type", "linear_elastic"}, {"stiffness", 2}}));
  for (double angle = 0.0; angle < 20.0; angle += 0.5) {
    spring.turn(angle);
    EXPECT_NEAR(spring.channels()[0], angle, 1e-12);
    EXPECT_NEAR(spring.channels()[2], 2.0 * angle, 1e-12);
    EXPECT_NEAR(spring.channels()[5], 2.0 * angle, 1e-12);
    spring.commit();
  }
}

TEST(DeformableAxialJoint, wants_a_law_of_one_dimension) {
  Card card = joint_card("deformable_axial_joint", "a", "b");
  card.set("law", Value::map({{"type", "linear_elastic_generic"}, {"stiffness", Value::list({1, 2, 3})}}));
  EXPECT_FALSE(JointCardModel(register_deformable_axial_joint, card).assembled);
}

}  // namespace
}  // namespace pintle
