#include "pintle/formulations/linear.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pintle/bodies/register_all_bodies.h"
#include "pintle/joints/register_all_joints.h"
#include "pintle/loads/register_all_loads.h"
#include "pintle/nodes/register_all_nodes.h"
#include "tests/support/card_model.h"
#include "tests/support/chain_models.h"
#include "tests/support/counting_allocator.h"

namespace pintle {
namespace {

const Registry& registry() {
  static const Registry kRegistry =
      registry_of({register_all_nodes, register_all_bodies, register_all_joints, register_all_loads});
  return kRegistry;
}

Card node(const std::string& name, double height) {
  return make_card("node", "dynamic", name, {{"position", Value::list({0.0, 0.0, height})}});
}
Card body(const std::string& name, double mass) {
  return make_card("body", "rigid_body", name,
                   {{"node", name}, {"mass", mass}, {"inertia", Value::list({0.1, 0.1, 0.1})}});
}
Card slide(const std::string& name, const std::string& a, const std::string& b) {
  return make_card("joint", "prismatic", name, {{"a", a}, {"b", b}});
}
Card spring(Value a, Value b, double stiffness) {
  return make_card("joint", "spring_damper", "spring",
                   {{"a", std::move(a)}, {"b", std::move(b)}, {"stiffness", stiffness}});
}
Value below(const std::string& node) {
  return Value::map({{"node", node}, {"offset", Value::list({0.0, 0.0, -2.0})}});
}

constexpr double kOscillatorMass = 2.0, kSpringStiffness = 50.0, kOwnRate = 5.0,
                 kLinearStep = 1e-3;  // kOwnRate: rad/s

std::vector<Card> oscillator() {
  return {node("mass", 0.0), body("mass", kOscillatorMass), slide("slide", "ground", "mass"),
          spring(below("ground"), "mass", kSpringStiffness),
          make_card("load", "force", "push",
                    {{"at", "mass"}, {"value", Value::list({"4 * sin(3 * t)", 0.0, "7 * sin(3 * t)"})}})};
}

// u = F / (k - m w^2) (sin w t - w / w0 sin w0 t), and the guide carries the force across it.
TEST(LinearStepper, follows_the_closed_form_of_a_forced_oscillator) {
  CardModel model(registry(), oscillator());
  LinearStepper stepper(model.system());
  State state = model.state();
  stepper.start(state, kLinearStep);
  constexpr double kAnswer = 7.0 / (kSpringStiffness - kOscillatorMass * 9.0);
  for (int i = 0; i < 3000; ++i) {
    ASSERT_TRUE(stepper.step(state, kLinearStep).is_accepted());
    const double t = state.time;
    EXPECT_NEAR(state.q[2], kAnswer * (std::sin(3 * t) - 0.6 * std::sin(kOwnRate * t)), 1e-10);
    EXPECT_NEAR(state.v[2], kAnswer * 3 * (std::cos(3 * t) - std::cos(kOwnRate * t)), 1e-9);
  }
  stepper.complete(state);
  Snapshot snapshot = model.system().make_snapshot();
  model.system().fill(state, snapshot);
  const System::Owner guide = model.system().owner_of(0);
  EXPECT_NEAR(guide.set->reaction(snapshot.context(), guide.element).force.x(), -4 * std::sin(3 * state.time),
              1e-10);
}

// Base at A (1 - cos w t), mass on a spring above it: u = -A w^2 / (w0^2 - w^2) (cos w t - cos w0 t).
TEST(LinearStepper, takes_prescribed_positions_along) {
  CardModel model(registry(),
                  {node("base", 0.0), node("mass", 0.5), body("base", 1.0), body("mass", kOscillatorMass),
                   slide("rail", "ground", "base"),
                   make_card("joint", "drive_displacement", "shaker",
                             {{"a", "ground"},
                              {"b", "base"},
                              {"position", Value::list({0.0, 0.0, "0.01 * (1 - cos(3 * t))"})}}),
                   slide("slide", "base", "mass"), spring(below("base"), "mass", kSpringStiffness)});
  LinearStepper stepper(model.system());
  State state = model.state();
  stepper.start(state, kLinearStep);
  for (int i = 0; i < 2000; ++i) ASSERT_TRUE(stepper.step(state, kLinearStep).is_accepted());
  const double t = state.time, base = 0.01 * (1 - std::cos(3 * t));
  EXPECT_NEAR(state.q[2], base, 1e-14);
  EXPECT_NEAR(state.v[2], 0.03 * std::sin(3 * t), 1e-14);
  EXPECT_NEAR(state.q[9], 0.5 + base - 0.09 / 16.0 * (std::cos(3 * t) - std::cos(kOwnRate * t)), 1e-11);
}

TEST(LinearStepper, goes_on_from_a_state_as_if_it_had_not_stopped) {
  CardModel model(registry(), oscillator());
  LinearStepper one(model.system()), other(model.system());
  State state = model.state();
  one.start(state, kLinearStep);
  for (int i = 0; i < 20; ++i) one.step(state, kLinearStep);
  State copy = state;
  for (int i = 0; i < 20; ++i) {
    one.step(state, kLinearStep);
    other.step(copy, kLinearStep);
  }
  EXPECT_EQ(state.q, copy.q);
  EXPECT_EQ(state.v, copy.v);
}

TEST(LinearStepper, does_not_allocate_in_a_step) {
  Assembled model = make_chain(8, false, {1, 0, 0});
  LinearStepper stepper(model.system);
  stepper.start(model.state, 1e-4);
  for (int i = 0; i < 10; ++i) {
    AllocationCounter counter;
    ASSERT_TRUE(stepper.step(model.state, 1e-4).is_accepted());
    if (i > 1) {
      EXPECT_EQ(counter.count(), 0);
    }
  }
}

TEST(LinearStepper, refuses_what_moves_at_the_start_and_what_has_no_inertia) {
  CardModel model(registry(), oscillator());
  EXPECT_EQ(why_not_linear(model.system(), model.state()), "");
  State moving = model.state();
  moving.v[2] = 0.1;
  EXPECT_NE(why_not_linear(model.system(), moving).find("node 'mass' moves at the start"), std::string::npos);
  CardModel massless(registry(), {make_card("node", "static", "frame", {}), slide("slide", "ground", "frame"),
                                  spring(below("ground"), "frame", kSpringStiffness)});
  EXPECT_EQ(why_not_linear(massless.system(), massless.state()),
            "nothing has inertia for 'slide: translation'");
}

// Loops leave as many motions as mobility says, and none of them violates an equation.
TEST(AllowedMotions, of_loops_obey_all_equations) {
  for (const int bars : {1, 3}) {
    const Assembled model = make_four_bars(bars);
    const AbsoluteMatrices full = absolute_matrices(model.system, model.state);
    AllowedMotions motions(model.system);
    motions.find(model.state, full.G);
    EXPECT_EQ(motions.size(), 1) << bars;
    EXPECT_LT((full.G * motions.basis()).norm(), 1e-12);
  }
}

}  // namespace
}  // namespace pintle
