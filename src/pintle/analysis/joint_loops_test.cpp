// Where loops are cut in the joint formulation: short ones, beside bodies of any mass.
#include <fmt/format.h>

#include "pintle/analysis/model_run_test_support.h"

namespace pintle {
namespace {

// A row of four-bars on hinges about z, each sharing a bar with the next; the bars stand upright and turn.
std::vector<Card> hinged_ladder(int loops, double coupler_mass = 1.0) {
  const Vec3 up(0, 0.5, 0), along(0.5, 0, 0);
  std::vector<Card> cards{make_card("gravity", "", "", {{"acceleration", list_of({0, -9.81, 0})}})};
  const auto bar = [](int i) { return fmt::format("bar {}", i); };
  const auto hinge = [&](const char* name, int i, Value a, Value b) {
    cards.push_back(pair_card("revolute_hinge", fmt::format("{} {}", name, i), std::move(a), std::move(b)));
  };
  for (int i = 0; i <= loops; ++i) {
    cards.push_back(node_card(bar(i), {double(i), 0.5, 0}, {0.5, 0, 0}, {0, 0, -1}));
    cards.push_back(body_card(bar(i), 1.0, {0.08, 0.001, 0.08}));
    hinge("pivot", i, side("ground", {double(i), 0, 0}), side(bar(i), -up));
  }
  for (int i = 0; i < loops; ++i) {
    const std::string coupler = fmt::format("coupler {}", i);
    cards.push_back(node_card(coupler, {i + 0.5, 1, 0}, {1, 0, 0}));
    cards.push_back(body_card(coupler, coupler_mass, coupler_mass * Vec3(0.001, 0.08, 0.08)));
    hinge("near", i, side(bar(i), up), side(coupler, -along));
    hinge("far", i, side(coupler, along), side(bar(i + 1), up));
  }
  return cards;
}

TEST(JointLoops, of_a_ladder_have_no_more_than_its_four_bodies) {
  const StartedModel started = start_model(hinged_ladder(10));
  const Topology topology = Topology::of(started.model.system);
  ASSERT_EQ(topology.loops().size(), 10u);
  for (const Topology::Loop& loop : topology.loops()) {
    EXPECT_EQ(loop.frames.size(), 4u);
    EXPECT_EQ(topology.joints()[static_cast<std::size_t>(loop.joint)].label().name.substr(0, 3), "far");
  }
  EXPECT_TRUE(topology.equations_only().empty());
}

// A coupler of almost no mass is the last of its branch when the loop is cut beside it.
TEST(JointLoops, may_be_cut_beside_a_body_a_hundred_million_times_lighter) {
  const auto run = [](const char* cut) {
    JointSettings settings;
    if (*cut) settings.cut = {cut};
    return run_model(hinged_ladder(1, 1e-8), settings, 1e-3, 0.5);
  };
  const Ended usual = run("");
  for (const char* cut : {"pivot 0", "near 0", "far 0", "pivot 1"}) {
    const Ended other = run(cut);
    EXPECT_LT((usual.state.q - other.state.q).norm(), 1e-13) << cut;
    EXPECT_LT((usual.state.a - other.state.a).norm(), 1e-9) << cut;
    EXPECT_LT(
        (usual.channel("pivot 0", "reaction_force") - other.channel("pivot 0", "reaction_force")).norm(),
        1e-9)
        << cut;
  }
}

}  // namespace
}  // namespace pintle
