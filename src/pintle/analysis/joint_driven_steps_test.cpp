// Steps with given motions: going on from a State, allocation, matrices, corners of drives.
#include "pintle/analysis/equilibrium.h"
#include "pintle/analysis/joint_driven_test_support.h"
#include "pintle/formulations/linear_model.h"
#include "tests/support/counting_allocator.h"

namespace pintle {
namespace {

TEST(JointDrivenSteps, go_on_from_a_state_bit_for_bit) {
  for (const std::vector<Card>& cards :
       {four_bar_on_table("total_joint"), four_bar_on_table("axial_rotation"),
        body_behind_drive(kDrivenEdges[0], {true, true}), body_behind_drive(kDrivenEdges[3], {true, false})})
    for (const JointSettings& settings : all_driven_methods()) {
      StartedModel started = start_model(cards);
      const std::vector<Index> redundant = started.report.redundant_multipliers();
      const System& system = started.model.system;
      const std::unique_ptr<Stepper> stepper = make_joint_stepper(system, settings, redundant);
      State state = started.model.state;
      stepper->start(state, 1e-2);
      const auto go = [](Stepper& by, State& from) {
        for (int i = 0; i < 15; ++i) ASSERT_TRUE(by.step(from, 1e-2).is_accepted());
      };
      go(*stepper, state);
      stepper->forget();
      State resumed = state;
      go(*stepper, state);
      const std::unique_ptr<Stepper> fresh = make_joint_stepper(system, settings, redundant);
      go(*fresh, resumed);
      EXPECT_EQ(state, resumed) << name_of(settings.method) << " " << static_cast<int>(settings.loops);
    }
}

TEST(JointDrivenSteps, do_not_allocate_in_a_step) {
  for (const JointMethod method : {JointMethod::rk4, JointMethod::generalised_alpha})
    for (const std::vector<Card>& cards :
         {four_bar_on_table("total_joint"), body_behind_drive(kDrivenEdges[3], {true, true})}) {
      StartedModel started = start_model(cards);
      State& state = started.model.state;
      const std::unique_ptr<Stepper> stepper = make_joint_stepper(
          started.model.system, driven_settings(method), started.report.redundant_multipliers());
      stepper->start(state, 1e-3);
      for (int i = 0; i < 30; ++i) {
        AllocationCounter counter;
        ASSERT_TRUE(stepper->step(state, 1e-3).is_accepted());
        if (i > 1) {
          EXPECT_EQ(counter.count(), 0) << name_of(method) << " " << i;
        }
      }
    }
}

// A rod that hangs at rest from a slide. The slide gets a speed V at once: the rod then turns with
// m l V / (J + m l^2), and its middle has V less l times that.
TEST(JointDrivenSteps, a_blow_by_a_corner_of_a_drive_moves_what_is_behind) {
  const double V = 0.5, l = 0.4, m = 2.0, J = 0.3;
  for (const double corner : {0.02, 0.0205})
    for (const JointMethod method :
         {JointMethod::rk4, JointMethod::rk45, JointMethod::implicit, JointMethod::generalised_alpha}) {
      std::vector<Card> cards{
          node_card("slide", {0, 0, 0}),
          node_card("rod", {0, 0, -l}),
          body_card("slide", 1.0, {0.1, 0.1, 0.1}),
          body_card("rod", m, {J, J, 0.01}),
          pair_card("total_joint", "push", "ground", "slide")
              .set("along_1", "position")
              .set("along_2", "position")
              .set("along_3", "position")
              .set("about_1", "rotation")
              .set("about_2", "rotation")
              .set("about_3", "rotation")
              .set("position", Value::list({fmt::format("{} * max(t - {}, 0)", V, corner), 0.0, 0.0})),
          pair_card("spherical_hinge", "pin", "slide", side("rod", {0, 0, l}))};
      const Ended ended = run_model(cards, driven_settings(method), 1e-3, 0.025);
      EXPECT_NEAR(ended.angular_velocity(1).y(), m * l * V / (J + m * l * l), 2e-5)
          << name_of(method) << " " << corner;
      EXPECT_NEAR(ended.velocity(0).x(), V, 1e-14) << name_of(method);
    }
}

// Of what is not given; the rest stays as it is.
TEST(JointDrivenSteps, the_matrix_is_the_derivative_of_the_residual) {
  for_each_driven_model([](const std::vector<Card>& cards, const std::string& what, bool is_edge) {
    if (!is_edge) return;
    StartedModel started = start_model(cards);
    const JointDynamics dynamics(started.model.system, Topology::of(started.model.system));
    JointAlphaStepper stepper(started.model.system, driven_settings(JointMethod::generalised_alpha));
    stepper.start(started.model.state, 0.01);
    for (int i = 0; i < 4; ++i) ASSERT_TRUE(stepper.step(started.model.state, 0.01).is_accepted()) << what;
    const Index size = stepper.unknowns();
    const auto all_of = [](auto& v) { return std::span(v.data(), static_cast<std::size_t>(v.size())); };
    MatX matrix(size, size);
    VecX ahead(size), behind(size), change(size);
    stepper.save_iterate();
    stepper.restore_iterate();     // back from the State that the step has handed over
    for (int i = 0; i < 2; ++i) {  // what is left of the equations multiplies what the matrix leaves out
      stepper.compute_residual(all_of(ahead));
      stepper.compute_tangent(all_of(matrix));
      change = -matrix.partialPivLu().solve(ahead);
      if (i == 0) stepper.apply(all_of(change));
    }
    for (Index k = 0; k < size; ++k) {
      if (dynamics.driven().gives_speed(k)) {
        EXPECT_EQ(matrix.col(k), VecX::Unit(size, k)) << what;
        continue;
      }
      constexpr double kSmall = 1e-6;
      for (const double sign : {1.0, -1.0}) {
        stepper.save_iterate();
        change = sign * kSmall * VecX::Unit(size, k);
        stepper.apply(all_of(change));
        stepper.compute_residual(all_of(sign > 0 ? ahead : behind));
        stepper.restore_iterate();
      }
      EXPECT_LT((matrix.col(k) - (ahead - behind) / (2 * kSmall)).cwiseAbs().maxCoeff(),
                1e-7 * matrix.cwiseAbs().maxCoeff())
          << what << " " << k;
    }
  });
}

// What is given is none of the coordinates of small motions, and rests in an equilibrium.
TEST(JointDrivenSteps, given_motions_have_no_part_in_small_motions) {
  for_each_driven_model([](const std::vector<Card>& cards, const std::string& what, bool) {
    StartedModel started = start_model(cards);
    const System& system = started.model.system;
    JointStepper(system, JointSettings{}).start(started.model.state, 1e-3);  // places the nodes
    const MatX G = absolute_matrices(system, started.model.state).G;
    const Eigen::FullPivLU<MatX> factors(G);
    const LinearModel model = linearise(system, started.model.state);
    EXPECT_EQ(model.size(), system.layout().motion_size() - factors.rank()) << what;
    EXPECT_LT((G * model.Z).cwiseAbs().maxCoeff(), 1e-12) << what;
  });
  StartedModel started = start_model(body_behind_drive(kDrivenEdges[5], {true, true}));
  Diagnostics diagnostics;
  const EquilibriumReport report =
      find_equilibrium(started.model.system, started.model.state, EquilibriumSettings{}, diagnostics);
  EXPECT_TRUE(report.is_found) << report.failure;
  EXPECT_EQ(started.model.state.v.norm(), 0.0);
}

}  // namespace
}  // namespace pintle
