#include "pintle/app/run.h"

#include <fmt/ostream.h>

#include <chrono>
#include <cmath>
#include <ostream>

#include "pintle/output/state_file.h"

namespace pintle {

namespace {

// Rewrites one line with the time reached, the speed and the time left.
class Progress final : public Observer {
 public:
  Progress(std::ostream& out, double start, double end)
      : out_(out), start_(start), end_(end), begin_(Clock::now()), last_(begin_) {}

  bool wants(const State& state) override {
    if (state.step % 64 != 0 || Clock::now() - last_ < std::chrono::milliseconds(200)) return false;
    last_ = Clock::now();
    return true;
  }
  bool on_state(const System&, const State& state, const Context&) override {
    const double elapsed = std::chrono::duration<double>(Clock::now() - begin_).count();
    const double part = (state.time - start_) / (end_ - start_);
    if (part <= 0.0 || elapsed < 0.2) return true;
    fmt::print(out_, "\r  t = {:.4g} s ({:.0f} %), {:.0f} steps/s, {:.0f} s left   ", state.time, 100.0 * part,
               static_cast<double>(state.step) / elapsed, elapsed * (1.0 - part) / part);
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
  Clock::time_point begin_, last_;
  bool has_written_ = false;
};

std::filesystem::path with_ending(const std::filesystem::path& prefix, std::string_view ending) {
  return prefix.string() + std::string(ending);
}

void print_size(const System& system, std::ostream& out) {
  const Layout& layout = system.layout();
  fmt::print(out, "  {} nodes, {} unknowns of motion, {} constraint equations\n", system.nodes().size(), layout.motion_size(),
             layout.multipliers);
}

void print_summary(const RunReport& report, const State& state, int warnings, std::ostream& out) {
  const auto energy = [](const Totals& totals) { return totals.kinetic + totals.potential; };
  const double per_step = report.steps ? static_cast<double>(report.iterations) / static_cast<double>(report.steps) : 0.0;
  fmt::print(out, "  reached              t = {:.9g} s\n", state.time);
  fmt::print(out, "  steps                {}{}\n", report.steps,
             report.rejected_steps ? fmt::format(" ({} rejected)", report.rejected_steps) : "");
  fmt::print(out, "  iterations           {} ({:.2f} per step)\n", report.iterations, per_step);
  fmt::print(out, "  factorisations       {} ({})\n", report.factorisations, report.linear_solver);
  fmt::print(out, "  energy               {:.9g} J at the start (kinetic {:.6g}, potential {:.6g})\n", energy(report.start),
             report.start.kinetic, report.start.potential);
  fmt::print(out, "                       {:.9g} J at the end   (kinetic {:.6g}, potential {:.6g})\n", energy(report.end),
             report.end.kinetic, report.end.potential);
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

}  // namespace

int run(const RunOptions& options, std::ostream& out, std::ostream& err) {
  Diagnostics diagnostics;
  std::optional<Job> job = load_job(options.model, options.overrides, diagnostics);
  if (!job) {
    err << diagnostics.to_text();
    fmt::print(err, "{}: {} error{}; nothing was run or written\n", options.model.string(), diagnostics.error_count(),
               diagnostics.error_count() == 1 ? "" : "s");
    return kExitBadInput;
  }
  const std::filesystem::path prefix = options.prefix.empty() ? options.model.stem() : options.prefix;
  ResultsFile results(with_ending(prefix, ".nc"), job->results);
  CheckpointWriter checkpoint(with_ending(prefix, ".state"));
  Progress progress(err, job->settings.start_time, job->settings.end_time);
  if (options.is_resumed) {
    std::variant<State, std::string> read = read_state_file(checkpoint.path(), job->system);
    if (const auto* message = std::get_if<std::string>(&read)) {
      fmt::print(err, "{}\n", *message);
      return kExitBadInput;
    }
    job->state = std::get<State>(std::move(read));
    results.resume_after(job->state.time);
  }

  if (!options.is_quiet) {
    fmt::print(out, "{}\n", job->model.title.empty() ? options.model.string() : job->model.title);
    print_size(job->system, out);
    if (options.is_resumed) fmt::print(out, "  resumed at t = {:.9g} s, step {}\n", job->state.time, job->state.step);
  }
  // Results reach the disk before the state to resume from, hence this order.
  std::vector<Observer*> observers{&results, &checkpoint};
  if (options.has_progress) observers.push_back(&progress);
  const RunReport report = run_dynamic(job->system, job->state, job->settings, job->info, observers, diagnostics);
  err << diagnostics.to_text();
  if (diagnostics.has_errors()) {
    fmt::print(err, "{}: {}; nothing was written\n", options.model.string(), report.failure);
    return kExitBadInput;
  }
  for (const std::string& error : {results.error(), checkpoint.error()})
    if (!error.empty()) fmt::print(err, "{}\n", error);
  if (report.status == RunStatus::failed) fmt::print(err, "{}\n", report.failure);
  if (!options.is_quiet) {
    print_summary(report, job->state, count_warnings(diagnostics), out);
    fmt::print(out, "  written              {} ({} records)\n", results.path().string(), results.records());
    fmt::print(out, "                       {} (state at t = {:.9g} s; continue with --resume)\n", checkpoint.path().string(),
               job->state.time);
  }
  const bool has_failed = report.status == RunStatus::failed || !results.error().empty() || !checkpoint.error().empty();
  return has_failed ? kExitFailed : kExitDone;
}

int check(const std::filesystem::path& model, std::ostream& out, std::ostream& err) {
  Diagnostics diagnostics;
  std::optional<Job> job = load_job(model, {}, diagnostics);
  bool is_good = job.has_value();
  if (job) is_good = assemble_initial_state(job->system, job->state, job->settings.assembly, diagnostics).is_consistent;
  err << diagnostics.to_text();
  if (!is_good) {
    fmt::print(err, "{}: {} error{}\n", model.string(), diagnostics.error_count(), diagnostics.error_count() == 1 ? "" : "s");
    return kExitBadInput;
  }
  fmt::print(out, "{}: good\n", model.string());
  print_size(job->system, out);
  return kExitDone;
}

}  // namespace pintle
