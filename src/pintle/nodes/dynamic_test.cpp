#include "pintle/math/rotations.h"
#include "tests/support/card_model.h"

namespace pintle {

void register_dynamic(Registry& registry);

namespace {

// Where the node of a card starts.
NodeStart start_of(const Card& card, Diagnostics& diagnostics) {
  const Registry registry = registry_of({register_dynamic});
  SystemBuilder builder(diagnostics);
  const CheckedCard checked = check_card(card, registry.schemas(), diagnostics);
  (*registry.find_build(checked.card()))(checked, builder);
  return builder.start_of(builder.frame_of(card.name, {}));
}

TEST(DynamicNode, starts_where_the_card_says) {
  Diagnostics diagnostics;
  const NodeStart start =
      start_of(make_card("node", "dynamic", "hub",
                         {{"position", Value::list({1, "20 cm", 3})},
                          {"orientation", Value::map({{"rotation_vector", Value::list({0, 0, 0.5})}})},
                          {"velocity", Value::list({4, 5, 6})},
                          {"angular_velocity", Value::list({7, 8, 9})}}),
               diagnostics);
  EXPECT_TRUE(diagnostics.is_empty()) << diagnostics.to_text();
  EXPECT_EQ(start.position, Vec3(1, 0.2, 3));
  EXPECT_TRUE(start.orientation.isApprox(matrix_from_rotation_vector(Vec3(0, 0, 0.5)), 1e-15));
  EXPECT_EQ(start.velocity, Vec3(4, 5, 6));
  EXPECT_EQ(start.angular_velocity, Vec3(7, 8, 9));
}

TEST(DynamicNode, starts_at_rest_in_the_axes_of_the_ground_unless_told) {
  Diagnostics diagnostics;
  const NodeStart start = start_of(make_card("node", "", "hub", {}), diagnostics);
  EXPECT_TRUE(diagnostics.is_empty()) << diagnostics.to_text();
  EXPECT_EQ(start.position, Vec3::Zero());
  EXPECT_EQ(start.orientation, Mat3::Identity());
  EXPECT_EQ(start.velocity, Vec3::Zero());
  EXPECT_EQ(start.angular_velocity, Vec3::Zero());
}

TEST(DynamicNode, turns_an_angular_velocity_given_in_its_own_axes) {
  Diagnostics diagnostics;
  // Axis 1 of the node points along y of the ground.
  const NodeStart start =
      start_of(make_card("node", "dynamic", "hub",
                         {{"orientation", Value::map({{"rotation_vector", Value::list({0, 0, "90 deg"})}})},
                          {"angular_velocity_local", Value::list({2, 0, 0})}}),
               diagnostics);
  EXPECT_TRUE(diagnostics.is_empty()) << diagnostics.to_text();
  EXPECT_TRUE(start.angular_velocity.isApprox(Vec3(0, 2, 0), 1e-15)) << start.angular_velocity.transpose();
}

TEST(DynamicNode, refuses_two_angular_velocities) {
  Diagnostics diagnostics;
  start_of(make_card("node", "dynamic", "hub",
                     {{"angular_velocity", Value::list({1, 0, 0})},
                      {"angular_velocity_local", Value::list({1, 0, 0})}}),
           diagnostics);
  ASSERT_EQ(diagnostics.error_count(), 1);
  EXPECT_EQ(diagnostics.items()[0].message,
            "node 'hub' (dynamic): 'angular_velocity' and 'angular_velocity_local' are both given");
  EXPECT_EQ(diagnostics.items()[0].advice, "keep one: ground components or components in the node's axes");
}

TEST(DynamicNode, reports_a_wrong_shape_and_a_wrong_unit_together) {
  Diagnostics diagnostics;
  start_of(make_card("node", "dynamic", "hub",
                     {{"position", Value::list({1, 2})}, {"velocity", Value::list({"3 kg", 0, 0})}}),
           diagnostics);
  ASSERT_EQ(diagnostics.error_count(), 2);
  EXPECT_EQ(diagnostics.items()[0].message,
            "node 'hub' (dynamic): position: expected a list of 3 numbers in m, got a list of 2");
  EXPECT_EQ(diagnostics.items()[1].message,
            "node 'hub' (dynamic): velocity[0]: expected m/s, got 'kg' in '3 kg'");
}

TEST(DynamicNode, without_a_body_is_an_error) {
  const Registry registry = registry_of({register_dynamic});
  EXPECT_EQ(problems_of(registry, {make_card("node", "dynamic", "hub", {})}),
            "error: node 'hub' is never used; attach a body, a joint or a load to it, or remove it\n");
}

}  // namespace
}  // namespace pintle
