// Equations on velocities through assembly and steps: what they must do, and what they must leave alone.
#include <gmock/gmock.h>

#include <cmath>

#include "pintle/analysis/initial_assembly.h"
#include "pintle/bodies/register_all_bodies.h"
#include "pintle/formulations/absolute.h"
#include "pintle/joints/register_all_joints.h"
#include "pintle/nodes/register_all_nodes.h"
#include "tests/support/card_model.h"

namespace pintle {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr double kMass = 2.0, kSleighInertia = 0.3, kSleighArm = 0.25;

Card body_node(const Vec3& position, const Vec3& velocity, double turning) {
  const auto list = [](const Vec3& v) { return Value::list({v.x(), v.y(), v.z()}); };
  return make_card("node", "dynamic", "sleigh",
                   {{"position", list(position)},
                    {"velocity", list(velocity)},
                    {"angular_velocity", Value::list({0, 0, turning})}});
}
Card sleigh_body() {
  return make_card(
      "body", "rigid_body", "sleigh",
      {{"node", "sleigh"}, {"mass", kMass}, {"inertia", Value::list({0.1, 0.25, kSleighInertia})}});
}
Value sleigh_at(Value offset) { return Value::map({{"node", "sleigh"}, {"offset", std::move(offset)}}); }
Card foot(const std::string& name, Value offset) {
  return make_card("joint", "in_plane", name, {{"a", "ground"}, {"b", sleigh_at(std::move(offset))}});
}
Card blade(Value offset, Value direction, Value value = 0) {
  return make_card(
      "joint", "linear_velocity", "blade",
      {{"at", sleigh_at(std::move(offset))}, {"direction", std::move(direction)}, {"value", value}});
}

struct AssembledSleigh {
  Assembled model;
  AssemblyReport report;
  Diagnostics diagnostics;
};
AssembledSleigh assembled_sleigh(std::vector<Card> cards) {
  static const Registry kRegistry =
      registry_of({register_all_nodes, register_all_bodies, register_all_joints});
  AssembledSleigh outcome;
  auto model = assemble({"test", std::move(cards), nullptr}, kRegistry, outcome.diagnostics);
  EXPECT_TRUE(model) << outcome.diagnostics.to_text();
  if (!model) return outcome;
  outcome.model = std::move(*model);
  outcome.report = assemble_initial_state(outcome.model.system, outcome.model.state, {}, outcome.diagnostics);
  return outcome;
}

// Sleigh on three feet, blade behind the centre of mass.
AssembledSleigh sleigh(const Vec3& velocity, double turning) {
  return assembled_sleigh({body_node(Vec3::Zero(), velocity, turning), sleigh_body(),
                           foot("back", Value::list({-kSleighArm, 0, 0})),
                           foot("left", Value::list({kSleighArm, kSleighArm, 0})),
                           foot("right", Value::list({kSleighArm, -kSleighArm, 0})),
                           blade(Value::list({-kSleighArm, 0, 0}), Value::list({0, 1, 0}))});
}

// The blade's row has a lever about y: were it kept while the foot comes down, the body would tilt.
TEST(VelocityLevel, equations_do_not_restrict_the_assembly_of_positions) {
  const AssembledSleigh outcome = assembled_sleigh({body_node({0, 0, 0.3}, Vec3::Zero(), 0.0), sleigh_body(),
                                                    foot("foot", Value::list({0, 0, 0})),
                                                    blade(Value::list({1, 0, 0}), Value::list({0, 0, 1}))});
  ASSERT_TRUE(outcome.report.is_consistent) << outcome.diagnostics.to_text();
  ASSERT_EQ(outcome.report.position_corrections.size(), 1u);
  EXPECT_LT((outcome.report.position_corrections[0].translation - Vec3(0, 0, -0.3)).norm(), 1e-9);
  EXPECT_LT(outcome.report.position_corrections[0].rotation.norm(), 1e-12);
}

TEST(VelocityLevel, equations_correct_the_velocities_at_the_start) {
  const AssembledSleigh outcome = sleigh({1.0, 0.5, 0.0}, 0.0);
  ASSERT_TRUE(outcome.report.is_consistent) << outcome.diagnostics.to_text();
  EXPECT_GT(outcome.report.rate_violation_before, 0.4);
  EXPECT_LT(outcome.report.rate_violation_after, 1e-12);
  const VecX& v = outcome.model.state.v;
  EXPECT_NEAR(v[0], 1.0, 1e-12);
  EXPECT_NEAR(v[1] - kSleighArm * v[5], 0.0, 1e-12);
}

// u' = a w^2 along the blade, w' = -m a u w / (I + m a^2).
TEST(VelocityLevel, accelerations_at_the_start_hold_the_turning_of_the_direction) {
  const double u = 1.2, w = 0.8;
  const AssembledSleigh outcome = sleigh({u, kSleighArm * w, 0.0}, w);
  ASSERT_TRUE(outcome.report.is_consistent);
  EXPECT_TRUE(outcome.report.velocity_corrections.empty());
  const double w_dot = -kMass * kSleighArm * u * w / (kSleighInertia + kMass * kSleighArm * kSleighArm);
  const VecX& a = outcome.model.state.a;
  EXPECT_NEAR(a[5], w_dot, 1e-12);
  EXPECT_NEAR(a[0], 0.0, 1e-12);  // u' - a w^2
  EXPECT_NEAR(a[1], u * w + kSleighArm * w_dot, 1e-12);
}

TEST(VelocityLevel, a_contradiction_is_told_in_the_unit_of_the_equation) {
  const AssembledSleigh outcome = assembled_sleigh(
      {body_node(Vec3::Zero(), Vec3::Zero(), 0.0), sleigh_body(), foot("foot", Value::list({0, 0, 0})),
       blade(Value::list({0, 0, 0}), Value::list({0, 0, 1}), 0.5)});
  EXPECT_FALSE(outcome.report.is_consistent);
  const std::string text = outcome.diagnostics.to_text();
  EXPECT_THAT(text, HasSubstr("linear velocity constraint is off by -0.25 m/s"));
  EXPECT_THAT(text, HasSubstr("the rate of position constraint along axis 3"));
  EXPECT_THAT(text, Not(HasSubstr("the rate of linear")));
}

// Energy and the closed solution u = U tanh k(t - t0), w = W sech k(t - t0); the blade never slips.
TEST(VelocityLevel, chaplygin_sleigh_converges_with_second_order_in_every_form) {
  const double effective = kSleighInertia + kMass * kSleighArm * kSleighArm, fast = 3.0, t0 = 0.6, end = 1.2;
  const double top = fast * std::sqrt(effective / kMass), k = kSleighArm * fast * fast / top;
  const double u0 = -top * std::tanh(k * t0), w0 = fast / std::cosh(k * t0);
  const double u1 = top * std::tanh(k * (end - t0)), w1 = fast / std::cosh(k * (end - t0));
  for (const LieFormulation group : {LieFormulation::spatial, LieFormulation::mixed, LieFormulation::local})
    for (const auto stabilisation : {ConstraintStabilisation::none, ConstraintStabilisation::index2}) {
      AbsoluteSettings settings;
      settings.formulation = group;
      settings.stabilisation = stabilisation;
      std::vector<double> errors;
      int iterations = 0, steps = 0;
      for (const double h : {0.04, 0.02, 0.01, 0.005}) {
        AssembledSleigh start = sleigh({u0, kSleighArm * w0, 0.0}, w0);
        ASSERT_TRUE(start.report.is_consistent);
        AbsoluteStepper stepper(start.model.system, settings);
        State& state = start.model.state;
        stepper.start(state, h);
        const int count = static_cast<int>(std::lround(end / h));
        for (int i = 0; i < count; ++i) {
          const StepReport report = stepper.step(state, h);
          ASSERT_TRUE(report.is_accepted());
          iterations += report.newton.iterations;
          ++steps;
          // psi over gamma' is held to 1e-10 m, and gamma' is about 1.8 / h.
          const auto violation = stepper.violation(state);
          ASSERT_LT(std::abs(state.v[2]) + violation.position, 1e-9);
          if (stabilisation == ConstraintStabilisation::index2) {
            ASSERT_LT(violation.velocity, 2e-10 / h);
          }
        }
        const Quat turn(state.q[3], state.q[4], state.q[5], state.q[6]);
        const Vec3 forward = turn * Vec3::UnitX(), sideways = turn * Vec3::UnitY();
        const Vec3 v = state.v.head<3>();
        EXPECT_NEAR(sideways.dot(v) - kSleighArm * state.v[5], 0.0, 2e-10 / h);
        errors.push_back(std::hypot(forward.dot(v) - u1, state.v[5] - w1));
      }
      EXPECT_GT(std::log2(errors.front() / errors.back()) / 3.0, 1.9);
      EXPECT_LT(errors.back(), 1e-3);
      EXPECT_LT(iterations, 5 * steps);
    }
}

}  // namespace
}  // namespace pintle
