#include "pintle/analysis/energy_watch.h"

#include <gtest/gtest.h>

#include "pintle/analysis/dynamic.h"
#include "pintle/bodies/register_all_bodies.h"
#include "pintle/joints/register_all_joints.h"
#include "pintle/loads/register_all_loads.h"
#include "pintle/nodes/register_all_nodes.h"
#include "tests/support/card_model.h"

namespace pintle {
namespace {

const Registry& registry_of_watched() {
  static const Registry kRegistry =
      registry_of({register_all_nodes, register_all_bodies, register_all_joints, register_all_loads});
  return kRegistry;
}

Value point_at(double x, double y, double z) { return Value::list({x, y, z}); }

std::vector<Card> ball_on(std::vector<Card> more) {
  std::vector<Card> cards{make_card("node", "dynamic", "ball",
                                    {{"position", point_at(1, 0, 0)}, {"velocity", point_at(4.4, 0, 0)}}),
                          make_card("body", "rigid_body", "ball",
                                    {{"node", "ball"}, {"mass", 1.0}, {"inertia", point_at(1, 1, 1)}})};
  cards.insert(cards.end(), more.begin(), more.end());
  return cards;
}

Card spring(double stiffness, double damping) {
  return make_card(
      "joint", "spring_damper", "spring",
      {{"a", "ground"}, {"b", "ball"}, {"stiffness", stiffness}, {"damping", damping}, {"length", 1.0}});
}

struct Watched {
  RunReport report;
  Diagnostics diagnostics;
};

Watched run_of(std::vector<Card> cards, double step, double rho = 0.8) {
  CardModel model(registry_of_watched(), std::move(cards));
  State state = model.state();
  DynamicSettings settings;
  settings.control.step = step;
  settings.end_time = 200 * step;
  settings.solver.rho = rho;
  Watched watched;
  watched.report = run_dynamic(model.system(), state, settings, {}, {}, watched.diagnostics);
  return watched;
}

TEST(EnergyWatch, says_nothing_of_a_motion_that_is_resolved) {
  const Watched watched = run_of(ball_on({spring(1e4, 0)}), 1e-3, 1.0);
  EXPECT_TRUE(watched.diagnostics.items().empty()) << watched.diagnostics.to_text();
  EXPECT_NE(watched.report.energy_balance.find("of 9.68 J that move"), std::string::npos)
      << watched.report.energy_balance;
}

TEST(EnergyWatch, tells_of_what_the_method_takes) {
  const Watched watched = run_of(ball_on({spring(1e8, 0)}), 1e-3, 0.5);
  EXPECT_NE(watched.diagnostics.to_text().find("the energy falls by"), std::string::npos)
      << watched.report.energy_balance;
}

TEST(EnergyWatch, leaves_to_dampers_what_they_take) {
  const Watched watched = run_of(ball_on({spring(1e4, 50)}), 1e-3);
  EXPECT_TRUE(watched.diagnostics.items().empty()) << watched.diagnostics.to_text();
  EXPECT_EQ(watched.report.energy_balance.find("taken"), std::string::npos);
}

TEST(EnergyWatch, names_what_may_add_energy) {
  const Watched watched = run_of(
      ball_on({make_card("load", "force", "push", {{"at", "ball"}, {"value", point_at(1, 0, 0)}})}), 1e-3);
  EXPECT_NE(watched.report.energy_balance.find("'push' may add energy"), std::string::npos)
      << watched.report.energy_balance;
}

// A body that turns by 115 degrees in a step.
TEST(EnergyWatch, tells_of_what_the_method_adds) {
  std::vector<Card> cards{
      make_card("node", "dynamic", "top",
                {{"position", point_at(0, 0, 1)}, {"angular_velocity", point_at(100, 20, 5)}}),
      make_card("body", "rigid_body", "top",
                {{"node", "top"}, {"mass", 1.0}, {"inertia", point_at(2, 3, 1)}})};
  const Watched watched = run_of(std::move(cards), 2e-2);
  const std::string text = watched.diagnostics.to_text() + watched.report.failure;
  EXPECT_NE(text.find("no element"), std::string::npos) << watched.report.energy_balance;
  EXPECT_NE(text.find("node 'top' turns by"), std::string::npos) << text;
  EXPECT_EQ(watched.report.turning, "top");
}

// A weight that hangs still: energies of 1e-12 J are those of the tolerances.
TEST(EnergyWatch, says_nothing_of_what_is_at_rest) {
  const CardModel model(registry_of_watched(), ball_on({}));
  EnergyWatch watch(model.system());
  Diagnostics diagnostics;
  for (const double kinetic : {0.0, 2e-12, 1e-13}) {
    Totals totals;
    totals.kinetic = kinetic;
    watch.sample(totals, 19.62, 1.0);
  }
  watch.warn(diagnostics, "");
  EXPECT_TRUE(diagnostics.items().empty()) << diagnostics.to_text();
}

TEST(EnergyWatch, measures_a_gain_by_what_moves) {
  const CardModel model(registry_of_watched(), ball_on({}));
  EnergyWatch watch(model.system());
  for (const double kinetic : {10.0, 9.0, 10.1}) {
    Totals totals;
    totals.kinetic = kinetic;
    watch.sample(totals, 0.0, kinetic);
  }
  EXPECT_NEAR(watch.gained(), 1.1, 1e-12);
  EXPECT_NEAR(watch.lost(), 1.0, 1e-12);
  EXPECT_NEAR(watch.scale(), 10.1, 1e-12);
  EXPECT_TRUE(watch.has_grown());
}

}  // namespace
}  // namespace pintle
