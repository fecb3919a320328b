#include "pintle/selfcheck/trial.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "pintle/analysis/dynamic_run.h"
#include "pintle/app/run_summary.h"

namespace pintle {

namespace {

constexpr std::size_t kMostInstants = 200, kInstantsOfChangingSteps = 50;
constexpr double kSameInstant = 1e-9;  // of the way between two

ChannelGroup energies_after(const System& system) {
  return {"system",
          "",
          "",
          {{"kinetic_energy", "J", 1, ""}, {"potential_energy", "J", 1, "", Geometry::from_origin}},
          system.channel_count()};
}

VecX values_of(const System& system, const Context& context) {
  VecX values(system.channel_count() + 2);
  system.evaluate_channels(context, {values.data(), static_cast<std::size_t>(system.channel_count())});
  const Totals totals = system.totals(context);
  values.tail<2>() << totals.kinetic, totals.potential;
  return values;
}

// Takes down what a run looks like at an instant that is waited for.
class Recorder final : public Observer {
 public:
  Recorder(Trial& trial, const std::vector<double>& times) : trial_(trial), times_(times) {}

  bool wants(const State& state) override {
    const std::size_t next = trial_.instants.size();
    if (next >= times_.size()) return false;
    const double way = next ? times_[next] - times_[next - 1]
                            : times_[std::min<std::size_t>(1, times_.size() - 1)] - times_[0];
    return std::abs(state.time - times_[next]) <= kSameInstant * std::abs(way);
  }
  bool on_state(const System& system, const State& state, const Context& context) override {
    if (wants(state)) trial_.instants.push_back({state.time, values_of(system, context)});
    return true;
  }

 private:
  Trial& trial_;
  const std::vector<double>& times_;
};

void rest(Job& job, Trial& trial, Diagnostics& diagnostics) {
  const EquilibriumReport report =
      find_equilibrium(job.system, job.state, job.statics->settings, diagnostics);
  if (!report.is_found) {
    trial.failure = report.failure;
    return;
  }
  Snapshot snapshot = job.system.make_snapshot();
  job.system.fill(job.state, snapshot);
  trial.instants.push_back({job.state.time, values_of(job.system, snapshot.context())});
}

// From instant to instant: where steps are as long as they like, one ends at each.
void move(Job& job, Trial& trial, const TrialPlan& plan, Diagnostics& diagnostics, State* state_there) {
  const State described = std::as_const(job.state);
  if (plan.resumed) job.state = *plan.resumed;
  std::vector<double> times = plan.times;
  if (plan.resumed)
    std::erase_if(times, [&](double time) { return time < job.state.time - kSameInstant * std::abs(time); });
  Recorder recorder(trial, times);
  std::array<Observer*, 1> observers{&recorder};
  job.settings.end_time = times.back();
  DynamicRun run(job.system, job.state, job.settings, diagnostics);
  const auto reach = [&](std::size_t at) {
    job.settings.end_time = times[at];
    bool goes_on = !run.is_at_end();
    while (goes_on) goes_on = run.advance();
    return run.report().status == RunStatus::finished && run.is_at_end();
  };
  job.settings.end_time = times.size() > 1 ? times[1] : times[0];
  bool is_good = run.start(observers, job.info, &described) || run.report().status == RunStatus::finished;
  for (std::size_t at = 1; at < times.size() && is_good; ++at) {
    is_good = reach(at);
    if (is_good && state_there && at == plan.interrupted_at) {
      run.give_state();
      *state_there = job.state;
    }
    if (plan.progress) plan.progress(static_cast<double>(at + 1) / static_cast<double>(times.size()));
  }
  const RunReport report = run.finish();
  if (report.status == RunStatus::failed)
    trial.failure = report.failure;
  else if (!is_good)
    trial.failure = "the run was stopped";
}

}  // namespace

std::vector<double> instants_of(const DynamicSettings& settings, bool is_static) {
  std::vector<double> times{settings.start_time};
  if (is_static) return times;
  const double length = settings.end_time - settings.start_time;
  const bool has_grid = settings.control.strategy == StepStrategy::fixed;
  const double steps = has_grid ? std::max(1.0, std::round(length / settings.control.step)) : 0.0;
  const double every = std::max(1.0, std::ceil(steps / static_cast<double>(kMostInstants)));
  const double count = has_grid ? std::ceil(steps / every) : static_cast<double>(kInstantsOfChangingSteps);
  const double way = has_grid ? every * settings.control.step : length / count;
  for (double i = 1.0; i < count; i += 1.0) times.push_back(settings.start_time + i * way);
  times.push_back(settings.end_time);
  return times;
}

Trial run_trial(Job job, Diagnostics diagnostics, const TrialPlan& plan, State* state_there) {
  Trial trial;
  trial.groups = job.system.channel_groups();
  trial.groups.push_back(energies_after(job.system));
  if (plan.prepare) plan.prepare(job);
  if (!job.statics)
    if (const Refusal refusal = why_not(job.system, job.state, job.settings)) {
      trial.refusal = refusal.reason;
      return trial;
    }
  if (job.statics)
    rest(job, trial, diagnostics);
  else
    move(job, trial, plan, diagnostics, state_there);
  trial.warnings = count_warnings(diagnostics);
  trial.end = std::move(job.state);
  return trial;
}

}  // namespace pintle
