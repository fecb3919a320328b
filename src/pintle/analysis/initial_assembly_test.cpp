#include "pintle/analysis/initial_assembly.h"

#include <gmock/gmock.h>

#include <cmath>

#include "pintle/bodies/register_all_bodies.h"
#include "pintle/joints/register_all_joints.h"
#include "pintle/loads/register_all_loads.h"
#include "pintle/nodes/register_all_nodes.h"
#include "tests/support/card_model.h"

namespace pintle {
namespace {

using testing::HasSubstr;

const Registry& assembly_registry() {
  static const Registry kRegistry =
      registry_of({register_all_nodes, register_all_bodies, register_all_joints, register_all_loads});
  return kRegistry;
}

Card node(const std::string& name, Value position, Value velocity = Value::list({0, 0, 0})) {
  return make_card("node", "dynamic", name,
                   {{"position", std::move(position)}, {"velocity", std::move(velocity)}});
}
Card body(const std::string& name, double mass = 2.0) {
  return make_card("body", "rigid_body", name,
                   {{"node", name}, {"mass", mass}, {"inertia", Value::list({0.1, 0.2, 0.25})}});
}
Card joint(const std::string& type, const std::string& name, Value a, Value b) {
  return make_card("joint", type, name, {{"a", std::move(a)}, {"b", std::move(b)}});
}
Value at(const std::string& name, Value offset) {
  return Value::map({{"node", name}, {"offset", std::move(offset)}});
}
Card gravity() { return make_card("gravity", "gravity", "", {{"acceleration", Value::list({0, 0, -10})}}); }

struct AssemblyOutcome {
  Assembled model;
  AssemblyReport report;
  Diagnostics diagnostics;
};

AssemblyOutcome assembled(std::vector<Card> cards, const AssemblySettings& settings = {}) {
  AssemblyOutcome outcome;
  auto model = assemble({"test", std::move(cards), nullptr}, assembly_registry(), outcome.diagnostics);
  EXPECT_TRUE(model) << outcome.diagnostics.to_text();
  if (!model) return outcome;
  outcome.model = std::move(*model);
  outcome.report =
      assemble_initial_state(outcome.model.system, outcome.model.state, settings, outcome.diagnostics);
  return outcome;
}

std::vector<Card> pendulum(Value position, Value velocity) {
  return {gravity(), node("bob", std::move(position), std::move(velocity)), body("bob"),
          joint("spherical_hinge", "pivot", "ground", at("bob", Value::list({-1, 0, 0})))};
}

TEST(InitialAssembly, leaves_a_good_start_alone) {
  const AssemblyOutcome outcome = assembled(pendulum(Value::list({1, 0, 0}), Value::list({0, 0, 0})));
  EXPECT_TRUE(outcome.report.is_consistent);
  EXPECT_EQ(outcome.report.iterations, 0);
  EXPECT_TRUE(outcome.report.position_corrections.empty());
  EXPECT_TRUE(outcome.report.velocity_corrections.empty());
  EXPECT_EQ(Vec3(outcome.model.state.q.head<3>()), Vec3(1, 0, 0));
}

// A spring pulls a node without mass with 4 N; on the other side of a hinge hangs a body. What is not in
// balance gives no acceleration to the node alone, but to what the hinge moves with it.
TEST(InitialAssembly, imbalance_does_not_accelerate_what_has_no_mass) {
  Card alone = node("alone", Value::list({1, 0, 0})), hung = node("hung", Value::list({0, 2, 0}));
  alone.type = hung.type = "static";
  const auto push = [](const std::string& name) {
    return make_card("load", "force", "on " + name, {{"at", name}, {"value", Value::list({0, 0, 4})}});
  };
  const AssemblyOutcome outcome =
      assembled({alone, hung, node("bob", Value::list({0, 2, 0})), body("bob"), push("alone"), push("hung"),
                 joint("clamp", "weld", "hung", "bob")});
  const State& state = outcome.model.state;
  EXPECT_EQ(Vec3(state.a.segment<3>(0)), Vec3(0, 0, 0));
  EXPECT_LT((Vec3(state.a.segment<3>(6)) - Vec3(0, 0, 2)).norm(),
            1e-7);  // 4 N / 2 kg; solved with 1e-9 of its mass
  EXPECT_LT((Vec3(state.a.segment<3>(12)) - Vec3(0, 0, 2)).norm(), 1e-7);
}

TEST(InitialAssembly, repairs_positions_and_says_so) {
  const AssemblyOutcome outcome = assembled(pendulum(Value::list({1.2, 0.1, 0}), Value::list({0, 0, 0})));
  EXPECT_TRUE(outcome.report.is_consistent);
  EXPECT_LT(outcome.report.violation_after, 1e-9);
  ASSERT_EQ(outcome.report.position_corrections.size(), 1u);
  EXPECT_LT(outcome.report.position_corrections[0].translation.norm(), 0.3);
  EXPECT_THAT(outcome.diagnostics.to_text(),
              HasSubstr("node 'bob': the position at the start was corrected by"));
}

// x = (cos t, sin t) next to (1.2, 0.1) with t^2 L^2 added, L = 1: 1.2 sin t - 0.1 cos t + t = 0.
TEST(InitialAssembly, takes_the_nearest_of_all_states_that_meet_the_joints) {
  AssemblySettings settings;
  settings.length = 1.0;
  const AssemblyOutcome outcome =
      assembled(pendulum(Value::list({1.2, 0.1, 0}), Value::list({0, 0, 0})), settings);
  const Vec3 x = outcome.model.state.q.head<3>();
  EXPECT_LT(outcome.report.violation_after, 1e-9);
  EXPECT_NEAR(1.2 * x.y() - 0.1 * x.x() + std::atan2(x.y(), x.x()), 0.0, 1e-9);
}

TEST(InitialAssembly, repairs_velocities_and_says_so) {
  const AssemblyOutcome outcome = assembled(pendulum(Value::list({1, 0, 0}), Value::list({0.5, 0, 1})));
  EXPECT_TRUE(outcome.report.is_consistent);
  EXPECT_LT(outcome.report.rate_violation_after, 1e-12);
  ASSERT_EQ(outcome.report.velocity_corrections.size(), 1u);
  EXPECT_NEAR(outcome.model.state.v[0], 0.0, 1e-12);  // nothing along the rod
  EXPECT_THAT(outcome.diagnostics.to_text(),
              HasSubstr("node 'bob': the velocity at the start was corrected by"));
}

// At rest and horizontal: a = m g L / (J + m L^2) L at the bob, reaction m (g - a) upwards.
TEST(InitialAssembly, finds_accelerations_and_reactions) {
  AssemblyOutcome outcome = assembled(pendulum(Value::list({1, 0, 0}), Value::list({0, 0, 0})));
  const double alpha = 2.0 * 10.0 / (0.2 + 2.0);
  EXPECT_NEAR(outcome.model.state.a[2], -alpha, 1e-12);
  EXPECT_NEAR(outcome.model.state.a[4], alpha, 1e-12);
  Snapshot snapshot = outcome.model.system.make_snapshot();
  outcome.model.system.fill(outcome.model.state, snapshot);
  const System::Owner owner = outcome.model.system.owner_of(0);
  EXPECT_NEAR(owner.set->reaction(snapshot.context(), owner.element).force.z(), 2.0 * (10.0 - alpha), 1e-12);
}

// Two equal hinges hold one body: every equation of the second follows from the first.
std::vector<Card> held_twice(double second_offset) {
  std::vector<Card> cards = pendulum(Value::list({1, 0, 0}), Value::list({0, 0, 0}));
  cards.push_back(joint("spherical_hinge", "again",
                        Value::map({{"node", "ground"}, {"offset", Value::list({0, second_offset, 0})}}),
                        at("bob", Value::list({-1, 0, 0}))));
  return cards;
}

TEST(InitialAssembly, names_redundant_equations_and_still_solves) {
  AssemblyOutcome outcome = assembled(held_twice(0.0));
  EXPECT_TRUE(outcome.report.is_consistent);
  EXPECT_EQ(outcome.report.redundant.size(), 3u);
  EXPECT_THAT(outcome.diagnostics.to_text(), HasSubstr("again"));
  EXPECT_THAT(outcome.diagnostics.to_text(), HasSubstr("pivot"));
  // Least norm: both hinges carry half.
  const VecX& lambda = outcome.model.state.lambda;
  EXPECT_LT((lambda.head<3>() - lambda.tail<3>()).norm(), 1e-7 * lambda.norm());
  EXPECT_NEAR(lambda.head<3>().norm(), 0.5 * 2.0 * (10.0 - 20.0 / 2.2), 1e-6);
}

TEST(InitialAssembly, conflicting_constraints_are_an_error_that_names_both) {
  const AssemblyOutcome outcome = assembled(held_twice(0.3));
  EXPECT_FALSE(outcome.report.is_consistent);
  EXPECT_TRUE(outcome.diagnostics.has_errors());
  EXPECT_THAT(outcome.diagnostics.to_text(), HasSubstr("again"));
  EXPECT_THAT(outcome.diagnostics.to_text(), HasSubstr("pivot"));
}

TEST(InitialAssembly, a_static_node_takes_the_acceleration_its_constraints_ask_for) {
  std::vector<Card> cards = pendulum(Value::list({1, 0, 0}), Value::list({0, 0, 0}));
  cards.push_back(make_card("node", "static", "tip", {{"position", Value::list({2, 0, 0})}}));
  cards.push_back(joint("clamp", "tip on the bob", at("bob", Value::list({1, 0, 0})), "tip"));
  const AssemblyOutcome outcome = assembled(std::move(cards));
  EXPECT_TRUE(outcome.report.is_consistent);
  EXPECT_NEAR(outcome.model.state.a[6 + 2], 2.0 * outcome.model.state.a[2], 1e-5);
}

}  // namespace
}  // namespace pintle
