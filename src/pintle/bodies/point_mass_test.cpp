#include "pintle/bodies/point_mass.h"

#include "tests/support/battery.h"
#include "tests/support/card_model.h"

namespace pintle {

void register_displacement(Registry& registry);
void register_dynamic(Registry& registry);
void register_point_mass(Registry& registry);

namespace {

Card point_mass(std::string on) {
  return make_card("body", "point_mass", "bob", {{"node", std::move(on)}, {"mass", 0.5}});
}

TEST(PointMass, passes_the_battery) {
  BatterySubject subject = card_subject(register_point_mass, point_mass("p"));
  subject.structural_nodes = 0;
  subject.displacement_nodes = 1;
  EXPECT_TRUE(passes_battery(subject, {.is_internal = false, .is_conservative = true, .has_momentum = true}));
}

TEST(PointMass, on_a_static_node_passes_the_battery_with_its_weight_alone) {
  BatterySubject subject = card_subject(register_point_mass, point_mass("a"));
  subject.structural_nodes = 1;
  EXPECT_TRUE(passes_battery(subject, {.is_internal = false, .is_conservative = true, .has_momentum = true}));
}

TEST(PointMass, has_the_momentum_and_energy_of_its_velocity) {
  CardModel model(
      registry_of({register_displacement, register_point_mass}),
      {make_card("node", "displacement", "p", {{"velocity", Value::list({2, 0, 0})}}), point_mass("p")});
  EXPECT_EQ(model.channel("body", "bob", "linear_momentum"), Vec3(1, 0, 0));
  EXPECT_EQ(model.channel("body", "bob", "kinetic_energy")[0], 1.0);
}

TEST(PointMass, alone_on_a_node_that_can_turn_is_refused) {
  EXPECT_EQ(problems_of(registry_of({register_dynamic, register_point_mass}),
                        {make_card("node", "dynamic", "a", {}), point_mass("a")}),
            "error: node 'a' can turn, but body 'bob' (point mass) gives it no inertia about the axis (1, 0, "
            "0); give the body an "
            "inertia about every axis, or use a displacement node\n");
}

}  // namespace
}  // namespace pintle
