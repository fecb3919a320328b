#include "pintle/analysis/linear.h"

#include <cmath>
#include <numbers>

#include "pintle/analysis/mode_run_test_support.h"
#include "pintle/analysis/statics_test_support.h"
#include "pintle/math/largest_of.h"
#include "pintle/math/so3.h"

namespace pintle {
namespace {

const Vec3 kEdgeTilt(0.3, -0.4, 0.5), kSecondTilt(-0.2, 0.1, 0.7);

Card held(const std::string& name, Value a, Value b, double stiffness) {
  Card card = pair_card("deformable_joint", name, std::move(a), std::move(b));
  return card.set("law", Value::map({{"type", "linear_viscoelastic_generic"},
                                     {"stiffness", Value::list({stiffness, 2 * stiffness, 3 * stiffness,
                                                                stiffness, stiffness, stiffness})},
                                     {"proportional", 0.03}}));
}

// A body on a joint of any type, another on a ball joint behind it, both on bushes under gravity: at rest the
// joints carry forces and moments, and what they change with the motion is part of the stiffness.
std::vector<Card> held_bodies(const std::string& type) {
  const Vec3 at(0.2, 0.1, -0.3), from_body(-0.4, 0.1, 0.2);
  Vec3 turn = kEdgeTilt;
  if (type == "revolute_cylindrical")  // its third axes are normal to each other
    turn = so3::log(Mat3(so3::exp_matrix(kEdgeTilt) * so3::exp_matrix(Vec3(0, std::numbers::pi / 2, 0))));
  return {weight_card(),
          node_card("first", at - from_body),
          node_card("second", at - from_body + Vec3(0.5, 0, 0.2), Vec3::Zero(), Vec3::Zero(), kSecondTilt),
          body_card("first", 1.5, {0.1, 0.2, 0.25}),
          body_card("second", 0.5, {0.02, 0.03, 0.04}),
          pair_card(type, "edge", side("ground", at, kEdgeTilt), side("first", from_body, turn)),
          pair_card("spherical_hinge", "ball", side("first", {0.3, 0, 0}),
                    side("second", so3::exp_matrix(-kSecondTilt) * Vec3(-0.2, 0, -0.2))),
          held("bush", side("ground", {0.3, 0.4, 0.1}, kSecondTilt), side("first", {0.1, 0.2, 0}), 40.0),
          held("other bush", side("first", {0, 0.1, 0}), side("second", {0.1, 0, 0.1}, -kSecondTilt), 20.0)};
}

// Four hinges about y, the left crank 1 m long at an angle from the vertical, the right one `longer` than it
// (then the angle is zero), a board between them, pushed.
std::vector<Card> swing(double angle, double longer = 0.0, double push = 0.0) {
  const Vec3 crank(std::sin(angle), 0, -std::cos(angle)), turn(0, -angle, 0), pivot(2, 0, longer);
  const double half = 0.5 * (1.0 + longer);
  const auto hinge = [](const std::string& name, Value a, Value b) {
    return pair_card("revolute_hinge", name, std::move(a), std::move(b));
  };
  return {weight_card(),
          node_card("left", 0.5 * crank, Vec3::Zero(), Vec3::Zero(), turn),
          node_card("right", pivot + half * crank, Vec3::Zero(), Vec3::Zero(), turn),
          node_card("board", Vec3(1, 0, 0) + crank),
          body_card("left", 0.3, {0.03, 0.03, 0.001}),
          body_card("right", 0.3, {0.03, 0.03, 0.001}),
          body_card("board", 5.0, {0.1, 1.0, 1.0}),
          make_card("load", "force", "push", {{"at", "board"}, {"value", list_of({push, 0, 0})}}),
          hinge("top left", side("ground", Vec3::Zero(), kAxisToY), side("left", {0, 0, 0.5}, kAxisToY)),
          hinge("top right", side("ground", pivot, kAxisToY), side("right", {0, 0, half}, kAxisToY)),
          hinge("bottom left", side("left", {0, 0, -0.5}, kAxisToY), side("board", {-1, 0, 0}, kAxisToY)),
          hinge("bottom right", side("right", {0, 0, -half}, kAxisToY), side("board", {1, 0, 0}, kAxisToY))};
}

struct Analysed {
  StartedModel started;
  LinearReport report;
  const System& system() const { return started.model.system; }
  const State& state() const { return started.model.state; }
};
Analysed analyse(std::vector<Card> cards) {
  Analysed out{start_model(std::move(cards)), {}};
  Diagnostics diagnostics;
  out.report = analyse_linear(out.system(), out.started.model.state, EquilibriumSettings{}, diagnostics);
  EXPECT_TRUE(out.report.equilibrium.is_found) << out.report.equilibrium.failure;
  return out;
}

// Z^T r of a System whose nodes have been moved along u, at given rates of u.
VecX reduced_residual(const Analysed& model, const VecX& u, const VecX& rate, const VecX& acceleration) {
  const System& system = model.system();
  const Layout& layout = system.layout();
  State state = model.state();
  Snapshot snapshot = system.make_snapshot();
  AllowedMotions motions(system);
  motions.find(state, absolute_matrices(system, state).G);
  VecX phi = VecX::Zero(layout.multipliers);
  motions.move(u, phi, state);
  for (int pass = 0; pass < 5; ++pass) {  // loops
    system.fill(state, snapshot);
    system.phi(snapshot.context(), {phi.data(), static_cast<std::size_t>(phi.size())});
    motions.move(VecX::Zero(u.size()), phi, state);
  }
  motions.find(state, absolute_matrices(system, state).G);
  for (Index i = 0; i < u.size(); ++i)
    EXPECT_EQ(motions.coordinate(i).name, model.report.model.coordinates[static_cast<std::size_t>(i)].name);
  state.v = motions.basis() * rate;
  state.a = motions.basis() * acceleration;
  system.fill(state, snapshot);
  VecX residual = VecX::Zero(layout.equations() + Layout::kGroundRoom);
  ResidualSink sink(layout, {residual.data(), static_cast<std::size_t>(residual.size())});
  system.residual(snapshot.context(), sink);
  return motions.basis().transpose() * residual.head(layout.motion_size());
}

// By central differences of positions, rates and accelerations.
void expect_exact(const Analysed& model, const std::string& name) {
  constexpr double kStep = 1e-5;
  const LinearModel& linear = model.report.model;
  const Index size = linear.size();
  ASSERT_GT(size, 0) << name;
  const VecX none = VecX::Zero(size);
  for (Index i = 0; i < size; ++i) {
    const VecX step = kStep * VecX::Unit(size, i);
    const auto slope = [&](auto at) { return VecX((at(step) - at(-step)) / (2.0 * kStep)); };
    const VecX K = slope([&](const VecX& u) { return reduced_residual(model, u, none, none); });
    const VecX C = slope([&](const VecX& u) { return reduced_residual(model, none, u, none); });
    const VecX M = slope([&](const VecX& u) { return reduced_residual(model, none, none, u); });
    EXPECT_LT(largest_of(linear.K.col(i) - K), 1e-7 * largest_of(linear.K)) << name << " " << i;
    EXPECT_LT(largest_of(linear.C.col(i) - C), 1e-7 * (largest_of(linear.C) + 1e-3)) << name << " " << i;
    EXPECT_LT(largest_of(linear.M.col(i) - M), 1e-7 * largest_of(linear.M)) << name << " " << i;
  }
}

TEST(LinearAnalysis, has_exact_matrices_for_every_joint) {
  for (const char* type : {"clamp", "revolute_hinge", "prismatic", "cylindrical", "universal_hinge",
                           "spherical_hinge", "plane_displacement", "revolute_cylindrical", "parallel_axes"})
    expect_exact(analyse(held_bodies(type)), type);
}

TEST(LinearAnalysis, has_exact_matrices_for_loops) { expect_exact(analyse(swing(0.0, 0.5, 20.0)), "swing"); }

// One coordinate: the board translates on a circle, the cranks turn.
TEST(LinearAnalysis, of_a_swing_is_the_closed_form) {
  const Analysed model = analyse(swing(0.9));
  ASSERT_EQ(model.report.model.size(), 1);
  ASSERT_EQ(model.report.modes.size(), 1u);
  const double inertia = 5.0 + 2 * (0.3 * 0.25 + 0.03), stiffness = kWeightOfOne * (5.0 + 2 * 0.3 * 0.5);
  EXPECT_NEAR(model.report.modes[0].value.imag(), std::sqrt(stiffness / inertia), 1e-8);
}

TEST(LinearAnalysis, of_coupled_pendulums_is_the_closed_form) {
  const auto pendulum = [](const std::string& name, double x) {
    return std::vector<Card>{node_card(name, {x, 0, -1}), body_card(name, 2.0, {0.1, 0.2, 0.1}),
                             pair_card("revolute_hinge", name + " pivot", side("ground", {x, 0, 0}, kAxisToY),
                                       side(name, {0, 0, 1}, kAxisToY))};
  };
  std::vector<Card> cards{weight_card()};
  for (const auto& part : {pendulum("left", 0.0), pendulum("right", 0.5)})
    cards.insert(cards.end(), part.begin(), part.end());
  Card spring = pair_card("spring_damper", "spring", side("left", {0, 0, 0.5}), side("right", {0, 0, 0.5}));
  cards.push_back(spring.set("stiffness", 8.0).set("damping", 0.4));
  const Analysed model = analyse(cards);
  const double inertia = 2.2, stiffness = 2.0 * kWeightOfOne;
  ASSERT_EQ(model.report.modes.size(), 2u);
  const MotionMode &together = model.report.modes[0], &against = model.report.modes[1];
  EXPECT_LT(std::abs(together.value - std::complex<double>(0, std::sqrt(stiffness / inertia))), 1e-12);
  const double square = (stiffness + 2 * 8.0 * 0.25) / inertia;
  EXPECT_NEAR(std::abs(against.value), std::sqrt(square), 1e-12);
  EXPECT_NEAR(against.damping_ratio(), 0.4 * 0.25 / (inertia * std::sqrt(square)), 1e-12);
  // Nodes: 1 m from the pivots, against each other.
  EXPECT_LT(std::abs(against.displacement[0] + against.displacement[6]), 1e-12);
  EXPECT_NEAR(std::abs(against.displacement[0]), 1.0, 1e-12);
  EXPECT_EQ(model.report.model.coordinates[0].name, "left pivot: rotation");
}

TEST(LinearAnalysis, of_what_stands_upright_shows_that_it_falls) {
  const Analysed model =
      analyse({weight_card(), node_card("bob", {0, 0, 1}), body_card("bob", 1.0, {0.1, 0.1, 0.1}),
               pair_card("revolute_hinge", "pivot", side("ground", Vec3::Zero(), kAxisToY),
                         side("bob", {0, 0, -1}, kAxisToY))});
  ASSERT_EQ(model.report.modes.size(), 2u);
  EXPECT_NEAR(std::abs(model.report.modes[0].value.real()), std::sqrt(kWeightOfOne / 1.1), 1e-12);
  EXPECT_TRUE(model.report.modes[0].grows() != model.report.modes[1].grows());
}

// A spring alone in the world holds one distance: of six and six motions all but one are free.
TEST(LinearAnalysis, says_which_friction_it_takes_with_the_reactions_of_the_equilibrium) {
  std::vector<Card> cards = held_bodies("revolute_hinge");
  for (const bool has_friction : {false, true}) {
    if (has_friction) cards[5].set("friction", modlugre(0.2, 100.0, 1.0)).set("radius", 0.1);
    StartedModel started = start_model(cards);
    Diagnostics diagnostics;
    analyse_linear(started.model.system, started.model.state, EquilibriumSettings{}, diagnostics);
    EXPECT_EQ(diagnostics.to_text().find("'edge': friction is taken with") != std::string::npos, has_friction)
        << diagnostics.to_text();
  }
}

// Cranks of 1 m move the board by 1 m per radian.
TEST(LinearAnalysis, has_what_inputs_do_to_the_coordinates) {
  std::vector<Card> cards = swing(0.0);
  cards.push_back(make_card("drive", "input", "wind", {}));
  cards.push_back(
      make_card("load", "force", "wind", {{"at", "board"}, {"value", Value::list({"wind", 0, 0})}}));
  StartedModel started = start_model(cards);
  Diagnostics diagnostics;
  const System& system = started.model.system;
  const LinearReport report = analyse_linear(system, started.model.state, EquilibriumSettings{}, diagnostics);
  ASSERT_EQ(report.model.size(), 1);
  const MatX B = input_matrix(report.model, system, started.model.state);
  ASSERT_EQ(B.cols(), 1);
  EXPECT_NEAR(std::abs(B(0, 0)), 1.0, 1e-8);
}

TEST(LinearAnalysis, counts_what_nothing_resists) {
  const Analysed model =
      analyse({node_card("one", {0, 0, 0}), node_card("two", {1, 0, 0}), body_card("one", 1.0, {1, 1, 1}),
               body_card("two", 3.0, {1, 1, 1}),
               pair_card("spring_damper", "spring", side("one", Vec3::Zero()), side("two", Vec3::Zero()))
                   .set("stiffness", 12.0)});
  ASSERT_EQ(model.report.modes.size(), 12u);
  EXPECT_EQ(model.report.modes[10].value, std::complex<double>(0.0));
  EXPECT_NEAR(model.report.modes[11].value.imag(), 4.0, 1e-12);
}

}  // namespace
}  // namespace pintle
