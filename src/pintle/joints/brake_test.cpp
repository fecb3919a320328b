#include "pintle/joints/brake.h"

#include <gmock/gmock.h>

#include "tests/support/friction_cards.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_brake(Registry& registry);

namespace {

TEST(Brake, passes_the_battery) {
  for (const Value& model : {slipping_friction(), bristle_friction()}) {
    const auto card = [&](BatteryRandom& random) {
      return friction_joint("brake", model, random).set("normal_force", 30.0);
    };
    EXPECT_TRUE(passes_battery(card_subject(register_brake, card)));
  }
}

// M = r f N with f = f_s + sigma2 v, v = r omega; on b against its rotation.
TEST(Brake, exerts_the_moment_of_its_model) {
  Card card = joint_card("brake", "a", "b");
  card.set("friction", slipping_friction())
      .set("radius", 0.1)
      .set("normal_force", 50.0)
      .set("shape", "simple");
  JointCardModel model(register_brake, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  State& state = model.assembled->state;
  state.v[11] = 4.0;  // node b about z
  const System& system = model.assembled->system;
  system.fill(state, model.snapshot);
  system.start_history(model.snapshot.context(), state);
  system.fill(state, model.snapshot);
  const double f = 0.4 * std::exp(-0.5 * 0.4) + 0.7 * 0.4;
  EXPECT_NEAR(model.channels()[0], -0.1 * f * 50.0, 1e-14);
  EXPECT_NEAR(model.channels()[1], f, 1e-15);
  EXPECT_EQ(model.channels()[2], 50.0);
  EXPECT_NEAR(model.channels()[3], 0.4, 1e-15);
  EXPECT_EQ(model.channels()[4], 0.0);
}

// At rest it sticks: the multiplier is the moment, and the row is the relative rate.
TEST(Brake, holds_what_is_at_rest) {
  Card card = joint_card("brake", "a", "b");
  card.set("friction", slipping_friction()).set("radius", 0.1).set("normal_force", 50.0);
  JointCardModel model(register_brake, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  State& state = model.assembled->state;
  const System& system = model.assembled->system;
  state.lambda[0] = 1.5;
  system.fill(state, model.snapshot);
  EXPECT_EQ(model.channels()[0], -1.5);
  EXPECT_EQ(model.channels()[4], 1.0);
  // 0.1 * 0.4/sqrt(1.16) * 50 = 1.857 N m is all it holds.
  State next = state;
  system.commit(model.snapshot.context(), next);
  EXPECT_FALSE(system.changes_mode(state, next));
  state.lambda[0] = -1.9;
  system.fill(state, model.snapshot);
  system.commit(model.snapshot.context(), next);
  EXPECT_TRUE(system.changes_mode(state, next));
  system.fill(next, model.snapshot);
  EXPECT_NEAR(model.channels()[0], 0.1 * 0.4 / std::sqrt(1.16) * 50.0, 1e-12);
}

TEST(Brake, never_presses_with_less_than_its_preload) {
  Card card = joint_card("brake", "a", "b");
  card.set("friction", slipping_friction()).set("radius", 0.1).set("normal_force", 50.0).set("preload", 70.0);
  const JointCardModel model(register_brake, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  EXPECT_EQ(model.channels()[2], 70.0);
}

}  // namespace
}  // namespace pintle
