// The checks of the method: its order, its restart, other formulations.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pintle/selfcheck/battery.h"
#include "pintle/selfcheck/job_changes.h"

namespace pintle {

const Trial& Battery::finer() {
  if (!finer_) finer_ = run("with half the step", refine);
  return *finer_;
}

Finding Battery::step() {
  Finding finding{"step"};
  if (job_->statics) return not_done(std::move(finding), "the analysis makes no steps");
  if (job_->system.depends_on_steps())
    return not_done(std::move(finding), "a drive counts steps or keeps instants");
  if (!finer().is_whole()) return matters(std::move(finding), "half the step fails: " + finer().failure);
  const Trial finest = run("with a quarter of the step", [](Job& job) {
    refine(job);
    refine(job);
  });
  if (!finest.is_whole())
    return matters(std::move(finding), "a quarter of the step fails: " + finest.failure);
  return judged_order(std::move(finding), finest);
}

// A quantity whose difference does not fall with the step, and is neither round-off nor as large as itself,
// does not converge.
Finding Battery::judged_order(Finding finding, const Trial& finest) {
  const Comparison next(*finer_, job_->system, job_->settings.control.step);
  const Allowance first = grown(comparison_->with(*finer_, {})), second = grown(next.with(finest, {}));
  const Allowance& least = round_off();
  const bool is_own = chooses_steps(job_->settings);
  constexpr double kLowest = 0.5, kResolved = 0.05;
  double lowest = 100.0, worst = -1.0;
  bool is_coarse = false;
  const auto differences = comparison_->with(*finer_, {});
  for (std::size_t kind = 0; kind < comparison_->kinds().size(); ++kind) {
    const QuantityKind& info = comparison_->kinds()[kind];
    const double coarse = first.back()[kind], fine = second.back()[kind];
    if (coarse <= 10.0 * least.back()[kind]) continue;
    is_coarse = true;
    if (coarse > kResolved * info.scale) continue;
    const double order = std::log2(coarse / std::max(fine, least.back()[kind]));
    lowest = std::min(lowest, order);
    const double allowed = is_own ? kResolved * info.scale : std::exp2(-kLowest) * coarse;
    const double ratio = (is_own ? coarse : fine) / allowed;
    if (ratio <= worst) continue;
    worst = ratio;
    finding.difference = is_own ? coarse : fine;
    finding.allowed = allowed;
    finding.quantity = info.name;
    finding.unit = info.unit;
    for (std::size_t i = 0; i < differences.size(); ++i)
      if (differences[i][kind].value == coarse) {
        finding.time = base_.instants[i].time;
        finding.where = describe(model_, base_.groups[differences[i][kind].group]);
      }
  }
  if (worst > 1.0) finding.verdict = Verdict::matters;
  if (worst < 0.0 && is_coarse)
    return not_done(std::move(finding),
                    "steps are too long: half of them changes what they find by more than 5 %");
  if (worst < 0.0)
    finding.remark = "no difference above round-off";
  else if (!is_own)
    finding.remark = fmt::format("order {:.1f} observed in '{}', the lowest", lowest, finding.quantity);
  return finding;
}

Finding Battery::resumed() {
  Finding finding{"resumed"};
  if (job_->statics || times_.size() < 3) return not_done(std::move(finding), "there is nothing to resume");
  TrialPlan plan{times_};
  plan.interrupted_at = times_.size() / 2;
  State there;
  const auto run_planned = [&](State* state) {
    Diagnostics diagnostics;
    std::optional<Job> job = make_job(model_, overrides_, diagnostics);
    return run_trial(std::move(*job), std::move(diagnostics), plan, state);
  };
  const Trial whole = run_planned(&there);
  plan.resumed = &there;
  const Trial second = run_planned(nullptr);
  if (!whole.is_whole() || !second.is_whole())
    return matters(std::move(finding), "a run failed: " + whole.failure + second.failure);
  finding.remark = "bit for bit";
  // The instant of the handover itself belongs to the first run.
  for (std::size_t i = 1; i < second.instants.size() && finding.verdict == Verdict::agrees; ++i)
    find_difference(whole, whole.instants[plan.interrupted_at + i], second.instants[i], finding);
  return finding;
}

// The first number that is not the same to the last bit.
void Battery::find_difference(const Trial& trial, const Instant& one, const Instant& other,
                              Finding& finding) const {
  for (const ChannelGroup& group : trial.groups) {
    Index at = group.first;
    for (const ChannelInfo& info : group.channels) {
      const double difference =
          (one.values.segment(at, info.size) - other.values.segment(at, info.size)).lpNorm<Eigen::Infinity>();
      at += info.size;
      if (!(difference > 0.0)) continue;
      finding = matters(std::move(finding), "");
      finding.difference = difference;
      finding.time = one.time;
      finding.quantity = info.name;
      finding.unit = info.unit;
      finding.where = describe(model_, group);
      return;
    }
  }
}

// Two methods may differ by the errors of both, and these are known from runs with half the step.
std::vector<Finding> Battery::formulations() {
  std::vector<Finding> findings;
  if (job_->statics || job_->settings.formulation == Formulation::linear) {
    findings.push_back(not_done({"formulations"}, "no other formulation does the same"));
    return findings;
  }
  for (const Formulation formulation : kFiniteFormulations) {
    if (formulation == job_->settings.formulation) continue;
    Finding finding{std::string(pintle::name_of(formulation))};
    const auto choose = [formulation](Job& job) { job.settings.formulation = formulation; };
    const Trial other = run(finding.change, choose);
    if (!other.is_whole()) {
      findings.push_back(judged(std::move(finding), other, {}, {}));
      continue;
    }
    const Trial other_finer = run(finding.change + " with half the step", [&](Job& job) {
      choose(job);
      refine(job);
    });
    if (!other_finer.is_whole() || !finer().is_whole()) {
      findings.push_back(
          not_done(std::move(finding), "the run with half the step fails, so the error is not known"));
      continue;
    }
    Allowance allowed = round_off();
    const Comparison against(other, job_->system, job_->settings.control.step);
    const Allowance errors = grown(comparison_->with(finer(), {})),
                    other_errors = grown(against.with(other_finer, {}));
    constexpr double kBoth = 5.0;
    for (std::size_t i = 0; i < allowed.size(); ++i)
      for (std::size_t kind = 0; kind < allowed[i].size(); ++kind)
        allowed[i][kind] += kBoth * (errors[i][kind] + other_errors[i][kind]);
    findings.push_back(judged(std::move(finding), other, {}, allowed));
  }
  return findings;
}

}  // namespace pintle
