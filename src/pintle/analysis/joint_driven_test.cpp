// What drives prescribe, and nodes without mass, in the joint formulation.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "pintle/analysis/model_run_test_support.h"
#include "pintle/math/so3.h"

namespace pintle {
namespace {

Card weight() { return make_card("gravity", "", "", {{"acceleration", list_of({0, 0, -9.81})}}); }

PartitionedSettings partitioned_rk4() {
  PartitionedSettings settings;
  settings.tolerance = 1e-12;
  return settings;
}

// A carried body, and another that swings on it by a ball joint.
std::vector<Card> carried(std::vector<Card> carriers) {
  std::vector<Card> cards{
      weight(),
      node_card("table", {0.4, 0, 0}),
      node_card("bob", {0.4, 0.3, -0.4}),
      body_card("table", 2.0, {0.1, 0.2, 0.25}),
      body_card("bob", 0.5, {0.02, 0.03, 0.04}),
      pair_card("spherical_hinge", "ball", side("table", {0, 0.3, 0}), side("bob", {0, 0, 0.4}))};
  for (Card& card : carriers) cards.push_back(std::move(card));
  return cards;
}

Card carrier(const std::string& type, const std::string& name) {
  return pair_card(type, name, "ground", side("table", {-0.4, 0, 0}));
}

struct DrivenModel {
  const char* what;
  std::vector<Card> cards;
};

std::vector<DrivenModel> driven_models() {
  const Value turning = Value::list({"0.3 * (1 - cos(2 * t))", "0.2 * t^2", "0.5 * (1 - cos(3 * t))"});
  const Value moving = Value::list({"0.2 * (1 - cos(3 * t))", 0.0, "0.1 * t^2"});
  return {{"a hinge with its motor",
           carried({carrier("revolute_hinge", "hinge"),
                    carrier("revolute_driver", "motor").set("angle", "0.5 * (1 - cos(4 * t))")})},
          {"a bearing with a speed",
           carried({carrier("axial_rotation", "motor").set("angular_velocity", "3 * t")})},
          {"a ball joint with a drive hinge",
           carried({carrier("spherical_hinge", "hip"),
                    carrier("drive_hinge", "muscles").set("rotation", turning)})},
          {"a total joint that gives all", carried({carrier("total_joint", "table")
                                                        .set("along_1", "position")
                                                        .set("along_2", "position")
                                                        .set("along_3", "position")
                                                        .set("about_1", "rotation")
                                                        .set("about_2", "rotation")
                                                        .set("about_3", "rotation")
                                                        .set("position", moving)
                                                        .set("rotation", turning)})},
          {"a total joint that leaves a rotation",
           carried({carrier("total_joint", "table")
                        .set("along_1", "position")
                        .set("along_2", "position")
                        .set("along_3", "velocity")
                        .set("about_1", "rotation")
                        .set("about_2", "rotation")
                        .set("position", moving)
                        .set("velocity", Value::list({0.0, 0.0, "0.3 * t"}))})},
          {"a slide with its place", carried({carrier("prismatic", "slide"),
                                              carrier("total_joint", "pusher")
                                                  .set("along_3", "position")
                                                  .set("position", Value::list({0.0, 0.0, "0.1 * t^2"}))})}};
}

// Where equations prescribe, they hold as those of the tree do, and motion and reactions are those of
// partitioning.
TEST(JointDriven, motions_are_kept_to_round_off_and_react_as_by_partitioning) {
  for (const DrivenModel& model : driven_models()) {
    const StartedModel started = start_model(model.cards);
    const System& system = started.model.system;
    Snapshot snapshot = system.make_snapshot();
    VecX phi(system.layout().multipliers);
    const Ended other = run_model(model.cards, partitioned_rk4(), 1e-3, 0.5);
    const Ended joint = run_model(model.cards, JointSettings{}, 1e-3, 0.5, [&](const State& state) {
      const ConstraintViolation violation = violation_of(system, state, snapshot, phi);
      EXPECT_LT(violation.position, 1e-14) << model.what;
      EXPECT_LT(violation.velocity, 1e-13) << model.what;
    });
    EXPECT_LT((joint.state.q - other.state.q).norm(), 1e-9) << model.what;
    EXPECT_LT((joint.state.v - other.state.v).norm(), 1e-8) << model.what;
    EXPECT_LT((joint.state.a - other.state.a).norm(), 1e-7) << model.what;
    EXPECT_LT((joint.state.lambda - other.state.lambda).norm(), 1e-6) << model.what;
  }
}

// A total joint that holds constants; free: what is not in `held`, a text such as "xyzXYZ" (along, about).
Card held_card(const std::string& held) {
  const std::string along = "xyz", about = "XYZ";
  Card card = pair_card("total_joint", "table", side("ground", {0.1, 0, 0}, {0.2, 0.3, -0.4}),
                        side("table", {-0.4, 0, 0}));
  for (std::size_t i = 0; i < 3; ++i) {
    if (held.find(along[i]) != std::string::npos) card.set(fmt::format("along_{}", i + 1), "position");
    if (held.find(about[i]) != std::string::npos) card.set(fmt::format("about_{}", i + 1), "rotation");
  }
  return card.set("position", Value::list({0.05, -0.1, 0.2}));
}

TEST(JointDriven, total_joints_that_hold_constants_are_edges) {
  for (const char* held :
       {"xyzXYZ", "xyzYZ", "xyzXZ", "xyzXY", "yzXYZ", "xyXYZ", "xyz", "XYZ", "yzYZ", "xzXZ", "xXY"}) {
    // The assembly brings the table to where the joint wants it.
    const std::vector<Card> cards = carried({held_card(held)});
    StartedModel started = assemble_model(cards);
    ASSERT_TRUE(started.report.is_consistent) << held << started.diagnostics.to_text();
    const Topology topology = Topology::of(started.model.system);
    const bool is_edge =
        std::string_view(held) != "xXY";  // slides in a plane, turns about a line of it: none
    EXPECT_EQ(topology.equations_only().empty(), is_edge) << held;
    if (!is_edge) continue;
    EXPECT_EQ(topology.floating(), 0) << held;
    const Ended joint = run_model(cards, JointSettings{}, 1e-3, 0.3),
                other = run_model(cards, partitioned_rk4(), 1e-3, 0.3);
    EXPECT_LT((joint.state.q - other.state.q).norm(), 1e-9) << held;
    EXPECT_LT((joint.state.v - other.state.v).norm(), 1e-8) << held;
    EXPECT_LT((joint.state.lambda - other.state.lambda).norm(), 1e-6) << held;
  }
}

Card massless_card(const std::string& name, const Vec3& position) {
  return make_card("node", "static", name, {{"position", list_of(position)}});
}

const Vec3 kAboutX(0, std::numbers::pi / 2, 0), kAboutY(-std::numbers::pi / 2, 0, 0);  // axis 3 there

// A Cardan joint with its cross as a node without mass: two hinges at right angles.
TEST(JointDriven, two_hinges_with_a_massless_cross_between_them_are_a_universal_joint) {
  const auto ends = [](std::vector<Card> between) {
    std::vector<Card> cards{weight(), node_card("bob", {0.3, 0.2, -0.5}),
                            body_card("bob", 1.0, {0.02, 0.03, 0.01})};
    for (Card& card : between) cards.push_back(std::move(card));
    return cards;
  };
  const Vec3 to_joint(-0.3, -0.2, 0.5);
  // Axis 3 of the first side and axis 2 of the second: x and y.
  const Vec3 cross = so3::log(Mat3(so3::exp_matrix(kAboutX)));
  const Ended whole = run_model(ends({pair_card("universal_hinge", "cardan", side("ground", {0, 0, 0}, cross),
                                                side("bob", to_joint, cross))}),
                                JointSettings{}, 1e-3, 1.0);
  const Ended parts = run_model(ends({massless_card("cross", {0, 0, 0}),
                                      pair_card("revolute_hinge", "first", side("ground", {0, 0, 0}, kAboutX),
                                                side("cross", {0, 0, 0}, kAboutX)),
                                      pair_card("revolute_hinge", "second", side("cross", {0, 0, 0}, kAboutY),
                                                side("bob", to_joint, kAboutY))}),
                                JointSettings{}, 1e-3, 1.0);
  EXPECT_LT((whole.position(0) - parts.position(0)).norm(), 1e-12);
  EXPECT_LT((whole.velocity(0) - parts.velocity(0)).norm(), 1e-12);
  EXPECT_LT((whole.channel("cardan", "reaction_force") - parts.channel("second", "reaction_force")).norm(),
            1e-10);
}

// In a loop the node without mass must not be left as the last of a branch: the loop is cut elsewhere.
TEST(JointDriven, a_loop_is_not_cut_beside_a_massless_node) {
  const auto loop = [](bool has_cross) {
    std::vector<Card> cards{weight(),
                            node_card("left", {0, 0.1, -0.5}),
                            node_card("right", {1, 0.1, -0.5}),
                            body_card("left", 1.0, {0.1, 0.1, 0.02}),
                            body_card("right", 2.0, {0.2, 0.2, 0.03}),
                            pair_card("revolute_hinge", "A", side("ground", {0, 0, 0}, kAboutY),
                                      side("left", {0, -0.1, 0.5}, kAboutY)),
                            pair_card("revolute_hinge", "D", side("ground", {1, 0, 0}, kAboutY),
                                      side("right", {0, -0.1, 0.5}, kAboutY))};
    const Vec3 at(0.5, 0.1, -1), on_left(0.5, 0, -0.5), on_right(-0.5, 0, -0.5);
    if (has_cross) {
      cards.push_back(massless_card("cross", at));
      cards.push_back(pair_card("revolute_hinge", "B", side("left", on_left, kAboutY),
                                side("cross", {0, 0, 0}, kAboutY)));
      cards.push_back(
          pair_card("prismatic", "C", side("cross", {0, 0, 0}, kAboutX), side("right", on_right, kAboutX)));
    } else {  // the same, as equations: the point of the left stays on a line of the right, within its plane
      cards.push_back(pair_card("in_line", "B", side("right", on_right, kAboutX), side("left", on_left)));
    }
    cards.push_back(make_card("load", "force", "push", {{"at", "left"}, {"value", list_of({3, 0, 0})}}));
    return cards;
  };
  const Ended parts = run_model(loop(true), JointSettings{}, 1e-3, 0.5);
  const Ended whole = run_model(loop(false), JointSettings{}, 1e-3, 0.5);
  EXPECT_LT((whole.position(0) - parts.position(0)).norm(), 1e-10);
  EXPECT_LT((whole.position(1) - parts.position(1)).norm(), 1e-10);
  EXPECT_GT((whole.position(0) - Vec3(0, 0.1, -0.5)).norm(), 0.02);
}

}  // namespace
}  // namespace pintle
