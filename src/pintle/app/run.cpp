#include "pintle/app/run.h"

#include <fmt/ostream.h>

#include <ostream>

#include "pintle/analysis/kinematic.h"
#include "pintle/app/cross_check.h"
#include "pintle/app/interruption.h"
#include "pintle/app/mbdm_start.h"
#include "pintle/app/run_observers.h"
#include "pintle/app/run_summary.h"
#include "pintle/app/simulation.h"
#include "pintle/app/static_run.h"
#include "pintle/app/topology_report.h"
#include "pintle/base/shown_text.h"
#include "pintle/output/mbdm_timer.h"
#include "pintle/results/file_kind.h"
#include "pintle/results/fresh_file.h"

namespace pintle {

namespace {

int refuse(const std::filesystem::path& model, const Diagnostics& diagnostics, std::string_view outcome,
           std::ostream& err) {
  fmt::print(err, "{}: {}{}\n", model.string(), counted(diagnostics.error_count(), "error"), outcome);
  return kExitBadInput;
}

// "To go on from it: pintle run model.json -o prefix --resume"
// "To go on from it with a smaller step H: pintle run model.json -o prefix --resume --step H"
std::string how_to_go_on(const RunOptions& options, bool wants_smaller_step) {
  return fmt::format("To go on from it{}: pintle run {}{} --resume{}",
                     wants_smaller_step ? " with a smaller step H" : "", as_word(options.model),
                     options.prefix.empty() ? "" : " -o " + as_word(options.prefix),
                     wants_smaller_step ? " --step H" : "");
}

// The State to start from, if it is not that of the model. False when it cannot be had.
bool take_up(const RunOptions& options, Simulation& simulation, std::ostream& err) {
  if (options.is_resumed) {
    const std::string message = simulation.resume();
    if (!message.empty()) fmt::print(err, "{}; a run without --resume starts anew\n", message);
    return message.empty();
  }
  if (options.mbdm_checkpoint.empty()) return true;
  auto angles =
      start_from_mbdm_checkpoint(options.mbdm_checkpoint, simulation.job(), simulation.diagnostics());
  if (!angles) {
    err << simulation.diagnostics().to_text();
    refuse(options.model, simulation.diagnostics(), "; nothing was run or written", err);
    return false;
  }
  simulation.files()->mbdm()->start_from(std::move(*angles));
  simulation.files()->resume_after(simulation.state().time);
  return true;
}

void print_start(const RunOptions& options, const Job& job, std::ostream& out) {
  fmt::print(out, "{}\n", job.model.title.empty() ? options.model.string() : printable(job.model.title));
  print_size(job.system, out);
  if (job.mbdyn.prints_equations) print_equations(job.system, out);
  if (options.is_resumed || !options.mbdm_checkpoint.empty())
    fmt::print(out, "  resumed at t = {:.9g} s, step {}\n", job.state.time, job.state.step);
  if (options.is_resumed && job.state.memory.size() == 0)
    fmt::print(
        out,
        "  the state was written with another method, rho or group: the integrator starts anew from it\n");
  if (job.state.time >= job.settings.end_time)
    fmt::print(out, "  the end, t = {:.9g} s, is reached already; --end-time gives a later one\n",
               job.settings.end_time);
  out.flush();
}

void print_iterations(DynamicSettings& settings, std::ostream& out) {
  settings.on_step = [&out](const StepReport& step, const State& state) {
    fmt::print(out,
               "  step {:<6} t = {:<14.9g} h = {:<10.4g} {} iterations, {} factorisations, residual {:.2g} "
               "of its tolerance{}\n",
               state.step, state.time, step.step_size, step.newton.iterations, step.newton.factorisations,
               step.newton.error.worst, step.is_accepted() ? "" : ": tried in vain");
  };
}

// Why the run did not reach its end, and how to go on.
void print_ending(const RunOptions& options, const RunReport& report, const Job& job, const RunFiles& files,
                  bool was_interrupted, std::ostream& err) {
  for (const std::string& error : files.errors()) fmt::print(err, "{}\n", error);
  if (report.status == RunStatus::failed) {
    fmt::print(err, "{}\n", report.failure);
    if (files.state_time())
      fmt::print(err, "Last good state written to {} (t = {:.9g} s). {}\n", files.state_path().string(),
                 *files.state_time(),
                 how_to_go_on(options, job.settings.control.strategy == StepStrategy::fixed));
  }
  std::string sentence = was_interrupted ? fmt::format("Interrupted at t = {:.9g} s. ", job.state.time) : "";
  if (report.status == RunStatus::stopped && files.state_time())
    sentence += fmt::format("The state of t = {:.9g} s is in {}. {}", *files.state_time(),
                            files.state_path().string(), how_to_go_on(options, false));
  if (!sentence.empty()) fmt::print(err, "{}\n", sentence);
}

}  // namespace

int run(const RunOptions& options, std::ostream& out, std::ostream& err) {
  Diagnostics loading;
  std::optional<Job> loaded = load_job(options.model, options.overrides, loading);
  if (loaded && options.overrides.is_mbdm && !loaded->mbdm.is_given) {
    loading.error({loaded->model.file, 0, 0}, "this is not a model of MBDM", "use `pintle run`");
    loaded.reset();
  }
  if (!loaded) {
    err << loading.to_text();
    return refuse(options.model, loading, "; nothing was run or written", err);
  }
  if (loaded->statics) return run_at_rest(options, *loaded, loading, out, err);
  Simulation simulation(std::move(*loaded), output_prefix(options.prefix, options.model), options.is_resumed,
                        std::move(loading));
  Job& job = simulation.job();
  RunFiles& files = *simulation.files();
  const Diagnostics& diagnostics = simulation.diagnostics();
  if (!options.mbdm_checkpoint.empty()) files.expect_tables();
  if (const std::string reason = files.claim(options.is_forced); !reason.empty()) {
    fmt::print(err, "{}: nothing was run: {}\n", options.model.string(), reason);
    return kExitFailed;
  }
  if (!files.notice().empty())
    simulation.diagnostics().note({std::make_shared<const std::string>(files.results_path().string()), 0, 0},
                                  files.notice());
  if (!take_up(options, simulation, err)) return kExitBadInput;

  if (!options.is_quiet) print_start(options, job, out);
  Announcement announcement(err, diagnostics, options.is_quiet);
  RunProgress progress(err, job.state, job.settings.end_time);
  SystemSummary system_summary(out, job.settings);
  MbdmTimer timer(out, job.mbdm.output_every);
  Interruption interruption;
  ChannelRecord record(job.results.every);
  Watch watch(files.results_path(), options.watch, err);
  const auto add = [](std::vector<Observer*>& observers, bool is_wanted, Observer& observer) {
    if (is_wanted) observers.push_back(&observer);
  };
  const bool is_timed = job.mbdm.has_timer && !job.settings.is_kinematic && !options.is_quiet;
  std::vector<Observer*> before{&announcement}, after;
  add(before, job.mbdm.is_given && !options.is_quiet, system_summary);
  add(before, is_timed, timer.first());
  add(after, is_timed, timer.last());
  add(after, options.watch.is_wanted, watch);
  after.push_back(&interruption);
  add(after, options.has_progress, progress);
  add(after, options.is_cross_checked, record);
  if (job.settings.prints_iterations && !options.is_quiet) print_iterations(job.settings, out);
  bool goes_on = simulation.start(std::move(before), std::move(after));
  while (goes_on) goes_on = simulation.advance();
  const RunReport& report = simulation.finish();
  announcement.make();
  if (diagnostics.has_errors())
    return refuse(options.model, diagnostics, fmt::format(": {}; nothing was written", report.failure), err);

  const bool was_interrupted = report.status == RunStatus::stopped && interruption.has_come();
  print_ending(options, report, job, files, was_interrupted, err);
  const bool was_started = report.status != RunStatus::stopped || files.has_records();
  if (!options.is_quiet && was_started) {
    print_lines(summary_lines(report, job.state, count_warnings(diagnostics)), out);
    files.print_written(job.state, out);
  }
  if (is_timed) timer.print_report();
  const bool was_checked = !options.is_cross_checked || report.status != RunStatus::finished ||
                           cross_check(job, simulation.described(), record, out, err);
  watch.stay();
  const int warnings = options.is_strict ? count_warnings(diagnostics) : 0;
  if (warnings > 0)
    fmt::print(err, "{}: {}, which --strict takes for a failure\n", options.model.string(),
               counted(warnings, "warning"));
  const bool has_failed = !was_checked || report.status == RunStatus::failed || was_interrupted ||
                          !files.errors().empty() || warnings > 0;
  return has_failed ? kExitFailed : kExitDone;
}

int check(const CheckOptions& options, std::ostream& out, std::ostream& err) {
  if (!options.graph.empty())
    if (const std::string why =
            why_not_written({options.graph, FileKind::drawing, {options.model}, options.is_forced});
        !why.empty()) {
      fmt::print(err, "{}\n", why);
      return kExitBadInput;
    }
  Diagnostics diagnostics;
  std::optional<Job> job = load_job(options.model, {.files = options.files}, diagnostics);
  bool is_good = job.has_value();
  if (job)
    is_good =
        assemble_initial_state(job->system, job->state, job->settings.assembly, diagnostics).is_consistent &&
        (!job->settings.is_kinematic || check_driven(job->system, job->state, diagnostics));
  err << diagnostics.to_text();
  if (!is_good) return refuse(options.model, diagnostics, "", err);
  const int warnings = count_warnings(diagnostics);
  fmt::print(out, "{}: good{}\n", options.model.string(),
             warnings ? ", with " + counted(warnings, "warning") : "");
  print_size(job->system, out);
  const Topology topology = Topology::of(job->system, job->settings.joint.cut);
  if (options.has_topology) print_topology(job->system, topology, out);
  if (!options.graph.empty()) {
    if (const std::string reason = options.files.why_outside(options.graph); !reason.empty()) {
      fmt::print(err, "{}: cannot be written: {}\n", options.graph.string(), reason);
      return kExitFailed;
    }
    FreshFile file(options.graph);
    draw_topology(job->system, topology, file.out());
    if (const std::string error = file.finish(); !error.empty()) {
      fmt::print(err, "{}\n", error);
      return kExitFailed;
    }
  }
  return kExitDone;
}

}  // namespace pintle
