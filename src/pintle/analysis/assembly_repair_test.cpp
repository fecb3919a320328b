#include "pintle/analysis/assembly_repair.h"

#include "pintle/analysis/initial_assembly.h"
#include "pintle/analysis/model_run_test_support.h"

namespace pintle {
namespace {

// Two links that hang from the ground; the lower one is described where `lower` says.
std::vector<Card> two_links(const Vec3& lower, const Vec3& lower_velocity = Vec3::Zero()) {
  return {node_card("upper", {0.5, 0, 0}),
          node_card("lower", lower, lower_velocity),
          body_card("upper", 1, {0.1, 0.1, 0.1}),
          body_card("lower", 1, {0.1, 0.1, 0.1}),
          pair_card("spherical_hinge", "first", "ground", side("upper", {-0.5, 0, 0})),
          pair_card("spherical_hinge", "second", side("upper", {0.5, 0, 0}), side("lower", {-0.5, 0, 0}))};
}

struct Repaired {
  State state;
  AssemblyReport report;
};
Repaired assemble_by_one_node(const std::vector<Card>& cards) {
  static const Registry kRegistry =
      registry_of({register_all_nodes, register_all_bodies, register_all_joints, register_all_loads});
  Diagnostics diagnostics;
  auto model = assemble({"test", cards, nullptr}, kRegistry, diagnostics);
  EXPECT_TRUE(model) << diagnostics.to_text();
  AssemblySettings settings;
  settings.repairs_one_node = true;
  Repaired repaired{model->state, {}};
  repaired.report = assemble_initial_state(model->system, repaired.state, settings, diagnostics);
  EXPECT_TRUE(repaired.report.is_consistent) << diagnostics.to_text();
  return repaired;
}

TEST(AssemblyRepair, moves_the_one_node_that_is_wrong_and_no_other) {
  const Repaired repaired = assemble_by_one_node(two_links({1.5, 0.3, 0}));
  ASSERT_EQ(repaired.report.position_corrections.size(), 1u);
  EXPECT_EQ(repaired.report.position_corrections[0].frame, 2);
  EXPECT_LT((repaired.state.q.segment<3>(0) - Vec3(0.5, 0, 0)).norm(), 1e-15);
}

TEST(AssemblyRepair, sets_the_one_velocity_that_is_wrong) {
  const Repaired repaired = assemble_by_one_node(two_links({1.5, 0, 0}, {0, 2, 0}));
  ASSERT_EQ(repaired.report.velocity_corrections.size(), 1u);
  EXPECT_EQ(repaired.report.velocity_corrections[0].frame, 2);
  EXPECT_EQ(repaired.state.v.head<6>().norm(), 0.0);
}

TEST(AssemblyRepair, moves_all_where_one_is_not_enough) {
  std::vector<Card> cards = two_links({1.5, 0.3, 0});
  cards[0] = node_card("upper", {0.5, -0.2, 0});
  const Repaired repaired = assemble_by_one_node(cards);
  EXPECT_EQ(repaired.report.position_corrections.size(), 2u);
}

TEST(AssemblyRepair, leaves_a_start_that_agrees_alone) {
  const Repaired repaired = assemble_by_one_node(two_links({1.5, 0, 0}));
  EXPECT_TRUE(repaired.report.position_corrections.empty());
  EXPECT_TRUE(repaired.report.velocity_corrections.empty());
}

}  // namespace
}  // namespace pintle
