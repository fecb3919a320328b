#include "pintle/selfcheck/battery.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>

#include "pintle/app/registry_of_everything.h"
#include "pintle/formulations/redundant_equations.h"
#include "pintle/lang/json/json_writer.h"
#include "pintle/math/rotations.h"
#include "pintle/selfcheck/job_changes.h"
#include "pintle/selfcheck/renaming.h"

namespace pintle {

namespace {

constexpr double kMethodsInGroundAxes =
    20.0;                         // of the error of a method that takes other coordinates in other axes
constexpr double kSafety = 10.0;  // of what was measured once, for what may come out another time
constexpr double kRelativeRoundOff = 1e-10;
constexpr double kOfRedundant = 1e-6;  // of the largest: what the least reactions are known to
constexpr double kArms = 100.0;        // model lengths to the arms that turn errors into moments
constexpr double kFar = 100.0;         // model lengths

const SchemaRegistry& schemas() { return registry_of_everything().schemas(); }

Vec3 direction(std::mt19937_64& generator) {
  std::normal_distribution<double> normal;
  Vec3 v;
  for (double& component : v) component = normal(generator);
  return v.normalized();
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
    failure_ = diagnostics.to_text();
    return;
  }
  times_ = instants_of(job_->settings, job_->statics.has_value());
  as_it_is_ = run("as it is", {});
  failure_ = as_it_is_.refusal + as_it_is_.failure;
  if (!failure_.empty()) return;
  // What iterations leave undone is no part of what is compared, as far as they can go further.
  constexpr double kTighter = 0.01;
  base_ = run_to(kTighter, "with a tighter tolerance", model_, overrides_, times_, {});
  if (base_.is_whole())
    iterates_to_ = kTighter;
  else
    base_ = as_it_is_;
  comparison_.emplace(base_, job_->system, job_->settings.control.step);
}

// A run that cannot reach the tighter tolerance has the model's own.
Trial Battery::run(std::string_view name, const ModelDesc& model, const JobOptions& options,
                   const std::vector<double>& times, const Prepare& prepare) {
  Trial trial = run_to(iterates_to_, name, model, options, times, prepare);
  const bool can_be_less = iterates_to_ != 1.0 && !trial.failure.empty();
  return can_be_less ? run_to(1.0, name, model, options, times, prepare) : trial;
}

Trial Battery::run_to(double tolerance, std::string_view name, const ModelDesc& model,
                      const JobOptions& options, const std::vector<double>& times, const Prepare& prepare) {
  Diagnostics diagnostics;
  std::optional<Job> job = make_job(model, options, diagnostics);
  if (!job) {
    Trial trial;
    trial.failure = diagnostics.to_text();
    return trial;
  }
  TrialPlan plan{times};
  plan.prepare = [&](Job& prepared) {
    iterate_to(prepared, tolerance);
    if (prepare) prepare(prepared);
  };
  if (progress_) plan.progress = [&](double part) { progress_(name, part); };
  return run_trial(std::move(*job), std::move(diagnostics), plan);
}

bool Battery::has_redundant_equations() const {
  return !find_redundant_equations(job_->system, base_.end, job_->settings.assembly.rank_tolerance).empty();
}

double Battery::steps_until(std::size_t instant) const {
  return 1.0 + (base_.instants[instant].time - base_.instants.front().time) / job_->settings.control.step;
}

// What round-off and the tolerance of iterations come to in this motion: measured by runs that start a little
// elsewhere and that iterate further or less far.
const Battery::Allowance& Battery::round_off() {
  if (round_off_) return *round_off_;
  Allowance& allowed =
      round_off_.emplace(base_.instants.size(), std::vector<double>(comparison_->kinds().size()));
  const std::uint64_t seed = seed_;
  const auto take = [&](const Trial& other, double safety) {
    const Allowance measured = grown(comparison_->with(other, {}));
    for (std::size_t i = 0; i < measured.size(); ++i)
      for (std::size_t kind = 0; kind < measured[i].size(); ++kind)
        allowed[i][kind] = std::max(allowed[i][kind], safety * measured[i][kind]);
  };
  take(run("disturbed", [seed](Job& job) { disturb(job, seed); }), kSafety);
  take(run("with another tolerance", [](Job& job) { iterate_to(job, 0.1); }), kSafety);
  take(as_it_is_, 1.0);
  // A method that chooses its steps, or the coordinates that it integrates, by what it finds in ground axes
  // chooses others in other axes: its own error counts.
  if (chooses_steps(job_->settings) || job_->settings.formulation == Formulation::partitioned)
    take(finer(), kMethodsInGroundAxes);
  const double unbalanced =
      has_redundant_equations()
          ? kOfRedundant
          : kArms * std::max(iterates_to_ * job_->settings.solver.tolerances.relative, kRelativeRoundOff);
  for (std::size_t i = 0; i < allowed.size(); ++i)
    for (std::size_t kind = 0; kind < allowed[i].size(); ++kind) {
      const QuantityKind& info = comparison_->kinds()[kind];
      allowed[i][kind] +=
          kRelativeRoundOff * info.scale + info.round_off(steps_until(i)) + unbalanced * info.largest_force;
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

void Battery::keep(const std::string& name, const ModelDesc& model) const {
  if (folder_.empty()) return;
  std::filesystem::create_directories(folder_);
  std::ofstream(folder_ / (name + ".json")) << write_json_model(model, schemas());
}

Finding Battery::changed(Finding finding, const ModelDesc& model, const Change& change) {
  keep(finding.change, model);
  JobOptions options = overrides_;
  std::vector<double> times = times_;
  for (std::optional<double>* option : {&options.step, &options.end_time})
    if (*option) **option *= change.scale.second;
  for (double& time : times) time *= change.scale.second;
  const Trial other =
      run(finding.change, model, options, times, [&](Job& job) { rescale_tolerances(job, change.scale); });
  Allowance allowed = round_off();
  const double distance = change.motion.shift.norm() / job_->system.length_scale();
  for (std::size_t i = 0; i < allowed.size(); ++i)
    for (std::size_t kind = 0; kind < allowed[i].size(); ++kind)
      allowed[i][kind] += distance * kArms * comparison_->kinds()[kind].round_off(steps_until(i));
  finding = judged(std::move(finding), other, change, allowed);
  // Which of several redundant equations are told of may differ, but not whether there is something to tell.
  if (finding.verdict == Verdict::agrees && other.is_whole() && (other.warnings > 0) != (base_.warnings > 0))
    return matters(std::move(finding),
                   fmt::format("warnings: {} instead of {}", other.warnings, base_.warnings));
  return finding;
}

Finding Battery::rewritten(Finding finding, ModelRewriter& rewriter, const Change& change) {
  const ModelDesc model = rewriter.rewrite(model_);
  if (!rewriter.problems().has_errors()) return changed(std::move(finding), model, change);
  const Diagnostic& first = rewriter.problems().items().front();
  return not_done(std::move(finding), fmt::format("{}: {}", first.place.to_string(), first.message));
}

Finding Battery::turned() {
  std::mt19937_64 generator(seed_);
  Change change;
  const Vec3 axis = direction(generator);
  change.motion.turn =
      matrix_from_rotation_vector(Vec3(std::uniform_real_distribution<double>(0.5, 2.5)(generator) * axis));
  RigidMotionOfModel rewriter(change.motion, job_->system, schemas());
  return rewritten({"turned"}, rewriter, change);
}

Finding Battery::moved() {
  std::mt19937_64 generator(seed_ + 1);
  Change change;
  change.motion.shift = kFar * job_->system.length_scale() * direction(generator);
  RigidMotionOfModel rewriter(change.motion, job_->system, schemas());
  return rewritten({"moved"}, rewriter, change);
}

Finding Battery::order() {
  Renaming rewriter(model_, schemas());
  Change change;
  change.new_name = [&](std::string_view kind, const std::string& name) {
    return rewriter.new_name(kind, name);
  };
  return changed({"order"}, shuffled(rewriter.rewrite(model_), seed_), change);
}

Finding Battery::units() {
  Finding finding{"units"};
  if (job_->system.depends_on_steps())
    return not_done(std::move(finding), "a drive counts steps or keeps instants");
  Change change;
  change.scale = {0.125, 4.0, 0.5};
  UnitChange rewriter(change.scale, job_->system, schemas());
  return rewritten(std::move(finding), rewriter, change);
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

}  // namespace pintle
