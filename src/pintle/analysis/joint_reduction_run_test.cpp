// Loops closed by coordinate reduction: the same motion and reactions as with multipliers, wherever they are
// cut, and a choice of coordinates that changes without being noticed.
#include <cmath>

#include "pintle/analysis/joint_run_test_support.h"

namespace pintle {
namespace {

JointSettings by_reduction(JointMethod method = JointMethod::rk4) {
  JointSettings settings;
  settings.method = method;
  settings.loops = LoopClosure::reduction;
  return settings;
}

// A crank of 1 m that turns, a rod and a slide.
std::vector<Card> slider_crank(double speed, double rod = 2.0) {
  const Vec3 joint(std::cos(0.5), std::sin(0.5), 0),
      pin(joint.x() + std::sqrt(rod * rod - joint.y() * joint.y()), 0, 0);
  const double tilt = -std::asin(joint.y() / rod);
  const Vec3 turn(0, 0, speed);
  return {
      make_card("gravity", "", "", {{"acceleration", list_of({0, -9.81, 0})}}),
      node_card("crank", 0.5 * joint, turn.cross(0.5 * joint), turn, {0, 0, 0.5}),
      node_card("rod", 0.5 * (joint + pin), Vec3::Zero(), Vec3::Zero(), {0, 0, tilt}),
      node_card("slider", pin),
      body_card("crank", 1.0, {0.01, 0.1, 0.1}),
      body_card("rod", 2.0, {0.01, 0.7, 0.7}),
      body_card("slider", 0.5, {0.01, 0.01, 0.01}),
      pair_card("revolute_hinge", "shaft", "ground", side("crank", {-0.5, 0, 0})),
      pair_card("revolute_hinge", "crank pin", side("crank", {0.5, 0, 0}), side("rod", {-0.5 * rod, 0, 0})),
      pair_card("revolute_hinge", "piston pin", side("rod", {0.5 * rod, 0, 0}), "slider"),
      pair_card("prismatic", "guide", side("ground", Vec3::Zero(), {0, std::numbers::pi / 2, 0}),
                side("slider", Vec3::Zero(), {0, std::numbers::pi / 2, 0}))};
}

void expect_same(const std::vector<Card>& cards, const JointSettings& settings, const JointSettings& other,
                 const std::vector<const char*>& joints, double h) {
  const Ended reduced = run_model(cards, settings, h, 1.0), usual = run_model(cards, other, h, 1.0);
  const std::string cut = settings.cut.empty() ? "" : settings.cut[0];
  EXPECT_LT((reduced.state.q - usual.state.q).norm(), 1e-8) << cut;
  EXPECT_LT((reduced.state.v - usual.state.v).norm(), 1e-7) << cut;
  for (const char* joint : joints)
    for (const char* quantity : {"reaction_force", "reaction_moment"})
      EXPECT_LT((reduced.channel(joint, quantity) - usual.channel(joint, quantity)).norm(), 1e-5)
          << cut << " " << joint << " " << quantity;
}

// Hinges in space: three of five equations of the cut one follow from the others.
TEST(JointReduction, a_four_bar_cut_anywhere_moves_and_reacts_as_with_multipliers) {
  for (const char* cut : {"A", "B", "C", "D"}) {
    JointSettings settings = by_reduction(), other;
    settings.cut = other.cut = {cut};
    expect_same(hinged_four_bar(), settings, other, {"A", "B", "C", "D"}, 1e-3);
  }
}

TEST(JointReduction, a_slider_crank_moves_and_reacts_as_with_multipliers) {
  for (const char* cut : {"shaft", "crank pin", "piston pin", "guide"}) {
    JointSettings settings = by_reduction(), other;
    settings.cut = other.cut = {cut};
    expect_same(slider_crank(5.0), settings, other, {"shaft", "crank pin", "piston pin", "guide"}, 5e-4);
  }
}

// Turns of a ball joint are cut across by the choice: one of its three coordinates depends on the others.
TEST(JointReduction, ball_joints_in_loops_move_as_with_multipliers) {
  std::vector<Card> cards = body_behind("spherical_hinge", false);
  cards.push_back(
      pair_card("distance", "rope", side("ground", {1.5, 1.0, 0.5}), side("second", {0.1, 0, 0})));
  expect_same(cards, by_reduction(), JointSettings{}, {"edge", "ball"}, 1e-3);
}

TEST(JointReduction, has_the_order_of_the_method) {
  std::vector<VecX> found;
  for (const double h : {0.02, 0.01, 0.005})
    found.emplace_back(run_model(hinged_four_bar(), by_reduction(), h, 1.0).position(1));
  EXPECT_NEAR(std::log2((found[0] - found[1]).norm() / (found[1] - found[2]).norm()), 4.0, 0.6);
}

// Bars of 0.6, 0.7, 0.8 m on 1 m: none of them can go round, so every angle has positions where it says
// nothing of the others. Nothing takes energy away.
TEST(JointReduction, the_choice_changes_without_a_jump_in_energy) {
  for (const JointMethod method : {JointMethod::rk4, JointMethod::rk45}) {
    const std::vector<Card> cards = hinged_four_bar({0.36, 0.48, 0}, {0.98267, 0.79981, 0}, 8.0);
    StartedModel started = start_model(cards);
    const System& system = started.model.system;
    Snapshot snapshot = system.make_snapshot();
    VecX phi(system.layout().multipliers);
    JointSettings settings = by_reduction(method);
    settings.cut = {"C"};
    settings.error_tolerance = 1e-10;
    JointStepper stepper(system, settings, started.report.redundant_multipliers());
    State& state = started.model.state;
    const double h = method == JointMethod::rk4 ? 1e-3 : 0.05;
    stepper.start(state, h);
    double start = 0.0, worst = 0.0;
    for (int i = 0; i <= std::lround(2.0 / h); ++i) {
      if (i > 0) {
        ASSERT_TRUE(stepper.step(state, h).is_accepted()) << i;
      }
      system.fill(state, snapshot);
      const Totals totals = system.totals(snapshot.context());
      if (i == 0) start = totals.kinetic + totals.potential;
      worst = std::max(worst, std::abs(totals.kinetic + totals.potential - start));
      const ConstraintViolation violation = violation_of(system, state, snapshot, phi);
      EXPECT_LT(violation.position, 1e-13);
      EXPECT_LT(violation.velocity, 1e-12);
    }
    EXPECT_GT(stepper.choices(), 4) << name_of(method);
    EXPECT_LT(worst, 1e-6 * start) << name_of(method);
  }
}

// Mechanisms that pass positions where their equations become dependent and another branch begins: bars of a
// parallelogram that lie flat, with sides of one length and of two; a four-bar of 0.4 + 1 = 0.6 + 0.8 m when
// it is stretched; a crank as long as its rod when the slide is at the shaft.
std::vector<std::pair<const char*, std::vector<Card>>> passing_singular_positions() {
  const auto direction = [](double angle) { return Vec3(std::cos(angle), std::sin(angle), 0); };
  const Vec3 pin = 0.4 * direction(1.0), across = Vec3(1, 0, 0) - pin;
  const double way = across.norm(), foot = (way * way + 0.36 - 0.64) / (2 * way);
  const Vec3 other =
      pin + foot / way * across + std::sqrt(0.36 - foot * foot) / way * Vec3(-across.y(), across.x(), 0);
  return {{"rhombus", hinged_four_bar(direction(1.0), direction(1.0) + Vec3(1, 0, 0), 5.0)},
          {"parallelogram", hinged_four_bar(0.5 * direction(1.0), 0.5 * direction(1.0) + Vec3(1, 0, 0), 8.0)},
          {"stretched", hinged_four_bar(pin, other, 10.0)},
          {"slider-crank", slider_crank(6.0, 1.0)}};
}

TEST(JointReduction, singular_positions_are_passed_as_with_multipliers) {
  for (const auto& [name, cards] : passing_singular_positions())
    for (const double h : {1e-3, 2.5e-4}) {
      const StartedModel started = start_model(cards);
      const System& system = started.model.system;
      Snapshot snapshot = system.make_snapshot();
      const auto energy_of = [&](const State& state) {
        system.fill(state, snapshot);
        const Totals totals = system.totals(snapshot.context());
        return totals.kinetic + totals.potential;
      };
      const double start = energy_of(started.model.state);
      double worst = 0.0;
      const Ended reduced = run_model(cards, by_reduction(), h, 3.0, [&](const State& state) {
        worst = std::max(worst, std::abs(energy_of(state) - start));
      });
      const Ended usual = run_model(cards, JointSettings{}, h, 3.0);
      EXPECT_LT(worst, 1e-6 * start) << name << " " << h;
      EXPECT_LT((reduced.state.q - usual.state.q).norm(), 1e-5) << name << " " << h;
    }
}

TEST(JointReduction, refuses_equations_on_velocities) {
  std::vector<Card> cards = body_behind("revolute_hinge", false);
  cards.push_back(make_card("joint", "angular_velocity", "motor",
                            {{"at", "second"}, {"direction", list_of({0, 0, 1})}, {"value", 0.0}}));
  const StartedModel started = assemble_model(cards);
  const std::string reason = why_not_joint(started.model.system, started.model.state, by_reduction()).reason;
  EXPECT_NE(reason.find("'motor'"), std::string::npos) << reason;
}

}  // namespace
}  // namespace pintle
