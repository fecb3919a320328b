// What all schemes share: the groups. Each test runs for every scheme on every group.
#include "pintle/integrators/integrator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>

#include "pintle/integrators/generalised_alpha.h"
#include "pintle/integrators/linear_multistep.h"
#include "pintle/math/so3.h"

namespace pintle {
namespace {

Layout one_of_each() {
  Layout layout;
  layout.structural = 2;
  layout.displacement = 1;
  layout.scalars = 1;
  layout.states = 1;
  return layout;
}

State random_state(const Layout& layout, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  const auto fill = [&](VecX& vector) {
    for (double& entry : vector) entry = uniform(random);
  };
  State state = State::zero(layout);
  for (VecX* vector : {&state.q, &state.v, &state.a, &state.x, &state.xdot}) fill(*vector);
  for (Index node = 0; node < layout.structural; ++node) state.q.segment<4>(7 * node + 3).normalize();
  return state;
}

enum class Scheme { generalised_alpha, ms, hope, crank_nicolson, implicit_euler };

class EverySchemeAndGroup : public testing::TestWithParam<std::tuple<Scheme, LieFormulation>> {
 protected:
  static std::unique_ptr<Integrator> make_scheme(const Layout& layout) {
    const auto& [scheme, group] = GetParam();
    if (scheme == Scheme::generalised_alpha) return std::make_unique<GeneralisedAlpha>(layout, group, 0.7);
    const auto method = static_cast<MultistepMethod>(static_cast<int>(scheme) - 1);
    return std::make_unique<LinearMultistep>(layout, group, method, 0.7);
  }
};

// A Newton increment (dx, dtheta) must move configuration, velocity and acceleration as the operators say.
TEST_P(EverySchemeAndGroup, operators_are_the_derivatives_of_the_update) {
  const Layout layout = one_of_each();
  const double h = 0.05;
  State start = random_state(layout, 7);
  const auto owner = make_scheme(layout);
  Integrator& scheme = *owner;
  scheme.start(start);
  State trial = State::zero(layout);
  trial.memory.setZero(scheme.memory_size());
  // One step before it, so that a two-step scheme has a past.
  scheme.begin_step(start, 0.7 * h, start.time + 0.7 * h, trial);
  scheme.evaluate(trial);
  scheme.end_step(start, trial);
  std::swap(start, trial);
  scheme.begin_step(start, h, start.time + h, trial);
  scheme.evaluate(trial);
  scheme.fill_operators(trial);
  scheme.save_iterate();

  const double eps = 1e-6;
  for (Index column = 0; column < layout.motion_size(); ++column) {
    VecX velocity[2], acceleration[2], position[2];
    for (int side = 0; side < 2; ++side) {
      scheme.restore_iterate();
      scheme.evaluate(trial);
      VecX increment = VecX::Zero(layout.motion_size() + layout.states);
      increment[column] = side == 0 ? eps : -eps;
      scheme.apply({increment.data(), static_cast<std::size_t>(increment.size())});
      scheme.evaluate(trial);
      velocity[side] = trial.v;
      acceleration[side] = trial.a;
      position[side] = trial.q;
    }
    const VecX dv = (velocity[0] - velocity[1]) / (2.0 * eps),
               da = (acceleration[0] - acceleration[1]) / (2.0 * eps);
    for (FrameIndex frame = 1; frame < layout.frames(); ++frame) {
      const Index first = layout.motion_of(frame), width = layout.motion_width(frame);
      const MotionOperators& op = scheme.operators()[static_cast<std::size_t>(frame)];
      for (Index row = 0; row < width; ++row) {
        const bool is_own = column >= first && column < first + width;
        const double expected_v = is_own ? op.velocity(row, column - first) : 0.0;
        const double expected_a = is_own ? op.acceleration(row, column - first) : 0.0;
        EXPECT_NEAR(dv[first + row], expected_v, 1e-5 * scheme.velocity_factor());
        EXPECT_NEAR(da[first + row], expected_a, 1e-5 * scheme.acceleration_factor());
      }
    }
    // The configuration moves by the spatial increment itself.
    for (Index node = 0; node < layout.structural; ++node) {
      const auto quaternion = [node](const VecX& q) {
        return Quat(q[7 * node + 3], q[7 * node + 4], q[7 * node + 5], q[7 * node + 6]);
      };
      const Vec3 turn = so3::log(quaternion(position[0]) * quaternion(position[1]).conjugate()) / (2.0 * eps);
      const Vec3 shift = (position[0] - position[1]).segment<3>(7 * node) / (2.0 * eps);
      for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(shift[i], column == 6 * node + i ? 1.0 : 0.0, 1e-6);
        EXPECT_NEAR(turn[i], column == 6 * node + 3 + i ? 1.0 : 0.0, 1e-6);
      }
    }
  }
}

// Constant acceleration in ground components is followed exactly by translations; a constant spin by
// rotations.
TEST_P(EverySchemeAndGroup, follows_a_constant_spin_exactly) {
  Layout layout;
  layout.structural = 1;
  State state = State::zero(layout);
  state.v.tail<3>() = Vec3(0.3, -2.0, 1.1);
  const auto owner = make_scheme(layout);
  Integrator& scheme = *owner;
  scheme.start(state);
  State trial = state;
  scheme.begin_step(state, 0.1, 0.1, trial);
  scheme.evaluate(trial);
  const Quat expected = so3::exp(Vec3(0.1 * Vec3(0.3, -2.0, 1.1)));
  EXPECT_NEAR(std::abs(expected.dot(Quat(trial.q[3], trial.q[4], trial.q[5], trial.q[6]))), 1.0, 1e-15);
  EXPECT_LT((trial.v - state.v).norm(), 1e-13);
  EXPECT_LT(trial.a.norm(), 1e-12);
}

TEST_P(EverySchemeAndGroup, turns_through_any_angle_without_trouble) {
  Layout layout;
  layout.structural = 1;
  State state = State::zero(layout);
  state.v.tail<3>() = Vec3(0, 0, 10.0);
  const auto owner = make_scheme(layout);
  Integrator& scheme = *owner;
  scheme.start(state);
  State trial = state;
  for (int step = 1; step <= 1000; ++step) {  // 100 rad in all, through pi and 2 pi many times
    scheme.begin_step(state, 0.01, 0.01 * step, trial);
    scheme.evaluate(trial);
    const VecX increment = -trial.a / scheme.acceleration_factor();  // nothing accelerates it
    scheme.apply({increment.data(), static_cast<std::size_t>(increment.size())});
    scheme.evaluate(trial);
    scheme.end_step(state, trial);
    std::swap(state, trial);
  }
  const double angle = 2.0 * std::atan2(state.q[6], state.q[3]);
  EXPECT_NEAR(std::remainder(angle - 100.0, 2.0 * M_PI), 0.0, 1e-10);
}

TEST_P(EverySchemeAndGroup, counts_steps_since_the_size_changed) {
  Layout layout;
  layout.scalars = 1;
  const auto scheme = make_scheme(layout);
  State state = State::zero(layout);
  scheme->start(state);
  State trial = state;
  const auto step = [&](double h) {
    scheme->begin_step(state, h, state.time + h, trial);
    scheme->evaluate(trial);
    scheme->end_step(state, trial);
    std::swap(state, trial);
    return std::pair(scheme->steps_since_fall(state), scheme->steps_since_rise(state));
  };
  EXPECT_EQ(step(0.1), std::pair(1.0, 1.0));
  EXPECT_EQ(step(0.1), std::pair(2.0, 2.0));
  EXPECT_EQ(step(0.05), std::pair(1.0, 3.0));
  EXPECT_EQ(step(0.2), std::pair(2.0, 1.0));
  EXPECT_EQ(step(0.2), std::pair(3.0, 2.0));
}

INSTANTIATE_TEST_SUITE_P(, EverySchemeAndGroup,
                         testing::Combine(testing::Values(Scheme::generalised_alpha, Scheme::ms, Scheme::hope,
                                                          Scheme::crank_nicolson, Scheme::implicit_euler),
                                          testing::Values(LieFormulation::spatial, LieFormulation::mixed,
                                                          LieFormulation::local)));

}  // namespace
}  // namespace pintle
