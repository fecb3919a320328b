// A mass on a line that pulls and never pushes: bounces against closed forms.
#include <cmath>

#include "pintle/analysis/mode_run_test_support.h"

namespace pintle {
namespace {

constexpr double kLineMass = 2.0, kLineStiffness = 800.0, kLineLength = 1.0, kThrown = 1.5;

// Thrown from the anchor, which is the ground's origin.
std::vector<Card> thrown_mass(double damping, const Vec3& gravity = Vec3::Zero()) {
  return {make_card("gravity", "gravity", "", {{"acceleration", list_of(gravity)}}),
          node_card("mass", Vec3::Zero(), {kThrown, 0, 0}), body_card("mass", kLineMass, {0.1, 0.1, 0.1}),
          pair_card("spring_damper", "line", "ground", "mass")
              .set("stiffness", kLineStiffness)
              .set("damping", damping)
              .set("length", kLineLength)
              .set("taut_only", true)};
}

// Half a swing with ω = sqrt(k/m) = 20 rad/s at either end of the line; free flight through the anchor in
// between: after (4 l0/v + 2 π/ω) all is as at the start. Tension at most v sqrt(k m) = 60 N.
TEST(TautLine, lets_a_mass_fly_to_and_fro) {
  const double omega = std::sqrt(kLineStiffness / kLineMass);
  const double period = 4.0 * kLineLength / kThrown + 2.0 * M_PI / omega;
  std::vector<double> errors;
  for (const int steps : {1000, 2000, 4000}) {
    const ModeRun run = run_modes(thrown_mass(0.0), period / steps, period);
    errors.push_back(std::abs(run.state().q[0]) + std::abs(run.state().v[0] - kThrown));
  }
  EXPECT_LT(errors[2], 1e-4) << errors[0] << " " << errors[1];
  EXPECT_LT(errors[2], errors[0] / 4.0);
  const double t = kLineLength / kThrown + 0.5 * M_PI / omega;
  const ModeRun stretched = run_modes(thrown_mass(0.0), t / 2000, t);
  EXPECT_NEAR(stretched.channel("joint", "line", "force")[0], kThrown * std::sqrt(kLineStiffness * kLineMass),
              1e-3);
  EXPECT_NEAR(stretched.channel("joint", "line", "elongation")[0], kThrown / omega, 1e-5);
  EXPECT_NEAR(stretched.channel("joint", "line", "energy")[0], 0.5 * kLineMass * kThrown * kThrown, 1e-4);
}

// Explicit steps are divided where the line becomes taut or slack, so that they keep their order.
TEST(TautLine, is_met_with_order_four_by_explicit_steps) {
  const double period = 4.0 * kLineLength / kThrown + 2.0 * M_PI / std::sqrt(kLineStiffness / kLineMass);
  const auto error = [&](const auto& settings, int steps) {
    const State state = run_model(thrown_mass(0.0), settings, period / steps, period).state;
    return std::abs(state.q[0]) + std::abs(state.v[0] - kThrown);
  };
  EXPECT_LT(error(PartitionedSettings{}, 1000), 1e-6);
  // The parts of a divided step are shorter, by what depends on where the kink falls: four at least, on
  // average.
  EXPECT_GT(std::log2(error(PartitionedSettings{}, 500) / error(PartitionedSettings{}, 2000)) / 2.0, 3.7);
  EXPECT_GT(std::log2(error(JointSettings{}, 500) / error(JointSettings{}, 2000)) / 2.0, 3.7);
}

// How fast the mass comes back. First the damper is held to the spring's force, m e'' = -2 k e, until c e' =
// k e; then e'' + 2 σ e' + ω^2 e = 0 until g = k e + c e', which swings in the same way, is zero.
double speed_of_return(double damping) {
  const double k = kLineStiffness, m = kLineMass, c = damping, fast = std::sqrt(2.0 * k / m);
  const double phase = std::atan(c * fast / k);
  const double e = kThrown / fast * std::sin(phase), rate = kThrown * std::cos(phase);
  const double sigma = 0.5 * c / m, omega = std::sqrt(k / m - sigma * sigma);
  const double g = k * e + c * rate, g_rate = k * rate - c * g / m;
  const double angle = std::atan2(g * omega, -(g_rate + sigma * g));  // of g = 0, in (0, pi)
  // v' = a with a(0) = -g/m: v swings as e does
  const double acceleration = -g / m;
  return std::exp(-sigma * angle / omega) *
         (rate * std::cos(angle) + (acceleration + sigma * rate) / omega * std::sin(angle));
}

TEST(TautLine, throws_a_mass_back_as_its_damper_lets_it) {
  for (const double damping : {2.0, 10.0, 40.0}) {
    const double expected = speed_of_return(damping);
    ASSERT_LT(expected, -0.1);
    ASSERT_GT(expected, -kThrown);
    const ModeRun run = run_modes(thrown_mass(damping), 2e-4, 1.0);
    EXPECT_EQ(run.channel("joint", "line", "force")[0], 0.0);
    EXPECT_NEAR(run.state().v[0], expected, 2e-4) << damping;
  }
}

// It hangs, swings, falls slack and is caught again, in space.
TEST(TautLine, never_gives_energy) {
  for (const double damping : {0.0, 20.0, 400.0})
    for (const auto& [name, settings] : all_forms()) {
      const ModeRun run = run_modes(thrown_mass(damping, {0.3, -0.4, -9.81}), 1e-3, 3.0, settings);
      double least = run.energies[0], largest_gain = 0.0;
      for (const double energy : run.energies) {
        largest_gain = std::max(largest_gain, energy - least);
        least = std::min(least, energy);
      }
      EXPECT_LT(largest_gain, 0.05) << name << ", " << damping;  // of some 20 J
      const double least_loss = damping > 0.0 ? 0.5 : -0.05;
      EXPECT_GT(run.energies[0] - run.energies.back(), least_loss) << name << ", " << damping;
    }
}

}  // namespace
}  // namespace pintle
