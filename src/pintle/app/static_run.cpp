#include "pintle/app/static_run.h"

#include <fmt/ostream.h>

#include <algorithm>
#include <ostream>

#include "pintle/app/linear_report.h"
#include "pintle/app/mode_motions.h"
#include "pintle/app/run_files.h"
#include "pintle/app/run_observers.h"
#include "pintle/app/run_report.h"
#include "pintle/results/file_kind.h"

namespace pintle {

namespace {

// The equilibrium as the only record of a run.
void write_state(Job& job, RunFiles& files) {
  Snapshot snapshot = job.system.make_snapshot();
  job.system.fill(job.state, snapshot);
  for (Observer* writer : files.writers()) {
    if (!writer->on_start(job.system, job.info)) continue;
    if (writer->wants(job.state)) writer->on_state(job.system, job.state, snapshot.context());
    writer->on_checkpoint(job.system, job.state);
    writer->on_finish(job.system, job.state);
  }
}

}  // namespace

int run_at_rest(const RunOptions& options, Job& job, Diagnostics& diagnostics, std::ostream& out,
                std::ostream& err) {
  const std::filesystem::path prefix = output_prefix(options.prefix, options.model);
  RunFiles files(job, prefix, false);
  if (const std::string reason = files.claim(options.is_forced); !reason.empty()) {
    fmt::print(err, "{}: nothing was run: {}\n", options.model.string(), reason);
    return kExitFailed;
  }
  LinearReport report;
  if (job.statics->is_linear)
    report = analyse_linear(job.system, job.state, job.statics->settings, diagnostics);
  else
    report.equilibrium = find_equilibrium(job.system, job.state, job.statics->settings, diagnostics);
  err << text_to_print(diagnostics, 0, options.is_quiet);
  if (!report.equilibrium.is_found) {
    fmt::print(err, "{}: {}; nothing was written\n", options.model.string(), report.equilibrium.failure);
    return diagnostics.has_errors() ? kExitBadInput : kExitFailed;
  }
  write_state(job, files);
  std::vector<std::string> errors = files.errors();
  const bool is_linear = job.statics->is_linear;
  const auto note = [&](std::string error) {
    if (!error.empty()) errors.push_back(std::move(error));
  };
  if (is_linear && errors.empty()) note(write_linear(report, job.system, files.results_path()));
  const SummaryLines lines = summary_lines(report, is_linear, count_warnings(diagnostics));
  SummaryLines told = lines;
  for (auto& line : mode_lines(report, job.system)) told.push_back(std::move(line));
  if (errors.empty()) files.write_report(run_report_text(told, diagnostics, ResultsFile::kReportRoom));
  std::vector<std::filesystem::path> motions;
  for (std::size_t i = 0; i < std::min(options.animated_modes, report.modes.size()) && errors.empty(); ++i) {
    motions.push_back(fmt::format("{}.mode{}.nc", prefix.string(), i + 1));
    std::string why_not = why_not_replaced(motions.back(), FileKind::linear, options.is_forced);
    note(why_not.empty() ? write_mode_motion(report, i, job, motions.back()) : std::move(why_not));
  }
  if (!options.is_quiet) {
    fmt::print(out, "{}\n", job.model.title.empty() ? options.model.string() : job.model.title);
    print_size(job.system, out);
    print_lines(lines, out);
    print_modes(report, job.system, out);
    files.print_written(job.state, out);
    for (const auto& motion : motions)
      fmt::print(out, "                       {} (to look at)\n", motion.string());
  }
  for (const std::string& error : errors) fmt::print(err, "{}\n", error);
  return errors.empty() ? kExitDone : kExitFailed;
}

}  // namespace pintle
