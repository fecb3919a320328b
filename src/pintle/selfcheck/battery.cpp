#include "pintle/selfcheck/battery.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "pintle/app/cross_check.h"
#include "pintle/app/registry_of_everything.h"
#include "pintle/math/rotations.h"
#include "pintle/selfcheck/renaming.h"

namespace pintle {

namespace {

constexpr double kDisturbance = 1e-12;  // of the model's size, and of velocities
constexpr double kSafety = 10.0;        // of what was measured once, for what may come out another time
constexpr double kRelativeRoundOff = 1e-10;
constexpr double kFar = 100.0;  // model lengths

const SchemaRegistry& schemas() { return registry_of_everything().schemas(); }

Vec3 direction(std::mt19937_64& generator) {
  std::normal_distribution<double> normal;
  Vec3 v;
  for (double& component : v) component = normal(generator);
  return v.normalized();
}

// Places by a part of the model's size, axes by an angle, velocities by a part of themselves.
void disturb(Job& job, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::uniform_real_distribution<double> uniform(-kDisturbance, kDisturbance);
  const Layout& layout = job.system.layout();
  for (double& q : job.state.q) q += uniform(generator) * job.system.length_scale();
  for (Index node = 0; node < layout.structural; ++node) job.state.q.segment<4>(7 * node + 3).normalize();
  for (double& v : job.state.v) v *= 1.0 + uniform(generator);
}

void tighten(Job& job) {
  constexpr double kFactor = 0.1;
  for (double* tolerance : {&job.settings.solver.tolerances.relative, &job.settings.solver.tolerances.force,
                            &job.settings.solver.tolerances.constraint, &job.settings.partitioned.tolerance,
                            &job.settings.joint.tolerance})
    *tolerance *= kFactor;
  if (job.statics) job.statics->settings.tolerance *= kFactor;
}

// Half the step; where steps follow the local error, a tenth of that.
void refine(Job& job) {
  job.settings.control.step *= 0.5;
  for (double* tolerance : {&job.settings.control.tolerance, &job.settings.partitioned.error_tolerance,
                            &job.settings.joint.error_tolerance})
    *tolerance *= 0.1;
}

bool chooses_steps(const DynamicSettings& settings) {
  return settings.control.strategy != StepStrategy::fixed ||
         (settings.formulation == Formulation::joint &&
          (settings.joint.method == JointMethod::rk45 || settings.joint.method == JointMethod::implicit)) ||
         (settings.formulation == Formulation::partitioned &&
          settings.partitioned.method == ExplicitMethod::rk45);
}

std::string describe(const ModelDesc& model, const ChannelGroup& group) {
  if (group.kind == "system") return "the whole system";
  const Card* card = model.find(group.kind, group.name);
  const std::string place = card ? card->place.to_string() : "";
  return fmt::format("{} '{}'{}", group.kind, group.name, place.empty() ? "" : " (" + place + ")");
}

Finding not_done(Finding finding, std::string why) {
  finding.verdict = Verdict::not_done;
  finding.remark = std::move(why);
  return finding;
}

Finding matters(Finding finding, std::string what) {
  finding.verdict = Verdict::matters;
  finding.remark = std::move(what);
  return finding;
}

}  // namespace

Battery::Battery(const ModelDesc& model, const JobOptions& overrides, std::uint64_t seed, Progress progress)
    : model_(with_names(model, schemas())),
      overrides_(overrides),
      seed_(seed),
      progress_(std::move(progress)) {
  // Results are not written, and may differ in what they hold.
  std::erase_if(model_.cards, [](const Card& card) { return card.kind == "output" || card.kind == "mbdm"; });
  Diagnostics diagnostics;
  job_ = make_job(model_, overrides_, diagnostics);
  if (!job_) {
    base_.failure = diagnostics.to_text();
    return;
  }
  times_ = instants_of(job_->settings, job_->statics.has_value());
  base_ = run("as it is", {});
  if (base_.is_whole()) comparison_.emplace(base_, job_->system, job_->settings.control.step);
}

Trial Battery::run(std::string_view name, const ModelDesc& model, const JobOptions& options,
                   const std::vector<double>& times, const Prepare& prepare) {
  Diagnostics diagnostics;
  std::optional<Job> job = make_job(model, options, diagnostics);
  if (!job) {
    Trial trial;
    trial.failure = diagnostics.to_text();
    return trial;
  }
  TrialPlan plan{times, prepare};
  if (progress_) plan.progress = [&](double part) { progress_(name, part); };
  return run_trial(std::move(*job), std::move(diagnostics), plan);
}

// What round-off and the tolerance of iterations come to in this motion: measured by runs that start a little
// elsewhere and that iterate a little further.
const Battery::Allowance& Battery::round_off() {
  if (round_off_) return *round_off_;
  Allowance& allowed =
      round_off_.emplace(base_.instants.size(), std::vector<double>(comparison_->kinds().size()));
  const std::uint64_t seed = seed_;
  for (const Trial& other : {run("disturbed", [seed](Job& job) { disturb(job, seed); }),
                             run("with a tighter tolerance", tighten)}) {
    const Allowance measured = grown(comparison_->with(other, {}));
    for (std::size_t i = 0; i < measured.size(); ++i)
      for (std::size_t kind = 0; kind < measured[i].size(); ++kind)
        allowed[i][kind] = std::max(allowed[i][kind], measured[i][kind]);
  }
  for (std::vector<double>& at : allowed)
    for (std::size_t kind = 0; kind < at.size(); ++kind) {
      const QuantityKind& info = comparison_->kinds()[kind];
      at[kind] = kSafety * at[kind] + kRelativeRoundOff * info.scale + info.round_off;
    }
  return allowed;
}

Finding Battery::judged(Finding finding, const Trial& other, const Change& change, const Allowance& allowed) {
  if (!other.refusal.empty()) return not_done(std::move(finding), other.refusal);
  if (!other.failure.empty()) return matters(std::move(finding), "the run failed: " + other.failure);
  const auto differences = comparison_->with(other, change);
  if (differences.empty()) return matters(std::move(finding), "the results tell of other elements");
  double worst = -1.0;
  for (std::size_t i = 0; i < differences.size(); ++i)
    for (std::size_t kind = 0; kind < differences[i].size(); ++kind) {
      const Difference& found = differences[i][kind];
      const double ratio = found.value / std::max(allowed[i][kind], std::numeric_limits<double>::min());
      if (!(ratio > worst)) continue;
      worst = ratio;
      finding.difference = found.value;
      finding.allowed = allowed[i][kind];
      finding.time = base_.instants[i].time;
      finding.quantity = comparison_->kinds()[kind].name;
      finding.unit = comparison_->kinds()[kind].unit;
      finding.where = describe(model_, base_.groups[found.group]);
    }
  if (worst > 1.0) finding.verdict = Verdict::matters;
  return finding;
}

Finding Battery::of_rewritten(Finding finding, const ModelDesc& model, const Diagnostics& problems,
                              const Change& change) {
  if (problems.has_errors()) {
    const Diagnostic& first = problems.items().front();
    return not_done(std::move(finding), fmt::format("{}: {}", first.place.to_string(), first.message));
  }
  JobOptions options = overrides_;
  std::vector<double> times = times_;
  for (std::optional<double>* option : {&options.step, &options.end_time})
    if (*option) **option *= change.scale.second;
  for (double& time : times) time *= change.scale.second;
  const Trial other = run(finding.change, model, options, times);
  finding = judged(std::move(finding), other, change, round_off());
  if (finding.verdict == Verdict::agrees && other.is_whole() && other.warnings != base_.warnings)
    return matters(std::move(finding),
                   fmt::format("warnings: {} instead of {}", other.warnings, base_.warnings));
  return finding;
}

Finding Battery::turned() {
  std::mt19937_64 generator(seed_);
  Change change;
  const Vec3 axis = direction(generator);
  change.motion.turn =
      matrix_from_rotation_vector(Vec3(std::uniform_real_distribution<double>(0.5, 2.5)(generator) * axis));
  RigidMotionOfModel rewriter(change.motion, job_->system, schemas());
  const ModelDesc model = rewriter.rewrite(model_);
  return of_rewritten({"turned"}, model, rewriter.problems(), change);
}

Finding Battery::moved() {
  std::mt19937_64 generator(seed_ + 1);
  Change change;
  change.motion.shift = kFar * job_->system.length_scale() * direction(generator);
  RigidMotionOfModel rewriter(change.motion, job_->system, schemas());
  const ModelDesc model = rewriter.rewrite(model_);
  return of_rewritten({"moved"}, model, rewriter.problems(), change);
}

Finding Battery::order() {
  Renaming rewriter(model_, schemas());
  Change change;
  change.new_name = [&](std::string_view kind, const std::string& name) {
    return rewriter.new_name(kind, name);
  };
  const ModelDesc model = shuffled(rewriter.rewrite(model_), seed_);
  return of_rewritten({"order"}, model, rewriter.problems(), change);
}

Finding Battery::units() {
  Finding finding{"units"};
  if (job_->system.depends_on_steps())
    return not_done(std::move(finding), "a drive counts steps or keeps instants");
  Change change;
  change.scale = {8.0, 0.25, 2.0};
  UnitChange rewriter(change.scale, job_->system, schemas());
  const ModelDesc model = rewriter.rewrite(model_);
  return of_rewritten(std::move(finding), model, rewriter.problems(), change);
}

Finding Battery::solver() {
  Finding finding{"solver"};
  if (job_->statics || job_->settings.formulation != Formulation::absolute)
    return not_done(std::move(finding), "there is no other linear solver for it");
  const bool is_dense = job_->settings.solver.linear_solver == LinearSolverKind::dense;
  const Trial other = run("with another solver", [&](Job& job) {
    job.settings.solver.linear_solver = is_dense ? LinearSolverKind::klu : LinearSolverKind::dense;
  });
  return judged(std::move(finding), other, {}, round_off());
}

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
  const auto differences = comparison_->with(*finer_, {});
  for (std::size_t kind = 0; kind < comparison_->kinds().size(); ++kind) {
    const QuantityKind& info = comparison_->kinds()[kind];
    const double coarse = first.back()[kind], fine = second.back()[kind];
    if (coarse <= 10.0 * least.back()[kind] || coarse > kResolved * info.scale) continue;
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
  if (worst < 0.0)
    finding.remark = "no difference above round-off that is small against the quantity";
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
  if (!second.is_whole()) return matters(std::move(finding), "the resumed run failed: " + second.failure);
  const std::size_t offset = whole.instants.size() - std::min(whole.instants.size(), second.instants.size());
  for (std::size_t i = offset; i < whole.instants.size(); ++i) {
    const VecX &a = whole.instants[i].values, &b = second.instants[i - offset].values;
    for (const ChannelGroup& group : whole.groups) {
      Index at = group.first;
      for (const ChannelInfo& info : group.channels) {
        const double difference =
            (a.segment(at, info.size) - b.segment(at, info.size)).lpNorm<Eigen::Infinity>();
        at += info.size;
        if (!(difference > 0.0)) continue;
        finding.verdict = Verdict::matters;
        finding.difference = difference;
        finding.time = whole.instants[i].time;
        finding.quantity = info.name;
        finding.unit = info.unit;
        finding.where = describe(model_, group);
        return finding;
      }
    }
  }
  finding.remark = "bit for bit";
  return finding;
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
