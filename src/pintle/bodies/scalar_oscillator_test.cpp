#include "pintle/bodies/scalar_oscillator.h"

#include <gmock/gmock.h>

#include "tests/support/card_model.h"

namespace pintle {

void register_scalar_oscillator(Registry& registry);
void register_scalar(Registry& registry);

namespace {

using testing::HasSubstr;

std::vector<Card> oscillator(double value, double rate) {
  return {make_card("node", "scalar", "mode", {{"value", value}, {"rate", rate}}),
          make_card(
              "body", "scalar_oscillator", "mode",
              {{"node", "mode"}, {"mass", 2.0}, {"damping", 0.6}, {"stiffness", 50.0}, {"force", "3 * t"}})};
}

TEST(ScalarOscillator, residual_is_the_equation_of_motion) {
  const Registry registry = registry_of({register_scalar, register_scalar_oscillator});
  CardModel model(registry, oscillator(0.2, -0.4));
  model.state().a[0] = 1.5;
  model.state().time = 2.0;
  Snapshot snapshot = model.system().make_snapshot();
  model.system().fill(model.state(), snapshot);
  std::vector<double> residual(1 + Layout::kGroundRoom, 0.0);
  ResidualSink sink(model.system().layout(), residual);
  model.system().residual(snapshot.context(), sink);
  EXPECT_NEAR(residual[0], 2.0 * 1.5 + 0.6 * -0.4 + 50.0 * 0.2 - 6.0, 1e-14);
  const Totals totals = model.system().totals(snapshot.context());
  EXPECT_NEAR(totals.kinetic, 0.16, 1e-15);
  EXPECT_NEAR(totals.potential, 1.0, 1e-15);
}

TEST(ScalarOscillator, tangent_is_its_derivative) {
  const Registry registry = registry_of({register_scalar, register_scalar_oscillator});
  CardModel model(registry, oscillator(0.2, -0.4));
  Snapshot snapshot = model.system().make_snapshot();
  model.system().fill(model.state(), snapshot);
  TangentCoefficients coefficients;
  coefficients.scalar_velocity = 10.0;
  coefficients.scalar_acceleration = 100.0;
  std::vector<double> values(1, 0.0);
  TangentSink sink(model.system().blocks(), coefficients, values);
  model.system().tangent(snapshot.context(), sink);
  EXPECT_NEAR(values[0], 50.0 + 10.0 * 0.6 + 100.0 * 2.0, 1e-12);
}

TEST(ScalarOscillator, unknown_node_is_named) {
  const Registry registry = registry_of({register_scalar, register_scalar_oscillator});
  std::vector<Card> cards = oscillator(0, 0);
  cards[1].set("node", "mod");
  EXPECT_THAT(problems_of(registry, cards), HasSubstr("there is no scalar node 'mod'; did you mean 'mode'?"));
}

TEST(ScalarOscillator, on_a_node_that_already_has_one_must_say_so) {
  const Registry registry = registry_of({register_scalar, register_scalar_oscillator});
  std::vector<Card> cards = oscillator(0, 0);
  cards.push_back(make_card("body", "scalar_oscillator", "second", {{"node", "mode"}}));
  EXPECT_THAT(
      problems_of(registry, cards),
      HasSubstr("node 'mode' already carries body 'mode' (scalar oscillator); if both are meant, say"));
  cards.back().set("shares_node", true);
  EXPECT_EQ(problems_of(registry, cards), "");
}

}  // namespace
}  // namespace pintle
