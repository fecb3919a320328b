#include "pintle/loads/force.h"

#include <fmt/format.h>

#include "tests/support/load_card_model.h"

namespace pintle {

void register_force(Registry& registry);

namespace {

constexpr bool kForceReacts = true;

Registry forces() { return registry_of({register_static, register_displacement, register_force}); }

Card force_card(Value at, Value value) {
  return make_card("load", "force", "push", {{"at", std::move(at)}, {"value", std::move(value)}});
}

TEST(Force, fixed_in_the_ground_passes_the_battery) {
  const BatterySubject subject =
      load_subject(register_force, "force", !kForceReacts, {{"value", Value::list({1, "2*t", -3})}});
  EXPECT_TRUE(passes_battery(subject, {.is_internal = false, .is_invariant = false}));
}

TEST(Force, that_follows_passes_the_battery) {
  const BatterySubject subject = load_subject(register_force, "force", !kForceReacts,
                                              {{"value", Value::list({1, "2*t", -3})}, {"follower", true}});
  EXPECT_TRUE(passes_battery(subject, {.is_internal = false}));
}

TEST(Force, with_reaction_passes_the_battery) {
  const BatterySubject subject =
      load_subject(register_force, "force", kForceReacts, {{"value", Value::list({1, "2*t", -3})}});
  EXPECT_TRUE(passes_battery(subject, {.is_internal = false, .is_invariant = false}));
}

TEST(Force, that_follows_with_reaction_passes_the_battery) {
  const BatterySubject subject = load_subject(register_force, "force", kForceReacts,
                                              {{"value", Value::list({1, "2*t", -3})}, {"follower", true}});
  EXPECT_TRUE(passes_battery(subject, {.is_internal = false}));
}

TEST(Force, driven_by_the_motion_of_nodes_passes_the_battery) {
  for (const bool follower : {false, true}) {
    const BatterySubject subject = load_subject(register_force, "force", kForceReacts,
                                                {{"value", measured_value()}, {"follower", follower}});
    EXPECT_TRUE(passes_battery(subject, {.is_internal = false, .is_invariant = false}));
  }
}

TEST(Force, driven_by_any_quantity_of_a_node_passes_the_battery) {
  for (const NodeQuantityInfo& info : node_quantities()) {
    SCOPED_TRACE(std::string(info.name));
    // The sine of angles: differences must not see where they jump by a turn.
    const std::string_view sine = info.name.starts_with("euler") ? "sin" : "";
    const auto component = [&](char axis) { return fmt::format("{}(node.b.{}.{})", sine, info.name, axis); };
    Value value = Value::list({component('x'), component('y'), component('z')});
    if (info.size == 4) value.as_list()[0] = component('w');
    const BatterySubject subject =
        load_subject(register_force, "force", kForceReacts, {{"value", std::move(value)}});
    EXPECT_TRUE(passes_battery(subject, {.is_internal = false, .is_invariant = false}));
  }
}

TEST(Force, on_a_displacement_node_passes_the_battery) {
  BatterySubject subject = card_subject(
      register_force, force_card("p", Value::list({"-3*node.p.position.x",
                                                   "node.p.velocity.z*node.a.angular_velocity.x", 1})));
  subject.structural_nodes = 1;
  subject.displacement_nodes = 1;
  EXPECT_TRUE(passes_battery(subject, {.is_internal = false, .is_invariant = false}));
}

// Equations 18 to 20 of the Lie-group report.
TEST(Force, fixed_in_the_ground_is_that_of_the_report) {
  CardModel model(
      forces(),
      {turned_node("a"), force_card(Value::map({{"node", "a"}, {"offset", Value::list({0.3, -0.2, 0.5})}}),
                                    Value::list({10, -20, 30}))});
  const Mat3 r = so3::exp_matrix(test_turn());
  const Mat3 arm = r * skew(Vec3(0.3, -0.2, 0.5)) * r.transpose();
  const Vec3 force(10, -20, 30);
  const VecX residual = model.residual();
  EXPECT_EQ(residual.head<3>(), -force);
  EXPECT_TRUE(residual.segment<3>(3).isApprox(-arm * force, 1e-14));

  Mat6 expected = Mat6::Zero();
  expected.bottomRightCorner<3, 3>() = skew(Vec3(arm * force)) - arm * skew(force);
  EXPECT_TRUE(model.stiffness().isApprox(expected, 1e-14)) << model.stiffness();
}

// Equations 26 to 29 of the Lie-group report.
TEST(Force, that_follows_is_that_of_the_report) {
  Card card = force_card(Value::map({{"node", "a"}, {"offset", Value::list({0.3, -0.2, 0.5})}}),
                         Value::list({10, -20, 30}));
  card.set("follower", true);
  CardModel model(forces(), {turned_node("a"), card});
  const Mat3 r = so3::exp_matrix(test_turn());
  const Vec3 force = r * Vec3(10, -20, 30);
  const Vec3 moment = r * Vec3(0.3, -0.2, 0.5).cross(Vec3(10, -20, 30));
  const VecX residual = model.residual();
  EXPECT_TRUE(residual.head<3>().isApprox(-force, 1e-14));
  EXPECT_TRUE(residual.segment<3>(3).isApprox(-moment, 1e-14));

  Mat6 expected = Mat6::Zero();
  expected.topRightCorner<3, 3>() = skew(force);
  expected.bottomRightCorner<3, 3>() = skew(moment);
  EXPECT_TRUE(model.stiffness().isApprox(expected, 1e-14)) << model.stiffness();
}

TEST(Force, that_follows_uses_the_axes_of_its_attachment) {
  Card card = force_card(
      Value::map(
          {{"node", "a"}, {"orientation", Value::map({{"rotation_vector", Value::list({0, 0, "90 deg"})}})}}),
      Value::list({1, 0, 0}));
  card.set("follower", true);
  CardModel model(forces(), {make_card("node", "static", "a", {}), card});
  EXPECT_TRUE(model.channel("load", "push", "force").isApprox(Vec3(0, 1, 0), 1e-15));
}

TEST(Force, and_its_reaction_cancel_when_the_points_are_in_line) {
  Card card = force_card("a", Value::list({0, 0, 5}));
  card.set("reaction_on", Value::map({{"node", "b"}, {"at", Value::list({1, 2, 7})}}));
  CardModel model(forces(), {turned_node("a"),
                             make_card("node", "static", "b", {{"position", Value::list({4, 0, 1})}}), card});
  const VecX residual = model.residual();
  const Vec3 moment = Vec3(1, 2, 3).cross(residual.head<3>()) + residual.segment<3>(3) +
                      Vec3(4, 0, 1).cross(residual.segment<3>(6)) + residual.segment<3>(9);
  EXPECT_EQ(residual.head<3>(), Vec3(0, 0, -5));
  EXPECT_EQ(residual.segment<3>(6), Vec3(0, 0, 5));
  EXPECT_LT(moment.norm(), 1e-13);
}

TEST(Force, reports_the_power_that_it_gives) {
  Card card =
      force_card(Value::map({{"node", "a"}, {"offset", Value::list({2, 0, 0})}}), Value::list({0, 3, 0}));
  CardModel model(
      forces(),
      {make_card("node", "static", "a",
                 {{"velocity", Value::list({0, 1, 0})}, {"angular_velocity", Value::list({0, 0, 0.5})}}),
       card});
  EXPECT_EQ(model.channel("load", "push", "force"), Vec3(0, 3, 0));
  EXPECT_EQ(model.channel("load", "push", "moment"), Vec3(0, 0, 6));
  EXPECT_DOUBLE_EQ(model.channel("load", "push", "power")[0], 3.0 * (1.0 + 0.5 * 2.0));
}

TEST(Force, follows_a_drive_along_a_direction_in_time) {
  CardModel model(forces(),
                  {turned_node("a"),
                   force_card("a", Value::map({{"direction", Value::list({0, 3, 4})}, {"drive", "10*t"}}))});
  model.state().time = 2.0;
  EXPECT_TRUE(model.channel("load", "push", "force").isApprox(Vec3(0, 12, 16), 1e-15));
}

TEST(Force, on_the_ground_or_between_a_node_and_itself_is_refused) {
  Card between = force_card("a", Value::list({1, 0, 0}));
  between.set("reaction_on", "a");
  between.name = "pull";
  EXPECT_EQ(problems_of(forces(), {turned_node("a"), force_card("ground", Value::list({1, 0, 0})), between}),
            "error: load 'push' (force): a load on the ground moves nothing; give a node\n"
            "error: load 'pull' (force): acts and reacts on the same node; give two different nodes, or "
            "leave out 'reaction_on'\n");
}

TEST(Force, on_an_unknown_node_gets_a_suggestion) {
  Card wrong = force_card("crunk", Value::list({1, 0, 0}));
  wrong.name = "pull";
  EXPECT_EQ(problems_of(forces(), {turned_node("crank"), wrong, force_card("crank", Value::list({1, 0, 0}))}),
            "error: there is no node 'crunk'; did you mean 'crank'?\n");
}

TEST(Force, with_a_wrong_shape_or_unit_is_refused) {
  Card wrong_unit = force_card("a", Value::list({"2 m", 0, 0}));
  wrong_unit.name = "pull";
  EXPECT_EQ(problems_of(forces(), {turned_node("a"), force_card("a", Value::list({1, 0})), wrong_unit}),
            "error: load 'push' (force): value: expected 3 drives in N, or an object with \"direction\" and "
            "\"drive\", got a list of "
            "2\n"
            "error: load 'pull' (force): value[0]: expected N, got 'm' in '2 m'\n");
}

}  // namespace
}  // namespace pintle
