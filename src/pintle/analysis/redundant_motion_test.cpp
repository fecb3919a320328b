// Motions of mechanisms with more equations than they need, among bodies of very different mass.
#include <cmath>

#include "pintle/analysis/model_run_test_support.h"

namespace pintle {
namespace {

const Vec3 kPush(20, -30, 100);  // N

Card push_on(const std::string& node) {
  return make_card("load", "force", "push", {{"at", side(node, {0.02, 0, 0.01})}, {"value", list_of(kPush)}});
}

// A body of 5 kg on one of 1200 kg, held by joints that leave them nothing to do against each other.
std::vector<Card> heavy_and_light(const std::vector<Card>& joints) {
  std::vector<Card> cards{node_card("heavy", {0, 0, 0}, {0, 0, 0}, {0.1, 0.2, -0.3}),
                          node_card("light", {0.3, 0, 0}, {0, -0.09, -0.06}, {0.1, 0.2, -0.3}),
                          body_card("heavy", 1200, {300, 400, 350}), body_card("light", 5, {0.1, 0.1, 0.1}),
                          push_on("light")};
  cards.insert(cards.end(), joints.begin(), joints.end());
  return cards;
}
std::vector<Card> redundant_pair() {
  Card drive = pair_card("drive_hinge", "drive", "heavy", "light");
  drive.set("rotation", Value::list({0, 0, 0}));
  return heavy_and_light(
      {pair_card("revolute_hinge", "hinge", side("heavy", {0.15, 0, 0}), side("light", {-0.15, 0, 0})),
       std::move(drive)});
}
std::vector<Card> clamped_pair() {
  return heavy_and_light({pair_card("clamp", "weld", side("heavy", {0.3, 0, 0}), "light")});
}

// What is regularised is left without a trace: no more than round-off apart.
TEST(RedundantMotion, of_a_light_body_on_a_heavy_one_starts_as_if_it_were_clamped) {
  const StartedModel held = start_model(redundant_pair()), clamped = start_model(clamped_pair());
  EXPECT_EQ(held.report.redundant.size(), 2u);
  const VecX& a = clamped.model.state.a;
  EXPECT_GT(a.norm(), 0.1);
  EXPECT_LT((held.model.state.a - a).norm(), 1e-12 * a.norm());
}

TEST(RedundantMotion, of_a_light_body_on_a_heavy_one_goes_on_as_if_it_were_clamped) {
  for (const auto& [name, settings] : all_forms()) {
    const Ended held = run_model(redundant_pair(), settings, 1e-2, 0.5);
    const Ended clamped = run_model(clamped_pair(), settings, 1e-2, 0.5);
    EXPECT_GT(clamped.velocity().norm(), 0.04) << name;
    EXPECT_LT((held.state.q - clamped.state.q).norm(), 1e-9) << name;
    EXPECT_LT((held.state.v - clamped.state.v).norm(), 1e-8) << name;
    // Both joints together exert what the clamp does.
    const VecX force = clamped.channel("weld", "reaction_force");
    EXPECT_LT((held.channel("hinge", "reaction_force") - force).norm(), 1e-6 * kPush.norm()) << name;
  }
}

// A plate on three equal cranks that turn at a constant speed, the first two pivots at the same height. The
// forces that cranks can exert on each other without effect are along the cranks: where these are level, in
// the first two alone. Close to that, the equation of the third that follows from the others does so with
// large coefficients.
TEST(RedundantMotion, of_a_plate_on_three_cranks_starts_and_goes_on_in_every_position) {
  const double speed = 2.0 * M_PI, radius = 0.2, plate_mass = 500.0, crank_mass = 0.5;
  const std::vector<Vec3> pivots{{0, 0, 0}, {1, 0, 0}, {0.4, 0.8, 0}};
  const Vec3 centre(0.5, 0.3, 0), omega(0, 0, speed);
  for (const double start : {M_PI / 2, 1e-2, 1e-4, 1e-6, 0.0, -1e-6}) {
    const Vec3 arm = radius * Vec3(std::cos(start), std::sin(start), 0);
    std::vector<Card> cards{node_card("plate", centre + arm, omega.cross(arm)),
                            body_card("plate", plate_mass, {20, 20, 40})};
    for (std::size_t i = 0; i < pivots.size(); ++i) {
      const std::string number = std::to_string(i), crank = "crank " + number;
      cards.push_back(node_card(crank, pivots[i] + 0.5 * arm, omega.cross(0.5 * arm), omega));
      cards.push_back(body_card(crank, crank_mass, {2e-3, 2e-3, 2e-3}));
      cards.push_back(
          pair_card("revolute_hinge", "pivot " + number, side("ground", pivots[i]), side(crank, -0.5 * arm)));
      cards.push_back(pair_card("revolute_hinge", "pin " + number, side(crank, 0.5 * arm),
                                side("plate", pivots[i] - centre)));
    }
    const double pull = (plate_mass + 1.5 * crank_mass) * speed * speed;
    const StartedModel started = start_model(cards);
    EXPECT_LT((started.model.state.a.head<3>() + speed * speed * arm).norm(), 1e-9 * speed * speed * radius)
        << start;
    // Forces of pins are along the cranks: their multipliers, ten per crank, of which the sixth and seventh.
    for (Index i = 0; i < 3; ++i) {
      const Vec3 force(started.model.state.lambda[10 * i + 5], started.model.state.lambda[10 * i + 6], 0);
      EXPECT_LT(force.cross(arm.normalized()).norm(), 1e-6 * pull * radius) << start << ", pin " << i;
    }
    const double end = 0.1;
    const Ended ended = run_model(cards, {}, 1e-3, end);
    const Vec3 place = Eigen::AngleAxisd(speed * end, Vec3::UnitZ()) * arm;
    Vec3 reaction = Vec3::Zero();
    for (int i = 0; i < 3; ++i) reaction += ended.channel("pivot " + std::to_string(i), "reaction_force");
    EXPECT_LT((ended.position() - centre - place).norm(), 1e-4 * radius) << start;
    EXPECT_LT((reaction + pull * place).norm(), 1e-3 * pull * radius) << start;
  }
}

}  // namespace
}  // namespace pintle
