// Runs in the partitioned formulation: order, agreement of both matrices and of other formulations, changes
// of the independent coordinates, redundancy, going on from a State.
#include <cmath>
#include <numbers>

#include "pintle/analysis/model_run_test_support.h"

namespace pintle {
namespace {

constexpr double kG = 9.81;

PartitionedSettings rk4(SystemMatrix matrix = SystemMatrix::angular_velocity) {
  PartitionedSettings settings;
  settings.matrix = matrix;
  settings.tolerance = 1e-12;
  return settings;
}

// A box on a ball joint with a spring, as in the tests of the other methods.
std::vector<Card> box_on_ball() {
  return {make_card("gravity", "", "", {{"acceleration", list_of({0, 0, -kG})}}),
          node_card("box", {0.6, 0, 0}, {0, 0.9, 0.6}, {0.4, -1.0, 1.5}),
          body_card("box", 2.0, {0.05, 0.08, 0.11}),
          pair_card("spherical_hinge", "ball", "ground", side("box", {-0.6, 0, 0})),
          pair_card("spring_damper", "spring", side("ground", {0, 1, 0.5}), side("box", {0.1, 0.2, 0}))
              .set("stiffness", 30.0)
              .set("damping", 0.5)
              .set("length", 0.6)};
}

std::vector<VecX> watched(const Ended& ended) {
  return {ended.position(), ended.velocity(), ended.angular_velocity(),
          ended.channel("ball", "reaction_force")};
}

std::vector<double> orders(const PartitionedSettings& settings, double h) {
  std::vector<std::vector<VecX>> found;
  for (int k = 0; k < 3; ++k) found.push_back(watched(run_model(box_on_ball(), settings, h / (1 << k), 1.0)));
  std::vector<double> list;
  for (std::size_t i = 0; i < found[0].size(); ++i)
    list.push_back(std::log2((found[0][i] - found[1][i]).norm() / (found[1][i] - found[2][i]).norm()));
  return list;
}

TEST(PartitionedRun, rk4_has_order_four_with_both_matrices) {
  for (const SystemMatrix matrix : {SystemMatrix::angular_velocity, SystemMatrix::euler_parameters})
    for (const double order : orders(rk4(matrix), 0.01)) EXPECT_NEAR(order, 4.0, 0.35) << name_of(matrix);
}

// A force with a kink and a jump: steps are divided where it changes its formula, in both formulations with
// explicit steps.
TEST(PartitionedRun, rk4_has_order_four_with_a_load_in_pieces) {
  std::vector<Card> cards = box_on_ball();
  cards.push_back(make_card(
      "load", "force", "stop",
      {{"at", Value::map({{"node", "box"}})},
       {"value", Value::list({"node.box.position.x > 0.45 ? 0 : 400*(0.45 - node.box.position.x)", 0,
                              "node.box.velocity.z < -0.5 ? 5 : max(0, 20*node.box.position.y)"})}}));
  const auto differences = [&](const auto& settings) {
    std::vector<State> ends;
    for (const double h : {0.004, 0.002, 0.001}) ends.push_back(run_model(cards, settings, h, 1.0).state);
    return std::pair((ends[0].v - ends[1].v).norm(), (ends[1].v - ends[2].v).norm());
  };
  for (const auto& [coarse, fine] : {differences(rk4()), differences(JointSettings{})}) {
    EXPECT_LT(fine, 1e-6);
    EXPECT_GT(std::log2(coarse / fine), 3.5) << coarse << " " << fine;
  }
}

TEST(PartitionedRun, symplectic_euler_has_order_one) {
  PartitionedSettings settings = rk4();
  settings.method = ExplicitMethod::symplectic_euler;
  for (const double order : orders(settings, 1e-3)) EXPECT_NEAR(order, 1.0, 0.1);
}

TEST(PartitionedRun, both_matrices_give_the_same_motion_and_reactions) {
  const Ended one = run_model(box_on_ball(), rk4(SystemMatrix::angular_velocity), 0.01, 2.0);
  const Ended other = run_model(box_on_ball(), rk4(SystemMatrix::euler_parameters), 0.01, 2.0);
  EXPECT_LT((one.state.q - other.state.q).norm(), 1e-11);
  EXPECT_LT((one.state.v - other.state.v).norm(), 1e-10);
  EXPECT_LT((one.channels - other.channels).norm(), 1e-8);
}

TEST(PartitionedRun, rk45_keeps_its_tolerance_whatever_the_step_of_the_analysis) {
  const Ended fine = run_model(box_on_ball(), rk4(), 5e-4, 1.0);
  PartitionedSettings settings = rk4();
  settings.method = ExplicitMethod::rk45;
  settings.error_tolerance = 1e-9;
  for (const double h : {0.5, 0.01})
    EXPECT_LT((run_model(box_on_ball(), settings, h, 1.0).position() - fine.position()).norm(), 1e-7) << h;
}

TEST(PartitionedRun, agrees_with_the_absolute_formulation_to_its_order) {
  const Ended reference = run_model(box_on_ball(), rk4(), 1e-3, 1.0);
  const auto difference = [&](double h) {
    return (run_model(box_on_ball(), AbsoluteSettings{}, h, 1.0).position() - reference.position()).norm();
  };
  EXPECT_NEAR(std::log2(difference(4e-3) / difference(2e-3)), 2.0, 0.1);
}

// A rod on a hinge turns over and over: the angle by the quadrature of its energy would do, its energy does.
std::vector<Card> turning_rod() {
  return {make_card("gravity", "", "", {{"acceleration", list_of({0, -kG, 0})}}),
          node_card("rod", {0, -0.5, 0}, {4, 0, 0}, {0, 0, 8}), body_card("rod", 1.0, {0.08, 0.01, 0.08}),
          pair_card("revolute_hinge", "hinge", "ground", side("rod", {0, 0.5, 0}))};
}

double energy_of(const State& state) {
  return 0.5 * state.v.head<3>().squaredNorm() + 0.5 * 0.08 * state.v[5] * state.v[5] + kG * state.q[1];
}

TEST(PartitionedRun, a_pendulum_goes_through_all_quadrants_without_a_jump_where_coordinates_change) {
  const auto drift = [](bool at_every_step, double h, std::size_t* choices) {
    PartitionedSettings settings = rk4();
    settings.partitions_every_step = at_every_step;
    std::vector<double> chosen;
    double largest = 0.0, energy = 0.5 * 16 + 0.5 * 0.08 * 64 - 0.5 * kG;
    run_model(turning_rod(), settings, h, 4.0, [&](const State& state) {
      largest = std::max(largest, std::abs(energy_of(state) - energy));
      const double now = state.memory[state.memory.size() - 1];
      if (chosen.empty() || chosen.back() != now) chosen.push_back(now);
    });
    if (choices) *choices = chosen.size();
    return largest;
  };
  std::size_t choices = 0;
  const double coarse = drift(false, 4e-3, &choices), fine = drift(false, 2e-3, nullptr);
  EXPECT_GT(choices, 5u);
  // A jump would be of the size of h^0, or be seen against choosing at every step.
  EXPECT_GT(std::log2(coarse / fine), 3.8);
  EXPECT_LT(coarse, 2 * drift(true, 4e-3, nullptr));
  EXPECT_LT(coarse, 1e-5);
}

// Four hinges in space on one loop: three equations follow from the others.
std::vector<Card> partitioned_four_bar() {
  return {make_card("gravity", "", "", {{"acceleration", list_of({0, -kG, 0})}}),
          node_card("crank", {0, 0.15, 0}, {-0.15, 0, 0}, {0, 0, 1}),
          node_card("coupler", {0.4, 0.5, 0}),
          node_card("rocker", {0.95, 0.3, 0}),
          body_card("crank", 1.5, {0.01, 0.01, 0.0113}),
          body_card("coupler", 5.0, {0.1, 0.4, 0.4}),
          body_card("rocker", 3.0, {0.05, 0.05, 0.09}),
          pair_card("revolute_hinge", "a", "ground", side("crank", {0, -0.15, 0})),
          pair_card("revolute_hinge", "b", side("crank", {0, 0.15, 0}), side("coupler", {-0.5, 0, 0})),
          pair_card("revolute_hinge", "c", side("coupler", {0.5, 0, 0}), side("rocker", {0, 0.3, 0})),
          pair_card("revolute_hinge", "d", side("ground", {1, 0, 0}), side("rocker", {0, -0.3, 0}))};
}

TEST(PartitionedRun, a_four_bar_with_redundant_hinges_goes_through_its_dead_points) {
  EXPECT_EQ(start_model(partitioned_four_bar()).report.redundant.size(), 3u);
  const auto at_end = [](double h) { return run_model(partitioned_four_bar(), rk4(), h, 3.0); };
  const Ended fine = at_end(1.25e-4);
  const auto error = [&](double h) { return (at_end(h).position(1) - fine.position(1)).norm(); };
  EXPECT_LT(error(2e-3), 1e-7);
  EXPECT_LT(error(1e-3), 3e-9);
  // Reactions of least norm are the same whoever finds them.
  AbsoluteSettings absolute;
  absolute.rho = 0.9;
  absolute.tolerances.relative = 1e-10;
  const Ended other = run_model(partitioned_four_bar(), absolute, 5e-4, 3.0);
  EXPECT_LT((other.position(1) - fine.position(1)).norm(), 1e-4);
  EXPECT_LT((other.channel("c", "reaction_force") - fine.channel("c", "reaction_force")).norm(),
            2e-3 * fine.channel("c", "reaction_force").norm());
}

// Lying flat, its bars are on one line and one equation more follows from the others than when it has opened.
TEST(PartitionedRun, a_parallelogram_that_starts_flat_is_held_together_once_it_has_opened) {
  const double rate = 8.0;
  const Vec3 turning(0, 0, rate);
  const std::vector<Card> cards{
      make_card("gravity", "", "", {{"acceleration", list_of({0, -kG, 0})}}),
      node_card("crank", {0.15, 0, 0}, {0, 0.15 * rate, 0}, turning),
      node_card("coupler", {0.8, 0, 0}, {0, 0.3 * rate, 0}),
      node_card("rocker", {1.15, 0, 0}, {0, 0.15 * rate, 0}, turning),
      body_card("crank", 1.0, {0.01, 0.01, 0.01}),
      body_card("coupler", 1.0, {0.1, 0.1, 0.1}),
      body_card("rocker", 1.0, {0.02, 0.02, 0.02}),
      pair_card("revolute_hinge", "a", "ground", side("crank", {-0.15, 0, 0})),
      pair_card("revolute_hinge", "b", side("crank", {0.15, 0, 0}), side("coupler", {-0.5, 0, 0})),
      pair_card("revolute_hinge", "c", side("coupler", {0.5, 0, 0}), side("rocker", {0.15, 0, 0})),
      pair_card("revolute_hinge", "d", side("rocker", {-0.15, 0, 0}), side("ground", {1, 0, 0}))};
  EXPECT_EQ(start_model(cards).report.redundant.size(), 4u);
  double open = 0.0;  // the coupler keeps its direction
  run_model(cards, rk4(), 1e-3, 0.2, [&](const State& state) {
    if (state.time > 0.1) open = std::max(open, std::abs(state.q[7 + 6]));
  });
  EXPECT_LT(open, 1e-12);
}

TEST(PartitionedRun, goes_on_from_a_state_bit_for_bit) {
  for (const ExplicitMethod method :
       {ExplicitMethod::rk4, ExplicitMethod::symplectic_euler, ExplicitMethod::rk45}) {
    PartitionedSettings settings = rk4();
    settings.method = method;
    StartedModel started = start_model(partitioned_four_bar());
    const System& system = started.model.system;
    const std::vector<Index> redundant = started.report.redundant_multipliers();
    State state = started.model.state;
    PartitionedStepper one(system, settings, redundant);
    one.start(state, 2e-3);
    const auto advance = [](PartitionedStepper& stepper, State& s, int steps) {
      for (int i = 0; i < steps; ++i)
        ASSERT_TRUE(stepper.step(s, 2e-3, static_cast<double>(s.step + 1) * 2e-3).is_accepted());
    };
    advance(one, state, 301);
    one.forget();
    State copy = state;
    PartitionedStepper other(system, settings, redundant);
    advance(one, state, 200);
    advance(other, copy, 200);
    EXPECT_TRUE(state == copy) << name_of(method);
  }
}

TEST(PartitionedRun, attempt_fix_makes_it_symplectic_euler) {
  PartitionedSettings fixed = rk4(), euler = rk4();
  fixed.attempts_fix = true;
  euler.method = ExplicitMethod::symplectic_euler;
  const Ended one = run_model(box_on_ball(), fixed, 1e-3, 0.2),
              other = run_model(box_on_ball(), euler, 1e-3, 0.2);
  EXPECT_LT((one.state.q - other.state.q).norm(), 1e-13);
}

// The friction of a hinge comes from its reaction, which the accelerations have to be found with.
TEST(PartitionedRun, a_hinge_with_bristles_rubs_as_in_the_absolute_formulation) {
  std::vector<Card> cards = turning_rod();
  cards.back()
      .set("friction", Value::map({{"type", "modlugre"},
                                   {"sigma0", 300.0},
                                   {"sigma1", 1.0},
                                   {"kappa", 0.5},
                                   {"static_friction", Value::map({{"type", "constant"}, {"value", 0.2}})}}))
      .set("radius", 0.1);
  const Ended reference = run_model(cards, rk4(), 2.5e-5, 0.5);
  const Ended other = run_model(cards, rk4(SystemMatrix::euler_parameters), 2.5e-5, 0.5);
  EXPECT_LT((reference.state.q - other.state.q).norm(), 1e-11);
  EXPECT_GT(energy_of(start_model(cards).model.state) - energy_of(reference.state), 1.0);
  const auto difference = [&](double h) {
    return (run_model(cards, AbsoluteSettings{}, h, 0.5).position() - reference.position()).norm();
  };
  EXPECT_LT(difference(6.25e-5), 1e-6);
  EXPECT_GT(std::log2(difference(5e-4) / difference(6.25e-5)) / 3, 1.5);  // bristles have kinks
}

TEST(PartitionedRun, says_what_it_cannot_take) {
  std::vector<Card> cards = turning_rod();
  cards.back() =
      pair_card("axial_rotation", "motor", "ground", side("rod", {0, 0.5, 0})).set("angular_velocity", 3.0);
  Diagnostics diagnostics;
  const auto started = start_model(cards);
  const std::string reason = why_not_partitioned(started.model.system);
  EXPECT_NE(reason.find("motor"), std::string::npos) << reason;
  EXPECT_NE(reason.find("velocities"), std::string::npos) << reason;
  EXPECT_EQ(why_not_partitioned(start_model(box_on_ball()).model.system), "");
}

}  // namespace
}  // namespace pintle
