#include "pintle/analysis/assembly_accelerations.h"

#include "pintle/analysis/assembly_test_support.h"

namespace pintle {
namespace {

// At rest and horizontal: a = m g L / (J + m L^2) L at the bob, reaction m (g - a) upwards.
const double kFall = kBobMass * 10.0 / (kBobInertia.y() + kBobMass);

TEST(AssemblyAccelerations, and_reactions_are_those_of_a_pendulum_let_go) {
  const StartedModel started = start_model(pendulum_cards({1, 0, 0}));
  const System& system = started.model.system;
  EXPECT_NEAR(started.model.state.a[2], -kFall, 1e-12);
  EXPECT_NEAR(started.model.state.a[4], kFall, 1e-12);
  Snapshot snapshot = system.make_snapshot();
  system.fill(started.model.state, snapshot);
  const System::Owner owner = system.owner_of(0);
  EXPECT_NEAR(owner.set->reaction(snapshot.context(), owner.element).force.z(), kBobMass * (10.0 - kFall),
              1e-12);
}

// Least norm: both hinges carry half.
TEST(AssemblyAccelerations, come_with_the_smallest_multipliers_where_equations_are_redundant) {
  const VecX lambda = start_model(cards_held_twice()).model.state.lambda;
  EXPECT_LT((lambda.head<3>() - lambda.tail<3>()).norm(), 1e-7 * lambda.norm());
  EXPECT_NEAR(lambda.head<3>().norm(), 0.5 * kBobMass * (10.0 - kFall), 1e-6);
}

// A spring pulls a node without mass with 4 N; on the other side of a hinge hangs a body. What is not in
// balance gives no acceleration to the node alone, but to what the hinge moves with it.
TEST(AssemblyAccelerations, imbalance_does_not_accelerate_what_has_no_mass) {
  Card alone = node_card("alone", {1, 0, 0}), hung = node_card("hung", {0, 2, 0});
  alone.type = hung.type = "static";
  const auto push = [](const std::string& name) {
    return make_card("load", "force", "on " + name, {{"at", name}, {"value", list_of({0, 0, 4})}});
  };
  const StartedModel started =
      start_model({alone, hung, node_card("bob", {0, 2, 0}), body_card("bob", kBobMass, kBobInertia),
                   push("alone"), push("hung"), pair_card("clamp", "weld", "hung", "bob")});
  const VecX& a = started.model.state.a;
  EXPECT_EQ(Vec3(a.segment<3>(0)), Vec3(0, 0, 0));
  // 4 N / 2 kg; solved with 1e-9 of its mass.
  EXPECT_LT((Vec3(a.segment<3>(6)) - Vec3(0, 0, 2)).norm(), 1e-7);
  EXPECT_LT((Vec3(a.segment<3>(12)) - Vec3(0, 0, 2)).norm(), 1e-7);
}

TEST(AssemblyAccelerations, a_static_node_takes_the_acceleration_its_constraints_ask_for) {
  std::vector<Card> cards = pendulum_cards({1, 0, 0});
  cards.push_back(make_card("node", "static", "tip", {{"position", list_of({2, 0, 0})}}));
  cards.push_back(pair_card("clamp", "tip on the bob", side("bob", {1, 0, 0}), "tip"));
  const StartedModel started = start_model(std::move(cards));
  EXPECT_NEAR(started.model.state.a[6 + 2], 2.0 * started.model.state.a[2], 1e-5);
}

}  // namespace
}  // namespace pintle
