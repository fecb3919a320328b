// Joints whose motion drives give, as edges of the tree: the same motion and reactions as by their equations,
// and kept to round-off.
#include <cmath>

#include "pintle/analysis/joint_driven_test_support.h"

namespace pintle {
namespace {

TEST(JointDrivenEdges, are_in_the_tree) {
  for_each_driven_model([](const std::vector<Card>& cards, const std::string& what, bool is_edge) {
    const StartedModel started = start_model(cards);
    const Topology topology = Topology::of(started.model.system);
    EXPECT_TRUE(topology.equations_only().empty()) << what;
    EXPECT_EQ(topology.loops().empty(), is_edge) << what;
    EXPECT_EQ(topology.floating(), is_edge ? 0 : 1) << what;
    const JointDynamics dynamics(started.model.system, topology);
    EXPECT_EQ(dynamics.equations().empty(), is_edge) << what;
    EXPECT_EQ(dynamics.driven().empty(), !is_edge) << what;
  });
}

TEST(JointDrivenEdges, move_and_react_as_by_partitioning_and_hold_to_round_off) {
  for_each_driven_model([](const std::vector<Card>& cards, const std::string& what, bool) {
    EdgeViolation violation(cards);
    const Ended other = run_model(cards, other_rk4(), 1e-3, 0.5);
    const Ended joint = run_model(cards, JointSettings{}, 1e-3, 0.5, [&](const State& state) {
      EXPECT_LT(violation.position(state), 1e-14) << what;
      EXPECT_LT(violation.velocity(state), 1e-13) << what;
    });
    EXPECT_LT((joint.state.q - other.state.q).norm(), 1e-9) << what;
    EXPECT_LT((joint.state.v - other.state.v).norm(), 1e-8) << what;
    EXPECT_LT((joint.state.a - other.state.a).norm(), 1e-7) << what;
    EXPECT_LT((joint.state.lambda - other.state.lambda).norm(), 1e-6) << what;
  });
}

TEST(JointDrivenEdges, move_and_react_alike_by_every_method) {
  for_each_driven_model([](const std::vector<Card>& cards, const std::string& what, bool is_edge) {
    if (!is_edge) return;
    EdgeViolation violation(cards);
    const auto watch = [&](const State& state) {
      EXPECT_LT(violation.position(state), 1e-14) << what;
      EXPECT_LT(violation.velocity(state), 1e-13) << what;
    };
    const Ended fine = run_model(cards, JointSettings{}, 1e-3, 0.3);
    for (const JointMethod method : {JointMethod::rk45, JointMethod::implicit}) {
      const Ended ended = run_model(cards, driven_settings(method), 0.05, 0.3, watch);
      EXPECT_LT((ended.state.q - fine.state.q).norm(), 1e-7) << what << " " << name_of(method);
      EXPECT_LT((ended.state.lambda - fine.state.lambda).norm(), 1e-5) << what << " " << name_of(method);
    }
    // Generalised-alpha has order two.
    std::vector<double> places, reactions;
    for (const double h : {1e-2, 2.5e-3}) {
      const Ended ended = run_model(cards, driven_settings(JointMethod::generalised_alpha), h, 0.3, watch);
      places.push_back((ended.state.q - fine.state.q).norm());
      reactions.push_back((ended.state.lambda - fine.state.lambda).norm());
    }
    EXPECT_LT(places[0], 2e-3) << what;
    EXPECT_GT(places[0], 10.0 * places[1]) << what << " " << places[0] << " " << places[1];
    EXPECT_GT(reactions[0], 10.0 * reactions[1]) << what << " " << reactions[0] << " " << reactions[1];
  });
}

TEST(JointDrivenEdges, move_with_order_four_by_rk4) {
  for (const std::size_t edge : {0U, 2U, 3U, 10U}) {
    const std::vector<Card> cards = body_behind_drive(kDrivenEdges[edge], {true, true});
    std::vector<std::vector<VecX>> found;
    for (const double h : {0.02, 0.01, 0.005}) {
      const Ended ended = run_model(cards, JointSettings{}, h, 0.6);
      found.push_back({ended.state.q, ended.state.v, ended.state.lambda});
    }
    for (std::size_t i = 0; i < found[0].size(); ++i)
      EXPECT_NEAR(std::log2((found[0][i] - found[1][i]).norm() / (found[1][i] - found[2][i]).norm()), 4.0,
                  0.5)
          << edge << " " << i;
  }
}

TEST(JointDrivenEdges, are_part_of_loops) {
  for (const char* type : {"total_joint", "axial_rotation"}) {
    const std::vector<Card> cards = four_bar_on_table(type);
    const Ended other = run_model(cards, other_rk4(), 1e-3, 0.4);
    for (const char* cut : {"A", "B", "C", "D", "edge"})
      for (const LoopClosure loops : {LoopClosure::multipliers, LoopClosure::reduction}) {
        JointSettings settings;
        settings.cut = {cut};
        settings.loops = loops;
        if (loops == LoopClosure::reduction && std::string(cut) == "edge" &&
            std::string(type) == "axial_rotation")
          continue;  // its equation on velocities cannot be solved so
        const Ended joint = run_model(cards, settings, 1e-3, 0.4);
        const std::string what = fmt::format("{}, {} cut, {}", type, cut, static_cast<int>(loops));
        EXPECT_LT((joint.state.q - other.state.q).norm(), 1e-8) << what;
        EXPECT_LT((joint.state.v - other.state.v).norm(), 1e-7) << what;
        for (const char* name : {"A", "B", "C", "D", "edge"})
          for (const char* quantity : {"reaction_force", "reaction_moment"})
            EXPECT_LT((joint.channel(name, quantity) - other.channel(name, quantity)).norm(), 1e-5)
                << what << " " << name << " " << quantity;
      }
  }
}

TEST(JointDrivenEdges, hold_to_round_off_within_loops_by_every_method) {
  for (const char* type : {"total_joint", "axial_rotation"})
    for (const JointSettings& settings : all_driven_methods()) {
      const std::vector<Card> cards = four_bar_on_table(type);
      EdgeViolation violation(cards);
      run_model(cards, settings, 5e-3, 0.5, [&](const State& state) {
        EXPECT_LT(violation.position(state), 1e-14) << type << " " << name_of(settings.method);
        EXPECT_LT(violation.velocity(state), 1e-13) << type << " " << name_of(settings.method);
      });
    }
}

}  // namespace
}  // namespace pintle
