// Runs in the joint formulation: order, every joint as an edge either way round, loops cut anywhere,
// momentum, friction, going on from a State.
#include <cmath>

#include "pintle/analysis/joint_run_test_support.h"

namespace pintle {
namespace {

// The same method in other coordinates: the differences are those of its fourth order, and fall with it.
TEST(JointRun, every_edge_moves_and_reacts_as_by_partitioning_either_way_round) {
  for (const char* type : kEdges)
    for (const bool is_reversed : {false, true}) {
      const std::vector<Card> cards = body_behind(type, is_reversed);
      const Ended other = run_model(cards, other_rk4(), 1e-3, 0.5);
      double violation = 0.0;
      StartedModel started = start_model(cards);
      Snapshot snapshot = started.model.system.make_snapshot();
      VecX phi(started.model.system.layout().multipliers);
      const Ended joint = run_model(cards, JointSettings{}, 1e-3, 0.5, [&](const State& state) {
        violation = std::max(violation, violation_of(started.model.system, state, snapshot, phi).position);
      });
      EXPECT_LT(violation, 1e-14) << type;
      EXPECT_LT((joint.state.q - other.state.q).norm(), 1e-9) << type << " " << is_reversed;
      EXPECT_LT((joint.state.v - other.state.v).norm(), 1e-8) << type << " " << is_reversed;
      EXPECT_LT((joint.state.a - other.state.a).norm(), 1e-7) << type << " " << is_reversed;
      for (const char* name : {"edge", "ball"})
        for (const char* quantity : {"reaction_force", "reaction_moment"})
          EXPECT_LT((joint.channel(name, quantity) - other.channel(name, quantity)).norm(), 1e-7)
              << type << " " << name << " " << quantity;
    }
}

TEST(JointRun, rk4_has_order_four_in_motion_and_reactions) {
  std::vector<Card> cards = body_behind("universal_hinge", false);
  std::vector<std::vector<VecX>> found;
  for (const double h : {0.02, 0.01, 0.005}) {
    const Ended ended = run_model(cards, JointSettings{}, h, 1.0);
    found.push_back({ended.position(0), ended.position(1), ended.velocity(1),
                     ended.channel("edge", "reaction_force"), ended.channel("ball", "reaction_force")});
  }
  for (std::size_t i = 0; i < found[0].size(); ++i)
    EXPECT_NEAR(std::log2((found[0][i] - found[1][i]).norm() / (found[1][i] - found[2][i]).norm()), 4.0, 0.5)
        << i;
}

TEST(JointRun, rk45_keeps_its_tolerance_whatever_the_step_of_the_analysis) {
  const std::vector<Card> cards = body_behind("spherical_hinge", false);
  const Ended fine = run_model(cards, JointSettings{}, 5e-4, 1.0);
  for (const JointMethod method : {JointMethod::rk45, JointMethod::implicit}) {
    JointSettings settings;
    settings.method = method;
    settings.error_tolerance = 1e-9;
    for (const double h : {0.5, 0.01})
      EXPECT_LT((run_model(cards, settings, h, 1.0).position(1) - fine.position(1)).norm(), 1e-7)
          << name_of(method) << " " << h;
  }
}

// A spring of 1e8 N/m beside the joint: 0.1 ms is a period of it. The arm swings as with a rigid link.
TEST(JointRun, implicit_steps_pass_over_stiff_springs) {
  const double stiffness = 1e8;
  std::vector<Card> cards = body_behind("revolute_hinge", false);
  cards[6] = pair_card("deformable_joint", "stiff", side("first", {0.3, 0, 0}),
                       side("second", so3::exp_matrix(-kOtherTilt) * Vec3(-0.2, 0, -0.2), -kOtherTilt))
                 .set("law", Value::map({{"type", "linear_viscoelastic"},
                                         {"stiffness", stiffness},
                                         {"viscosity", 1e-3 * stiffness}}));
  std::vector<Card> rigid = body_behind("revolute_hinge", false);
  rigid[6] = pair_card("clamp", "stiff", side("first", {0.3, 0, 0}),
                       side("second", so3::exp_matrix(-kOtherTilt) * Vec3(-0.2, 0, -0.2), -kOtherTilt));
  JointSettings settings;
  settings.method = JointMethod::implicit;
  settings.error_tolerance = 1e-6;
  const Ended stiff = run_model(cards, settings, 0.1, 1.0);
  const Ended other = run_model(rigid, JointSettings{}, 1e-3, 1.0);
  EXPECT_LT((stiff.position(1) - other.position(1)).norm(), 1e-4);
}

// A spinning satellite slews an arm by a spring: nothing from outside.
TEST(JointRun, a_floating_base_with_an_arm_keeps_its_momenta_to_round_off) {
  const std::vector<Card> cards{
      node_card("base", {0, 0, 0}, {0.1, -0.2, 0.05}, {0.3, 0.5, -0.4}),
      node_card("arm", {1.0, 0, 0}, Vec3(0.1, -0.2, 0.05) + Vec3(0.3, 0.5, -0.4).cross(Vec3(1, 0, 0)),
                {0.3, 0.5, -0.4}),
      body_card("base", 10.0, {2.0, 3.0, 4.0}),
      body_card("arm", 2.0, {0.1, 0.3, 0.3}),
      pair_card("revolute_hinge", "shoulder", side("base", {0.5, 0, 0}), side("arm", {-0.5, 0, 0})),
      pair_card("spring_damper", "muscle", side("base", {0.4, 0.4, 0}), side("arm", {0, 0.1, 0}))
          .set("stiffness", 20.0)
          .set("length", 0.5)};
  StartedModel started = start_model(cards);
  const System& system = started.model.system;
  Snapshot snapshot = system.make_snapshot();
  const auto totals = [&](const State& state) {
    system.fill(state, snapshot);
    return system.totals(snapshot.context());
  };
  const Totals before = totals(started.model.state);
  const Ended ended = run_model(cards, JointSettings{}, 2e-4, 2.0);
  const Totals after = totals(ended.state);
  EXPECT_LT((after.linear_momentum - before.linear_momentum).norm(),
            1e-13 * before.linear_momentum.norm() * 10);
  EXPECT_LT((after.angular_momentum - before.angular_momentum).norm(),
            1e-13 * before.angular_momentum.norm() * 10);
  EXPECT_GT((ended.state.v.segment<3>(3) - started.model.state.v.segment<3>(3)).norm(), 0.1);
}

TEST(JointRun, a_loop_may_be_cut_at_any_of_its_joints) {
  const Ended other = run_model(hinged_four_bar(), other_rk4(), 1e-3, 1.0);
  for (const char* cut : {"A", "B", "C", "D"}) {
    JointSettings settings;
    settings.cut = {cut};
    const Ended joint = run_model(hinged_four_bar(), settings, 1e-3, 1.0);
    EXPECT_LT((joint.state.q - other.state.q).norm(), 1e-8) << cut;
    EXPECT_LT((joint.state.v - other.state.v).norm(), 1e-7) << cut;
    for (const char* hinge : {"A", "B", "C", "D"})
      for (const char* quantity : {"reaction_force", "reaction_moment"})
        EXPECT_LT((joint.channel(hinge, quantity) - other.channel(hinge, quantity)).norm(), 1e-5)
            << cut << " " << hinge << " " << quantity;
  }
}

TEST(JointRun, loops_stay_closed_to_round_off) {
  const StartedModel started = start_model(hinged_four_bar());
  Snapshot snapshot = started.model.system.make_snapshot();
  VecX phi(started.model.system.layout().multipliers);
  run_model(hinged_four_bar(), JointSettings{}, 5e-3, 5.0, [&](const State& state) {
    const ConstraintViolation violation = violation_of(started.model.system, state, snapshot, phi);
    EXPECT_LT(violation.position, 1e-14);
    EXPECT_LT(violation.velocity, 1e-13);
  });
}

TEST(JointRun, friction_comes_from_the_reaction_of_the_joint) {
  std::vector<Card> cards = body_behind("revolute_hinge", false);
  cards[5]
      .set("friction", Value::map({{"type", "modlugre"},
                                   {"sigma0", 100.0},
                                   {"sigma1", 1.0},
                                   {"kappa", 0.5},
                                   {"static_friction", Value::map({{"type", "constant"}, {"value", 0.2}})}}))
      .set("radius", 0.1);
  const Ended joint = run_model(cards, JointSettings{}, 2e-4, 0.4),
              other = run_model(cards, other_rk4(), 2e-4, 0.4);
  EXPECT_LT((joint.state.q - other.state.q).norm(), 1e-8);
  EXPECT_LT((joint.state.x - other.state.x).norm(), 1e-8);
}

TEST(JointRun, goes_on_from_a_state_bit_for_bit) {
  std::vector<JointSettings> all;
  for (const JointMethod method :
       {JointMethod::rk4, JointMethod::rk45, JointMethod::implicit, JointMethod::generalised_alpha}) {
    all.emplace_back().method = method;
    if (method == JointMethod::generalised_alpha) continue;
    all.emplace_back().method = method;
    all.back().loops = LoopClosure::reduction;
  }
  for (const std::vector<Card>& cards : {hinged_four_bar(), body_behind("spherical_hinge", false)})
    for (const JointSettings& settings : all) {
      StartedModel started = start_model(cards);
      const std::vector<Index> redundant = started.report.redundant_multipliers();
      const System& system = started.model.system;
      const std::unique_ptr<Stepper> stepper = make_joint_stepper(system, settings, redundant);
      State state = started.model.state;
      stepper->start(state, 1e-2);
      const auto go = [](Stepper& by, State& from, int steps) {
        for (int i = 0; i < steps; ++i) ASSERT_TRUE(by.step(from, 1e-2).is_accepted());
      };
      go(*stepper, state, 20);
      stepper->forget();
      State resumed = state;
      go(*stepper, state, 20);
      const std::unique_ptr<Stepper> fresh = make_joint_stepper(system, settings, redundant);
      go(*fresh, resumed, 20);
      EXPECT_EQ(state, resumed) << name_of(settings.method) << " " << static_cast<int>(settings.loops);
    }
}

// Rates are looked for where the integrator wants them, and once or twice for each step of the analysis.
TEST(JointRun, steps_of_the_analysis_do_not_cut_those_of_the_integrator_short) {
  for (const JointMethod method : {JointMethod::rk45, JointMethod::implicit}) {
    JointSettings settings;
    settings.method = method;
    settings.error_tolerance = 1e-7;
    const auto evaluations = [&](double h) {
      StartedModel started = start_model(body_behind("spherical_hinge", false));
      JointStepper stepper(started.model.system, settings);
      stepper.start(started.model.state, h);
      int count = 0;
      for (int i = 0; i < std::lround(1.0 / h); ++i)
        count += stepper.step(started.model.state, h).newton.factorisations;
      return count;
    };
    const int long_steps = evaluations(0.5), short_steps = evaluations(1e-3);
    EXPECT_LT(short_steps, long_steps + 3500) << name_of(method);  // three for each of 1000
  }
}

TEST(JointRun, says_what_it_cannot_take) {
  std::vector<Card> cards = body_behind("prismatic", false);
  EXPECT_EQ(why_not_joint(start_model(cards).model.system, start_model(cards).model.state, {}).reason, "");
  JointSettings cut;
  cut.cut = {"nowhere"};
  StartedModel four_bar = start_model(hinged_four_bar());
  const auto reason = [&](const JointSettings& settings) {
    return why_not_joint(four_bar.model.system, four_bar.model.state, settings).reason;
  };
  EXPECT_NE(reason(cut).find("'nowhere'"), std::string::npos);
  cut.cut = {"A", "B"};
  EXPECT_NE(reason(cut).find("node 'crank'"), std::string::npos) << reason(cut);
  cards[2] = make_card("node", "static", "second", {{"position", list_of({1.1, 0, -0.3})}});
  cards[6] = pair_card("spherical_hinge", "ball", side("first", {0.5, 0, 0.2}), "second");
  cards.erase(cards.begin() + 4);
  const StartedModel started = assemble_model(cards);
  const std::string massless = why_not_joint(started.model.system, started.model.state, {}).reason;
  EXPECT_NE(massless.find("node 'second' hangs by joint 'ball'"), std::string::npos) << massless;
}

}  // namespace
}  // namespace pintle
