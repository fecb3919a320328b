#include "tests/support/card_model.h"

namespace pintle {

void register_displacement(Registry& registry);
void register_gravity(Registry& registry);
void register_point_mass(Registry& registry);

namespace {

Registry weights() { return registry_of({register_displacement, register_gravity, register_point_mass}); }

std::vector<Card> stone(Value acceleration) {
  return {make_card("gravity", "", "", {{"acceleration", std::move(acceleration)}}),
          make_card("node", "displacement", "stone", {}),
          make_card("body", "point_mass", "stone", {{"node", "stone"}, {"mass", 2}})};
}

TEST(Gravity, balances_the_inertia_of_a_falling_stone) {
  CardModel model(weights(), stone(Value::list({0, 0, -9.81})));
  EXPECT_EQ(model.residual().head<3>(), Vec3(0, 0, 2 * 9.81));
  model.state().a << 0, 0, -9.81;
  EXPECT_EQ(model.residual().head<3>(), Vec3::Zero());
}

TEST(Gravity, may_change_with_time) {
  CardModel model(weights(), stone(Value::map({{"direction", Value::list({0, 0, -1})}, {"drive", "2*t"}})));
  model.state().time = 3.0;
  EXPECT_EQ(model.context().gravity, Vec3(0, 0, -6));
}

TEST(Gravity, in_a_wrong_unit_is_refused) {
  EXPECT_EQ(problems_of(weights(), stone(Value::list({0, 0, "9.81 m/s"}))),
            "error: gravity (gravity): acceleration[2]: expected m/s^2, got 'm/s' in '9.81 m/s'\n");
}

}  // namespace
}  // namespace pintle
