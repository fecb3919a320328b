#include "pintle/analysis/equilibrium.h"

#include <cmath>
#include <numbers>

#include "pintle/analysis/statics_test_support.h"

namespace pintle {
namespace {

Card spring_card(const std::string& name, Value a, Value b, double stiffness, double length) {
  Card card = pair_card("spring_damper", name, std::move(a), std::move(b));
  return card.set("stiffness", stiffness).set("length", length);
}

struct Found {
  StartedModel started;
  EquilibriumReport report;
  const State& state() const { return started.model.state; }
  Vec3 position(Index node = 0) const { return state().q.segment<3>(7 * node); }
};
Found equilibrium_of(std::vector<Card> cards) {
  Found found{start_model(std::move(cards)), {}};
  Diagnostics diagnostics;
  found.report = find_equilibrium(found.started.model.system, found.started.model.state,
                                  EquilibriumSettings{}, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.to_text();
  return found;
}

// A bob at 1 m from its pivot, at an angle from the vertical.
std::vector<Card> pendulum(double angle) {
  const Vec3 bob(std::sin(angle), 0, -std::cos(angle));
  return {weight_card(), node_card("bob", bob), body_card("bob", 2.0, {0.1, 0.1, 0.1}),
          pair_card("revolute_hinge", "pivot", side("ground", Vec3::Zero(), kAxisToY),
                    side("bob", -bob, kAxisToY))};
}

TEST(Equilibrium, of_a_pendulum_is_hanging_from_wherever_it_starts) {
  for (const double angle : {0.1, 1.0, std::numbers::pi / 2, 3.0, -3.1415}) {
    const Found found = equilibrium_of(pendulum(angle));
    ASSERT_TRUE(found.report.is_found) << angle << ": " << found.report.failure;
    EXPECT_LT(std::abs(found.position().x()), 1e-9) << angle;
    EXPECT_NEAR(found.position().z(), -1.0, 1e-12) << angle;
    EXPECT_LT(found.report.iterations, 60) << angle;
    EXPECT_EQ(found.state().v.norm(), 0.0);
    EXPECT_EQ(found.state().a.norm(), 0.0);
  }
}

// The reactions that it comes back with carry the weight.
TEST(Equilibrium, has_the_reactions_of_the_balance) {
  const Found found = equilibrium_of(pendulum(0.7));
  const System& system = found.started.model.system;
  Snapshot snapshot = system.make_snapshot();
  system.fill(found.state(), snapshot);
  const System::Owner pivot = system.owner_of(0);
  EXPECT_LT((pivot.set->reaction(snapshot.context(), 0).force - Vec3(0, 0, 2.0 * kWeightOfOne)).norm(), 1e-9);
}

TEST(Equilibrium, at_the_start_is_left_as_it_is_even_when_it_is_unstable) {
  const Found found = equilibrium_of(pendulum(std::numbers::pi));
  EXPECT_TRUE(found.report.is_found);
  EXPECT_EQ(found.report.iterations, 0);
  EXPECT_NEAR(found.position().z(), 1.0, 1e-15);
}

TEST(Equilibrium, of_masses_on_springs_in_a_row) {
  const Found found = equilibrium_of(
      {weight_card(), node_card("upper", {0, 0, -1}), node_card("lower", {0, 0, -2}),
       body_card("upper", 3.0, {1, 1, 1}), body_card("lower", 2.0, {1, 1, 1}),
       pair_card("prismatic", "first", side("ground", {0, 0, -1}), side("upper", Vec3::Zero())),
       pair_card("prismatic", "second", side("upper", {0, 0, -1}), side("lower", Vec3::Zero())),
       spring_card("long", side("ground", Vec3::Zero()), side("upper", Vec3::Zero()), 400.0, 1.0),
       spring_card("short", side("upper", Vec3::Zero()), side("lower", Vec3::Zero()), 200.0, 1.0)});
  ASSERT_TRUE(found.report.is_found) << found.report.failure;
  const double first = 5.0 * kWeightOfOne / 400.0, second = 2.0 * kWeightOfOne / 200.0;
  EXPECT_NEAR(found.position(0).z(), -1.0 - first, 1e-9);
  EXPECT_NEAR(found.position(1).z(), -2.0 - first - second, 1e-9);
}

// A chain between supports: the middles of links carry the vertical forces w (i - (n - 1) / 2), so the
// tangents of their angles go up by equal parts. The loop is closed by an equation.
TEST(Equilibrium, of_a_chain_has_tangents_in_equal_parts) {
  constexpr int kLinks = 6;
  constexpr double kLength = 0.5;
  std::vector<Card> cards{weight_card()};
  Vec3 end = Vec3::Zero();
  for (int i = 0; i < kLinks; ++i) {
    const double angle = (i + 0.5) * std::numbers::pi / kLinks - std::numbers::pi / 2;
    const Vec3 along(std::cos(angle), 0, std::sin(angle));
    const std::string name = "link " + std::to_string(i);
    cards.push_back(node_card(name, end + 0.5 * kLength * along, Vec3::Zero(), Vec3::Zero(), {0, -angle, 0}));
    cards.push_back(body_card(name, 0.4, {1e-4, 0.01, 0.01}));
    const Value before = i == 0 ? side("ground", Vec3::Zero(), kAxisToY)
                                : side("link " + std::to_string(i - 1), {0.5 * kLength, 0, 0}, kAxisToY);
    cards.push_back(pair_card("revolute_hinge", "hinge " + std::to_string(i), before,
                              side(name, {-0.5 * kLength, 0, 0}, kAxisToY)));
    end += kLength * along;
  }
  cards.push_back(pair_card("in_line", "far end", side("ground", end, kAxisToY),
                            side("link " + std::to_string(kLinks - 1), {0.5 * kLength, 0, 0})));
  const Found found = equilibrium_of(cards);
  ASSERT_TRUE(found.report.is_found) << found.report.failure;
  std::vector<double> tangents;
  for (Index i = 0; i < kLinks; ++i) {
    const Vec4 q = found.state().q.segment<4>(7 * i + 3);
    const Vec3 along = Quat(q[0], q[1], q[2], q[3]) * Vec3::UnitX();
    tangents.push_back(along.z() / along.x());
  }
  for (std::size_t i = 2; i < tangents.size(); ++i)
    EXPECT_NEAR(tangents[i] - tangents[i - 1], tangents[1] - tangents[0], 1e-8);
  EXPECT_NEAR(tangents.front(), -tangents.back(), 1e-8);
}

// A frame without mass between two springs.
TEST(Equilibrium, takes_nodes_without_inertia) {
  const Found found = equilibrium_of(
      {make_card("node", "static", "frame", {{"position", list_of({0, 0, 0.2})}}),
       pair_card("prismatic", "slide", side("ground", Vec3::Zero()), side("frame", Vec3::Zero())),
       spring_card("upper", side("ground", {0, 0, 2}), side("frame", Vec3::Zero()), 300.0, 1.0),
       spring_card("lower", side("ground", {0, 0, -2}), side("frame", Vec3::Zero()), 100.0, 1.0)});
  ASSERT_TRUE(found.report.is_found) << found.report.failure;
  EXPECT_NEAR(found.position().z(), 0.5, 1e-9);  // 300 (1 - z) = 100 (1 + z)
}

TEST(Equilibrium, that_does_not_exist_is_a_failure_with_a_name) {
  const Found falling =
      equilibrium_of({weight_card(), node_card("stone", {0, 0, 5}), body_card("stone", 1.0, {1, 1, 1})});
  EXPECT_FALSE(falling.report.is_found);
  EXPECT_NE(
      falling.report.failure.find("'stone: translation z' is out of balance by 9.81 N, and no stiffness "
                                  "resists that motion"),
      std::string::npos)
      << falling.report.failure;
}

}  // namespace
}  // namespace pintle
