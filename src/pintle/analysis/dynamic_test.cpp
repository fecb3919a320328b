#include "pintle/analysis/dynamic.h"

#include <gmock/gmock.h>

#include "tests/support/chain_models.h"

namespace pintle {
namespace {

using testing::HasSubstr;

struct Recorder final : Observer {
  std::vector<double> times;
  std::vector<double> checkpoints;
  double stop_at = 1e300;
  bool on_state(const System&, const State& state, const Context&) override {
    times.push_back(state.time);
    return state.time < stop_at;
  }
  bool on_checkpoint(const System&, const State& state) override {
    checkpoints.push_back(state.time);
    return true;
  }
};

RunReport run(Assembled& model, const DynamicSettings& settings, Recorder& recorder) {
  Diagnostics diagnostics;
  const std::vector<Observer*> observers{&recorder};
  return run_dynamic(model.system, model.state, settings, {}, observers, diagnostics);
}

DynamicSettings to(double end_time, double step) {
  DynamicSettings settings;
  settings.end_time = end_time;
  settings.control.step = step;
  return settings;
}

TEST(Dynamic, fixed_steps_land_on_their_times_exactly) {
  Assembled model = make_chain(3, false);
  Recorder recorder;
  const RunReport report = run(model, to(0.1, 1e-3), recorder);
  EXPECT_EQ(report.status, RunStatus::finished);
  EXPECT_EQ(report.steps, 100);
  ASSERT_EQ(recorder.times.size(), 101u);
  EXPECT_EQ(recorder.times[70], 70 * 1e-3);
  EXPECT_EQ(recorder.times.back(), 0.1);
}

TEST(Dynamic, the_last_step_is_shortened_to_meet_the_end) {
  Assembled model = make_chain(2, false);
  Recorder recorder;
  const RunReport report = run(model, to(0.0105, 1e-3), recorder);
  EXPECT_EQ(report.steps, 11);
  EXPECT_EQ(recorder.times.back(), 0.0105);
}

TEST(Dynamic, adaptive_steps_meet_their_tolerance) {
  // Error at the end against a fine run, for two tolerances.
  const auto end_position = [](double tolerance, double step) {
    Assembled model = make_chain(3, false);
    DynamicSettings settings = to(0.5, step);
    settings.control.is_adaptive = tolerance > 0.0;
    settings.control.tolerance = tolerance;
    Recorder recorder;
    EXPECT_EQ(run(model, settings, recorder).status, RunStatus::finished);
    return std::pair(Vec3(model.state.q.segment<3>(14)), recorder.times.size());
  };
  const Vec3 reference = end_position(0.0, 1e-5).first;
  const auto [coarse, few] = end_position(1e-4, 1e-3);
  const auto [fine, many] = end_position(1e-7, 1e-3);
  EXPECT_LT((fine - reference).norm(), 0.1 * (coarse - reference).norm());
  EXPECT_LT((fine - reference).norm(), 1e-4);
  EXPECT_GT(many, 3 * few);
}

TEST(Dynamic, an_observer_can_stop_the_run) {
  Assembled model = make_chain(2, false);
  Recorder recorder;
  recorder.stop_at = 0.02;
  const RunReport report = run(model, to(1.0, 1e-3), recorder);
  EXPECT_EQ(report.status, RunStatus::stopped);
  EXPECT_NEAR(model.state.time, 0.02, 1e-12);
}

TEST(Dynamic, checkpoints_come_when_asked_and_at_the_end) {
  Assembled model = make_chain(2, false);
  Recorder recorder;
  DynamicSettings settings = to(0.01, 1e-3);
  settings.checkpoint_every = 4;
  run(model, settings, recorder);
  ASSERT_EQ(recorder.checkpoints.size(), 3u);
  EXPECT_EQ(recorder.checkpoints[0], 4e-3);
  EXPECT_EQ(recorder.checkpoints[2], 0.01);
}

TEST(Dynamic, a_run_resumed_at_a_checkpoint_is_the_same_bit_for_bit) {
  DynamicSettings settings = to(0.2, 1e-3);
  settings.checkpoint_every = 50;
  Assembled whole = make_chain(4, true);
  struct Keeper final : Observer {
    State state;
    bool on_checkpoint(const System&, const State& now) override {
      if (now.step == 100) state = now;
      return true;
    }
  } keeper;
  Diagnostics diagnostics;
  const std::vector<Observer*> keeping{&keeper};
  run_dynamic(whole.system, whole.state, settings, {}, keeping, diagnostics);

  Recorder recorder;
  Assembled resumed = make_chain(4, true);
  resumed.state = keeper.state;
  run(resumed, settings, recorder);
  EXPECT_TRUE(resumed.state == whole.state);
  EXPECT_EQ(recorder.times.front(), 0.1);
}

TEST(Dynamic, a_failed_step_is_explained_and_the_last_good_state_kept) {
  Assembled model = make_chain(4, false);
  DynamicSettings settings = to(10.0, 1e-3);
  settings.solver.newton.max_iterations = 1;
  settings.solver.tolerances.relative = 1e-13;
  Recorder recorder;
  const RunReport report = run(model, settings, recorder);
  ASSERT_EQ(report.status, RunStatus::failed);
  EXPECT_THAT(report.failure, HasSubstr("no convergence after 1 iterations"));
  EXPECT_THAT(report.failure, HasSubstr("Largest residual: "));
  EXPECT_THAT(report.failure, testing::AnyOf(HasSubstr("node 'link"), HasSubstr("joint 'hinge")));
  EXPECT_EQ(model.state.time, recorder.times.back());
}

}  // namespace
}  // namespace pintle
