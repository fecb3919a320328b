// The orders of all methods on mechanisms: positions, velocities and multipliers, in every group.
#include <cmath>

#include "pintle/analysis/model_run_test_support.h"
#include "pintle/math/so3.h"

namespace pintle {
namespace {

struct NamedMethod {
  const char* name;
  AbsoluteSettings settings;
  double order = 2.0;
};

std::vector<NamedMethod> multistep_methods() {
  const auto with = [](IntegrationMethod method, double rho, int bdf_order = 2) {
    AbsoluteSettings settings;
    settings.method = method;
    settings.rho = rho;
    settings.bdf_order = bdf_order;
    settings.tolerances.relative = 1e-11;  // orders are wanted, not what Newton's method leaves
    return settings;
  };
  return {{"ms 0.6", with(IntegrationMethod::ms, 0.6)},
          {"ms 0.2", with(IntegrationMethod::ms, 0.2)},
          {"hope 0.4", with(IntegrationMethod::hope, 0.4)},
          {"bdf", with(IntegrationMethod::bdf, 0.0)},
          {"bdf 1", with(IntegrationMethod::bdf, 0.0, 1), 1.0},
          {"crank nicolson", with(IntegrationMethod::crank_nicolson, 0.0)},
          {"implicit euler", with(IntegrationMethod::implicit_euler, 0.0), 1.0}};
}

// Observed order from three runs with halved steps, without a reference: the differences of neighbours.
std::vector<double> observed_orders(const std::vector<Card>& cards, const AbsoluteSettings& settings,
                                    double h, double end,
                                    const std::function<std::vector<VecX>(const Ended&)>& watched) {
  std::vector<std::vector<VecX>> found;
  for (int k = 0; k < 3; ++k) found.push_back(watched(run_model(cards, settings, h / (1 << k), end)));
  std::vector<double> orders;
  for (std::size_t i = 0; i < found[0].size(); ++i)
    orders.push_back(std::log2((found[0][i] - found[1][i]).norm() / (found[1][i] - found[2][i]).norm()));
  return orders;
}

// A box swings in space about a ball joint; a rod-like spring pulls at it, so that everything couples.
std::vector<Card> swinging_box() {
  return {make_card("gravity", "", "", {{"acceleration", list_of({0, 0, -9.81})}}),
          node_card("box", {0.6, 0, 0}, {0, 0.9, 0.6}, {0.4, -1.0, 1.5}),
          body_card("box", 2.0, {0.05, 0.08, 0.11}),
          pair_card("spherical_hinge", "ball", "ground", side("box", {-0.6, 0, 0})),
          pair_card("spring_damper", "spring", side("ground", {0, 1, 0.5}), side("box", {0.1, 0.2, 0}))
              .set("stiffness", 30.0)
              .set("damping", 0.5)
              .set("length", 0.6)};
}

TEST(Methods, have_their_order_in_space_in_every_group) {
  const auto watched = [](const Ended& ended) {
    return std::vector<VecX>{ended.position(), ended.velocity(), ended.angular_velocity()};
  };
  for (const NamedMethod& method : multistep_methods())
    for (const LieFormulation group :
         {LieFormulation::spatial, LieFormulation::mixed, LieFormulation::local}) {
      AbsoluteSettings settings = method.settings;
      settings.formulation = group;
      const double h = method.order == 1.0 ? 1e-3 : 4e-3;
      const auto orders = observed_orders(swinging_box(), settings, h, 0.8, watched);
      for (const double order : orders)
        EXPECT_NEAR(order, method.order, 0.15) << method.name << ", group " << static_cast<int>(group);
    }
}

// What is left of the start in the reactions decays with rho; Crank-Nicolson, which damps nothing, is
// excepted. The two kinds of steps of hope leave different errors of second order in the velocities, whose
// difference over h is one of first order in the reactions.
TEST(Methods, give_multipliers_of_their_order) {
  const auto watched = [](const Ended& ended) {
    return std::vector<VecX>{ended.channel("ball", "reaction_force")};
  };
  for (const NamedMethod& method : multistep_methods()) {
    if (method.settings.method == IntegrationMethod::crank_nicolson) continue;
    const double expected = method.settings.method == IntegrationMethod::hope ? 1.0 : method.order;
    const double h = expected == 1.0 ? 1e-3 : 4e-3;
    const auto orders = observed_orders(swinging_box(), method.settings, h, 0.8, watched);
    EXPECT_NEAR(orders[0], expected, 0.2) << method.name;
  }
}

TEST(Methods, index2_keeps_the_order_and_settles_crank_nicolson) {
  const auto watched = [](const Ended& ended) {
    return std::vector<VecX>{ended.position(), ended.velocity(), ended.channel("ball", "reaction_force")};
  };
  for (NamedMethod method : multistep_methods()) {
    method.settings.stabilisation = ConstraintStabilisation::index2;
    const double h = method.order == 1.0 ? 1e-3 : 4e-3;
    for (const double order : observed_orders(swinging_box(), method.settings, h, 0.8, watched))
      EXPECT_NEAR(order, method.order, 0.25) << method.name;
  }
}

// A mass on a stiff spring (1000 rad/s, steps of 5 ms) is let go with 1 mm too much: the ringing is damped,
// the swing is not.
TEST(Methods, damp_stiff_modes_in_a_long_run) {
  const std::vector<Card> cards{
      make_card("gravity", "", "", {{"acceleration", list_of({0, 0, -9.81})}}),
      make_card("node", "displacement", "bob", {{"position", list_of({1.001, 0, 0})}}),
      make_card("body", "point_mass", "bob", {{"node", "bob"}, {"mass", 1.0}}),
      pair_card("spring_damper", "string", "ground", "bob").set("stiffness", 1e6).set("length", 1.0)};
  for (const double rho : {0.6, 0.0}) {
    AbsoluteSettings settings;
    settings.method = IntegrationMethod::ms;
    settings.rho = rho;
    double late = 0.0, lowest = 0.0, highest = -1.0;
    run_model(cards, settings, 5e-3, 20.0, [&](const State& state) {
      if (state.time < 1.0) return;
      late = std::max(late, std::abs(state.q.head<3>().norm() - 1.0));
      lowest = std::min(lowest, state.q[2]);
      if (state.time > 17.0) highest = std::max(highest, state.q[2]);
    });
    EXPECT_LT(late, 3.1e-5) << rho;  // by its tension, 3 m g / k at most, the spring is longer
    EXPECT_GT(late, 2.8e-5) << rho;
    EXPECT_LT(lowest, -0.999) << rho;
    EXPECT_GT(highest, -0.05) << rho;
  }
}

}  // namespace
}  // namespace pintle
