// Runs by generalised-alpha in joint coordinates: order, stiff loads, damping by the method, matrix.
#include <algorithm>
#include <cmath>

#include "pintle/analysis/joint_run_test_support.h"
#include "pintle/analysis/mode_run_test_support.h"

namespace pintle {
namespace {

JointSettings by_alpha(double rho = 0.8) {
  JointSettings settings;
  settings.method = JointMethod::generalised_alpha;
  settings.rho = rho;
  return settings;
}

// Every joint, and all it depends on: springs, dampers, ball joints, a loop.
std::vector<std::vector<Card>> models_of_all_kinds() {
  std::vector<std::vector<Card>> models;
  for (const char* type : kEdges) {
    models.push_back(body_behind(type, models.size() % 2 == 0));
    models.back().push_back(pair_card("spring_damper", "spring", side("ground", {1.0, 2.0, -0.5}),
                                      side("second", {0.1, 0.2, 0.0}))
                                .set("stiffness", 300.0)
                                .set("damping", 20.0)
                                .set("length", 0.5));
  }
  models.push_back(hinged_four_bar());
  return models;
}

// What is left of the equations at the end of a step, differentiated by trying.
TEST(JointAlphaRun, the_matrix_is_the_derivative_of_the_residual) {
  int model = 0;
  for (const std::vector<Card>& cards : models_of_all_kinds()) {
    StartedModel started = start_model(cards);
    State& state = started.model.state;
    JointAlphaStepper stepper(started.model.system, by_alpha(), started.report.redundant_multipliers());
    stepper.start(state, 0.01);
    for (int i = 0; i < 4; ++i) ASSERT_TRUE(stepper.step(state, 0.01).is_accepted()) << model;
    const Index size = stepper.unknowns();
    const auto all_of = [](auto& v) {
      return std::span<double>(v.data(), static_cast<std::size_t>(v.size()));
    };
    MatX matrix(size, size), differences(size, size);
    VecX residual(size), other(size), change(size);
    stepper.save_iterate();
    stepper.restore_iterate();  // back from the State that the step has handed over
    stepper.compute_residual(all_of(residual));
    stepper.compute_tangent(all_of(matrix));
    for (Index k = 0; k < size; ++k) {
      constexpr double kSmall = 1e-6;
      for (const double sign : {1.0, -1.0}) {
        stepper.save_iterate();
        change = sign * kSmall * VecX::Unit(size, k);
        stepper.apply(all_of(change));
        stepper.compute_residual(all_of(sign > 0 ? residual : other));
        stepper.restore_iterate();
      }
      differences.col(k) = (residual - other) / (2 * kSmall);
    }
    EXPECT_LT((matrix - differences).cwiseAbs().maxCoeff(), 1e-7 * matrix.cwiseAbs().maxCoeff()) << model;
    ++model;
  }
}

TEST(JointAlphaRun, has_order_two_in_motion_and_reactions) {
  const auto check = [](const std::vector<Card>& cards, const std::vector<const char*>& joints) {
    std::vector<std::vector<VecX>> found;
    for (const double h : {0.01, 0.005, 0.0025}) {
      const Ended ended = run_model(cards, by_alpha(), h, 1.0);
      found.push_back({ended.position(0), ended.position(1), ended.velocity(1)});
      for (const char* joint : joints) found.back().push_back(ended.channel(joint, "reaction_force"));
    }
    for (std::size_t i = 0; i < found[0].size(); ++i)
      EXPECT_NEAR(std::log2((found[0][i] - found[1][i]).norm() / (found[1][i] - found[2][i]).norm()), 2.0,
                  0.2)
          << joints[0] << " " << i;
  };
  check(body_behind("universal_hinge", false), {"edge", "ball"});
  check(hinged_four_bar(), {"A", "B", "C", "D"});
}

// Errors of order two beside those of order four.
TEST(JointAlphaRun, tends_to_the_motion_and_the_reactions_of_rk4) {
  int model = 0;
  for (const std::vector<Card>& cards : models_of_all_kinds()) {
    const char* joint = cards.size() > 9 ? "C" : "edge";
    const Ended fine = run_model(cards, JointSettings{}, 1e-3, 0.5);
    const auto errors = [&](double h) {
      const Ended ended = run_model(cards, by_alpha(), h, 0.5);
      const VecX force = fine.channel(joint, "reaction_force");
      return std::array{(ended.position(1) - fine.position(1)).norm(),
                        (ended.channel(joint, "reaction_force") - force).norm()};
    };
    const auto coarse = errors(2e-3), half = errors(1e-3);
    for (const std::size_t i : {0U, 1U})
      if (coarse[i] > 1e-10) {  // parallel axes exert no force
        EXPECT_NEAR(coarse[i] / half[i], 4.0, 0.4) << model << " " << i;
      }
    ++model;
  }
}

// A joint of 1e8 N/m and 1e5 N s/m between bodies of 1.5 and 0.5 kg, 0.02 kg m2.
std::vector<Card> stiffly_joined() {
  std::vector<Card> cards = body_behind("revolute_hinge", false);
  cards[6] =
      pair_card("deformable_joint", "stiff", side("first", {0.3, 0, 0}),
                side("second", so3::exp_matrix(-kOtherTilt) * Vec3(-0.2, 0, -0.2), -kOtherTilt))
          .set("law", Value::map({{"type", "linear_viscoelastic"}, {"stiffness", 1e8}, {"viscosity", 1e5}}));
  return cards;
}

// Its fastest motion decays with c / J > 1e5 / 0.02 per second: rk4 is stable up to 2.785 J / c < 0.56 us.
TEST(JointAlphaRun, stiff_springs_allow_steps_a_thousand_times_those_of_explicit_methods) {
  const double stable = 2.785 * 0.02 / 1e5, h = 2e-3;
  ASSERT_GT(h, 1000 * stable);
  {
    StartedModel started = start_model(stiffly_joined());
    JointStepper stepper(started.model.system, JointSettings{});
    stepper.start(started.model.state, 4 * stable);
    bool goes_on = true;
    for (int i = 0; i < 2000 && goes_on; ++i)
      goes_on = stepper.step(started.model.state, 4 * stable).is_accepted() &&
                started.model.state.v.cwiseAbs().maxCoeff() < 1e3;
    EXPECT_FALSE(goes_on);
  }
  AbsoluteSettings absolute;
  absolute.rho = 0.8;
  double before = 0.0;
  for (const double step : {h, h / 2}) {
    const Ended joint = run_model(stiffly_joined(), by_alpha(), step, 1.0),
                other = run_model(stiffly_joined(), absolute, step, 1.0);
    const double difference = (joint.position(1) - other.position(1)).norm();
    EXPECT_LT(difference, 2e-4);
    if (before > 0.0) {
      EXPECT_NEAR(before / difference, 4.0, 1.0);
    }
    before = difference;
  }
}

// A slide on a spring, 10^4 rad per step: the coordinate is that of the node, so every number is as in the
// absolute formulation, where rho is what a step leaves of such a motion.
TEST(JointAlphaRun, fast_motions_die_out_as_rho_says) {
  const std::vector<Card> cards{node_card("mass", {0, 0, 1.0}), body_card("mass", 1.0, {1, 1, 1}),
                                pair_card("prismatic", "slide", "ground", "mass"),
                                pair_card("spring_damper", "spring", side("ground", {0, 0, -1}), "mass")
                                    .set("stiffness", 1e8)
                                    .set("length", 1.999)};
  for (const double rho : {0.3, 0.8, 1.0}) {
    AbsoluteSettings absolute;
    absolute.rho = rho;
    std::vector<double> joint, other;
    run_model(cards, by_alpha(rho), 1.0, 60.0, [&](const State& state) { joint.push_back(state.a[2]); });
    run_model(cards, absolute, 1.0, 60.0, [&](const State& state) { other.push_back(state.a[2]); });
    for (std::size_t i = 0; i < joint.size(); ++i) EXPECT_NEAR(joint[i], other[i], 1e-2) << rho << " " << i;
    const auto largest = [&](std::ptrdiff_t from) {
      return std::abs(*std::max_element(joint.begin() + from, joint.begin() + from + 10,
                                        [](double a, double b) { return std::abs(a) < std::abs(b); }));
    };
    const double part = largest(50) / largest(0);
    if (rho < 1.0) {
      EXPECT_LT(part, 1e-2) << rho;
    } else {
      EXPECT_GT(part, 0.5);
    }
  }
}

TEST(JointAlphaRun, friction_comes_from_the_reaction_of_the_joint) {
  std::vector<Card> cards = body_behind("revolute_hinge", false);
  cards[5].set("friction", modlugre(0.2, 100.0, 1.0)).set("radius", 0.1);
  const Ended fine = run_model(cards, JointSettings{}, 2e-4, 0.4);
  const double coarse = (run_model(cards, by_alpha(), 2e-3, 0.4).state.q - fine.state.q).norm();
  const double half = (run_model(cards, by_alpha(), 1e-3, 0.4).state.q - fine.state.q).norm();
  EXPECT_LT(coarse, 1e-4);
  EXPECT_NEAR(coarse / half, 4.0, 0.8);
}

}  // namespace
}  // namespace pintle
