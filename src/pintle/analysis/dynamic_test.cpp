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
    if (tolerance > 0.0) settings.control.strategy = StepStrategy::by_error;
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

TEST(Dynamic, a_multistep_run_resumed_at_a_checkpoint_is_the_same_bit_for_bit) {
  DynamicSettings settings = to(0.2, 1e-3);
  settings.checkpoint_every = 50;
  settings.solver.method = IntegrationMethod::ms;
  settings.solver.rho = 0.6;
  settings.control.strategy = StepStrategy::by_iterations;
  settings.control.iterations = {0.5, 3, 1.5, 4, 4, 5};
  settings.control.largest_step = 4e-3;
  Assembled whole = make_chain(4, true), resumed = make_chain(4, true);
  struct Keeper final : Observer {
    State state;
    bool on_checkpoint(const System&, const State& now) override {
      if (now.step == 50) state = now;
      return true;
    }
  } keeper;
  Diagnostics diagnostics;
  const std::vector<Observer*> keeping{&keeper};
  run_dynamic(whole.system, whole.state, settings, {}, keeping, diagnostics);
  resumed.state = keeper.state;
  Recorder recorder;
  run(resumed, settings, recorder);
  EXPECT_GT(whole.state.step, 55);
  EXPECT_TRUE(resumed.state == whole.state);
}

// Steps of a recorded run.
std::vector<double> steps_of(const Recorder& recorder) {
  std::vector<double> steps;
  for (std::size_t i = 1; i < recorder.times.size(); ++i)
    steps.push_back(recorder.times[i] - recorder.times[i - 1]);
  return steps;
}

// A body at rest needs no iterations: steps double whenever four of one size were made, up to the largest.
TEST(Dynamic, few_iterations_make_steps_grow_after_a_while) {
  Assembled model = make_free_bodies(1);
  model.state.v.setZero();
  DynamicSettings settings = to(1.0, 0.01);
  settings.control.strategy = StepStrategy::by_iterations;
  settings.control.iterations = {0.5, 2, 2.0, 3, 5, 8};
  settings.control.largest_step = 0.05;
  Recorder recorder;
  EXPECT_EQ(run(model, settings, recorder).status, RunStatus::finished);
  const std::vector<double> steps = steps_of(recorder);
  for (std::size_t i = 0; i < 16; ++i)  // as the program does it
    EXPECT_NEAR(steps[i], i < 4 ? 0.01 : i < 8 ? 0.02 : i < 12 ? 0.04 : 0.05, 1e-12) << i;
  EXPECT_NEAR(recorder.times.back(), 1.0, 1e-12);
}

TEST(Dynamic, many_iterations_and_failures_make_steps_shrink) {
  const auto smallest_of = [](int most_iterations, int many, double smallest) {
    Assembled model = make_chain(5, false);
    DynamicSettings settings = to(0.4, 0.04);
    settings.control.strategy = StepStrategy::by_iterations;
    settings.control.iterations = {0.5, 5, 1.5, 5, 2, many};
    settings.control.smallest_step = smallest;
    settings.solver.newton.max_iterations = most_iterations;
    Recorder recorder;
    const RunReport report = run(model, settings, recorder);
    double least = 1.0;
    for (const double step : steps_of(recorder)) least = std::min(least, step);
    return std::tuple(report.status, report.rejected_steps, least);
  };
  const auto [calm, none, usual] = smallest_of(50, 0, 0.0);
  const auto [converged, rejected, shorter] = smallest_of(50, 4, 0.0);
  const auto [repeated, failures, shortest] = smallest_of(4, 0, 0.0);
  EXPECT_EQ(calm, RunStatus::finished);
  EXPECT_EQ(converged, RunStatus::finished);
  EXPECT_EQ(repeated, RunStatus::finished);
  EXPECT_EQ(none, 0);
  EXPECT_EQ(rejected, 0);
  EXPECT_GT(failures, 0);
  EXPECT_LT(shorter, 0.6 * usual);
  EXPECT_LT(shortest, 0.6 * usual);
  EXPECT_EQ(std::get<0>(smallest_of(2, 0, 0.03)), RunStatus::failed);
}

// h(t) = 0.01 + 0.02 t at the start of each step, as MBDyn takes it.
TEST(Dynamic, a_drive_gives_the_steps) {
  struct Growing final : DriveFunction {
    double value(const DriveInputs& inputs) const noexcept override { return 0.01 + 0.02 * inputs.time; }
    double add_gradient(const DriveInputs& inputs, double, DriveGradient&) const noexcept override {
      return value(inputs);
    }
    DriveValue derivatives(const DriveArgument&) const noexcept override { return kNoDerivatives; }
  };
  Assembled model = make_chain(2, false);
  DynamicSettings settings = to(0.1, 0.01);
  settings.solver.method = IntegrationMethod::ms;
  settings.control.strategy = StepStrategy::by_drive;
  settings.control.drive = Drive(std::make_shared<const Growing>());
  Recorder recorder;
  EXPECT_EQ(run(model, settings, recorder).status, RunStatus::finished);
  ASSERT_GE(recorder.times.size(), 10u);
  EXPECT_NEAR(recorder.times[2], 0.0202, 1e-12);
  EXPECT_NEAR(recorder.times[9], 0.09754628431115546, 1e-12);
  EXPECT_EQ(recorder.times.back(), 0.1);

  settings.control.drive = Drive::constant(-1.0);
  Assembled bad = make_chain(2, false);
  const RunReport report = run(bad, settings, recorder);
  EXPECT_EQ(report.status, RunStatus::failed);
  EXPECT_THAT(report.failure, HasSubstr("the drive of the step gives -1 s at t = 0 s"));
}

TEST(Dynamic, a_run_can_stop_before_its_first_step) {
  for (const StopAfter stop : {StopAfter::input, StopAfter::assembly}) {
    Assembled model = make_chain(3, false);
    model.state.q[2] += 0.01;  // the chain is torn
    const VecX described = model.state.q;
    DynamicSettings settings = to(1.0, 1e-3);
    settings.stop_after = stop;
    Recorder recorder;
    const RunReport report = run(model, settings, recorder);
    EXPECT_EQ(report.status, RunStatus::finished);
    EXPECT_EQ(report.steps, 0);
    EXPECT_EQ(recorder.times, std::vector<double>{0.0});
    EXPECT_EQ(model.state.q == described, stop == StopAfter::input);
  }
}

TEST(Dynamic, every_step_can_be_watched) {
  Assembled model = make_chain(2, false);
  DynamicSettings settings = to(0.01, 1e-3);
  std::vector<double> times;
  settings.on_step = [&](const StepReport& step, const State& state) {
    EXPECT_TRUE(step.is_accepted());
    times.push_back(state.time);
  };
  Recorder recorder;
  run(model, settings, recorder);
  EXPECT_EQ(times.size(), 10u);
  EXPECT_EQ(times.back(), 0.01);
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
