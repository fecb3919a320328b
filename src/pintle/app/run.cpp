#include "pintle/app/run.h"

#include <fmt/ostream.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <ostream>
#include <span>

#include "pintle/app/cross_check.h"
#include "pintle/app/interruption.h"
#include "pintle/output/mbdyn_files.h"
#include "pintle/output/mbdyn_record.h"
#include "pintle/output/state_file.h"

namespace pintle {

namespace {

// Rewrites one line with the time reached, the speed and the time left.
class Progress final : public Observer {
 public:
  Progress(std::ostream& out, const State& start, double end)
      : out_(out),
        start_(start.time),
        end_(end),
        first_step_(start.step),
        begin_(Clock::now()),
        last_(begin_) {}

  bool wants(const State& state) override {
    if (state.step % 64 != 0 || Clock::now() - last_ < std::chrono::milliseconds(200)) return false;
    last_ = Clock::now();
    return true;
  }
  bool on_state(const System&, const State& state, const Context&) override {
    const double elapsed = std::chrono::duration<double>(Clock::now() - begin_).count();
    const double part = (state.time - start_) / (end_ - start_);
    if (part <= 0.0 || elapsed < 0.2) return true;
    fmt::print(out_, "\r  t = {:.4g} s ({:.0f} %), {:.0f} steps/s, {:.0f} s left   ", state.time,
               100.0 * part, static_cast<double>(state.step - first_step_) / elapsed,
               elapsed * (1.0 - part) / part);
    out_.flush();
    has_written_ = true;
    return true;
  }
  void on_finish(const System&, const State&) override {
    if (has_written_) fmt::print(out_, "\r{:70}\r", "");
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::ostream& out_;
  double start_, end_;
  std::int64_t first_step_;
  Clock::time_point begin_, last_;
  bool has_written_ = false;
};

std::filesystem::path with_ending(const std::filesystem::path& prefix, std::string_view ending) {
  return prefix.string() + std::string(ending);
}

std::string counted(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

void print_size(const System& system, std::ostream& out) {
  const Layout& layout = system.layout();
  fmt::print(out, "  {}, {} of motion, {}\n",
             counted(static_cast<std::int64_t>(system.nodes().size()), "node"),
             counted(layout.motion_size(), "unknown"), counted(layout.multipliers, "constraint equation"));
}

// Every equation with the unknown that stands on the diagonal.
void print_equations(const System& system, std::ostream& out) {
  for (Index i = 0; i < system.layout().equations(); ++i)
    fmt::print(out, "  {:6} {}\n", i + 1, system.name_of(EquationId{i}));
}

void print_summary(const RunReport& report, const State& state, int warnings, std::ostream& out) {
  const auto energy = [](const Totals& totals) { return totals.kinetic + totals.potential; };
  const double per_step =
      report.steps ? static_cast<double>(report.iterations) / static_cast<double>(report.steps) : 0.0;
  fmt::print(out, "  reached              t = {:.9g} s\n", state.time);
  fmt::print(out, "  steps                {}{}\n", report.steps,
             report.rejected_steps ? fmt::format(" ({} rejected)", report.rejected_steps) : "");
  fmt::print(out, "  iterations           {} ({:.2f} per step)\n", report.iterations, per_step);
  fmt::print(out, "  factorisations       {} ({})\n", report.factorisations, report.linear_solver);
  for (const auto& [title, text] : report.formulation) fmt::print(out, "  {:<20} {}\n", title, text);
  fmt::print(out, "  energy               {:.9g} J at the start (kinetic {:.6g}, potential {:.6g})\n",
             energy(report.start), report.start.kinetic, report.start.potential);
  fmt::print(out, "                       {:.9g} J at the end   (kinetic {:.6g}, potential {:.6g})\n",
             energy(report.end), report.end.kinetic, report.end.potential);
  fmt::print(out, "  constraint violation {:.2e} (position), {:.2e} (velocity)\n", report.largest_violation,
             report.largest_rate_violation);
  fmt::print(out, "  warnings             {}\n", warnings);
  fmt::print(out, "  wall time            {:.3f} s\n", report.wall_seconds);
}

int count_warnings(const Diagnostics& diagnostics) {
  int count = 0;
  for (const Diagnostic& item : diagnostics.items()) count += item.severity == Severity::warning;
  return count;
}

// Prints what is to be said about the model before the first step, and about the run when it happens.
class Announcement final : public Observer {
 public:
  Announcement(std::ostream& err, const Diagnostics& diagnostics, bool is_quiet)
      : err_(err), diagnostics_(diagnostics), is_quiet_(is_quiet) {}
  bool on_start(const System&, const RunInfo&) override {
    make();
    return true;
  }
  bool wants(const State&) override { return diagnostics_.items().size() > announced_; }
  bool on_state(const System&, const State&, const Context&) override {
    make();
    return true;
  }
  void make() {
    if (!is_quiet_ || diagnostics_.has_errors()) err_ << diagnostics_.to_text(announced_) << std::flush;
    announced_ = diagnostics_.items().size();
  }

 private:
  std::ostream& err_;
  const Diagnostics& diagnostics_;
  bool is_quiet_ = false;
  std::size_t announced_ = 0;
};

// "results/" is a folder for files named after the model; anything else is the beginning of the names.
std::filesystem::path prefix_of(const RunOptions& options) {
  if (options.prefix.empty()) return options.model.stem();
  return options.prefix.has_filename() ? options.prefix : options.prefix / options.model.stem();
}

// Why files with this prefix cannot be written; empty when they can.
std::string why_not_writable(const std::filesystem::path& prefix, std::span<const std::string> endings) {
  std::error_code ignored;
  const std::filesystem::path folder = prefix.has_parent_path() ? prefix.parent_path() : ".";
  if (!std::filesystem::exists(folder, ignored))
    return fmt::format("the folder '{}' does not exist; make it, or choose another prefix with -o",
                       folder.string());
  if (!std::filesystem::is_directory(folder, ignored))
    return fmt::format("'{}' is not a folder", folder.string());
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    return fmt::format("the folder '{}' cannot be written to: {}; choose another prefix with -o",
                       folder.string(), std::strerror(errno));
  for (const std::string_view ending : endings) {
    const std::filesystem::path file = with_ending(prefix, ending);
    if (std::filesystem::is_directory(file, ignored)) return fmt::format("'{}' is a folder", file.string());
    if (std::filesystem::exists(file, ignored) && ::access(file.c_str(), W_OK) != 0)
      return fmt::format("'{}' is there and cannot be overwritten: {}", file.string(), std::strerror(errno));
  }
  return {};
}

std::vector<std::string> endings_of(const Job& job) {
  std::vector<std::string> endings{".nc", ".state"};
  if (job.mbdyn.has_text)
    for (const std::string_view ending : MbdynFiles::kEndings) endings.emplace_back(ending);
  return endings;
}

int refuse(const std::filesystem::path& model, const Diagnostics& diagnostics, std::string_view outcome,
           std::ostream& err) {
  fmt::print(err, "{}: {}{}\n", model.string(), counted(diagnostics.error_count(), "error"), outcome);
  return kExitBadInput;
}

// The integrator's memory is understood by the same scheme only.
std::string scheme_of(const DynamicSettings& settings) {
  if (settings.formulation == Formulation::partitioned)
    return fmt::format("partitioned {}", name_of(settings.partitioned.method));
  const AbsoluteSettings& solver = settings.solver;
  const auto form = static_cast<int>(solver.formulation);
  if (solver.method == IntegrationMethod::generalised_alpha)
    return fmt::format("generalised-alpha {} {}", form, solver.rho);
  return fmt::format("{} {} {}", name_of(solver.method), form, solver.bdf_order);
}

// A file name as a shell takes it.
std::string as_word(const std::filesystem::path& path) {
  const std::string name = path.string();
  return name.find_first_of(" ()&'") == std::string::npos ? name : '"' + name + '"';
}

// "To go on from it: pintle run model.json -o prefix --resume"
// "To go on from it with a smaller step H: pintle run model.json -o prefix --resume --step H"
std::string how_to_go_on(const RunOptions& options, bool wants_smaller_step) {
  return fmt::format("To go on from it{}: pintle run {}{} --resume{}",
                     wants_smaller_step ? " with a smaller step H" : "", as_word(options.model),
                     options.prefix.empty() ? "" : " -o " + as_word(options.prefix),
                     wants_smaller_step ? " --step H" : "");
}

}  // namespace

int run(const RunOptions& options, std::ostream& out, std::ostream& err) {
  Diagnostics diagnostics;
  std::optional<Job> job = load_job(options.model, options.overrides, diagnostics);
  if (!job) {
    err << diagnostics.to_text();
    return refuse(options.model, diagnostics, "; nothing was run or written", err);
  }
  const std::filesystem::path prefix = prefix_of(options);
  MbdynFiles text(prefix, job->mbdyn, job->results.every);
  if (const std::string reason = why_not_writable(prefix, endings_of(*job)); !reason.empty()) {
    fmt::print(err, "{}: nothing was run: {}\n", options.model.string(), reason);
    return kExitFailed;
  }
  const std::string scheme = scheme_of(job->settings);
  ResultsFile results(with_ending(prefix, ".nc"), job->results,
                      job->mbdyn.has_netcdf ? std::make_unique<MbdynRecords>(job->mbdyn) : nullptr);
  CheckpointWriter checkpoint(with_ending(prefix, ".state"), scheme, options.is_resumed);
  const State described = job->state;
  if (options.is_resumed) {
    std::variant<State, std::string> read = read_state_file(checkpoint.path(), job->system, scheme);
    if (const auto* message = std::get_if<std::string>(&read)) {
      fmt::print(err, "{}; a run without --resume starts anew\n", *message);
      return kExitBadInput;
    }
    job->state = std::get<State>(std::move(read));
    results.resume_after(job->state.time);
    text.resume_after(job->state.time);
  }

  if (!options.is_quiet) {
    fmt::print(out, "{}\n", job->model.title.empty() ? options.model.string() : job->model.title);
    print_size(job->system, out);
    if (job->mbdyn.prints_equations) print_equations(job->system, out);
    if (options.is_resumed)
      fmt::print(out, "  resumed at t = {:.9g} s, step {}\n", job->state.time, job->state.step);
    if (options.is_resumed && job->state.memory.size() == 0)
      fmt::print(
          out,
          "  the state was written with another method, rho or group: the integrator starts anew from it\n");
    if (job->state.time >= job->settings.end_time)
      fmt::print(out, "  the end, t = {:.9g} s, is reached already; --end-time gives a later one\n",
                 job->settings.end_time);
    out.flush();
  }
  Announcement announcement(err, diagnostics, options.is_quiet);
  Progress progress(err, job->state, job->settings.end_time);
  // Results reach the disk before the state to resume from, hence this order.
  Interruption interruption;
  std::vector<Observer*> observers{&announcement, &results};
  if (job->mbdyn.has_text) observers.push_back(&text);
  observers.insert(observers.end(), {&checkpoint, &interruption});
  if (options.has_progress) observers.push_back(&progress);
  ChannelRecord record(job->results.every);
  if (options.is_cross_checked) observers.push_back(&record);
  if (job->settings.prints_iterations)
    job->settings.on_step = [&out](const StepReport& step, const State& state) {
      fmt::print(out,
                 "  step {:<6} t = {:<14.9g} h = {:<10.4g} {} iterations, {} factorisations, residual {:.2g} "
                 "of its tolerance{}\n",
                 state.step, state.time, step.step_size, step.newton.iterations, step.newton.factorisations,
                 step.newton.error.worst, step.is_accepted() ? "" : ": tried in vain");
    };
  const RunReport report =
      run_dynamic(job->system, job->state, job->settings, job->info, observers, diagnostics, &described);
  announcement.make();
  if (diagnostics.has_errors())
    return refuse(options.model, diagnostics, fmt::format(": {}; nothing was written", report.failure), err);

  for (const std::string& error : {results.error(), text.error(), checkpoint.error()})
    if (!error.empty()) fmt::print(err, "{}\n", error);
  if (report.status == RunStatus::failed) {
    fmt::print(err, "{}\n", report.failure);
    if (checkpoint.error().empty())
      fmt::print(err, "Last good state written to {} (t = {:.9g} s). {}\n", checkpoint.path().string(),
                 job->state.time,
                 how_to_go_on(options, job->settings.control.strategy == StepStrategy::fixed));
  }
  const bool was_interrupted = report.status == RunStatus::stopped && interruption.has_come();
  if (was_interrupted)
    fmt::print(err, "Interrupted at t = {:.9g} s; the state is in {}. {}\n", job->state.time,
               checkpoint.path().string(), how_to_go_on(options, false));
  const bool was_started = report.status != RunStatus::stopped || results.records() > 0;
  if (!options.is_quiet && was_started) {
    print_summary(report, job->state, count_warnings(diagnostics), out);
    fmt::print(out, "  written              {} ({})\n", results.path().string(),
               counted(results.records(), "record"));
    if (job->mbdyn.has_text)
      fmt::print(out, "                       {}{{{}}} ({})\n", prefix.string(),
                 fmt::join(text.endings(), ","), counted(text.records(), "record"));
    if (checkpoint.error().empty())
      fmt::print(out, "                       {} (state at t = {:.9g} s; to go on: --resume --end-time T)\n",
                 checkpoint.path().string(), job->state.time);
  }
  const bool was_checked = !options.is_cross_checked || report.status != RunStatus::finished ||
                           cross_check(*job, described, record, out, err);
  const bool has_failed = !was_checked || report.status == RunStatus::failed || was_interrupted ||
                          !results.error().empty() || !text.error().empty() || !checkpoint.error().empty();
  return has_failed ? kExitFailed : kExitDone;
}

int check(const std::filesystem::path& model, std::ostream& out, std::ostream& err) {
  Diagnostics diagnostics;
  std::optional<Job> job = load_job(model, {}, diagnostics);
  bool is_good = job.has_value();
  if (job)
    is_good =
        assemble_initial_state(job->system, job->state, job->settings.assembly, diagnostics).is_consistent;
  err << diagnostics.to_text();
  if (!is_good) return refuse(model, diagnostics, "", err);
  const int warnings = count_warnings(diagnostics);
  fmt::print(out, "{}: good{}\n", model.string(), warnings ? ", with " + counted(warnings, "warning") : "");
  print_size(job->system, out);
  return kExitDone;
}

}  // namespace pintle
