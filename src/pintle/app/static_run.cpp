#include "pintle/app/static_run.h"

#include <fmt/ostream.h>

#include <ostream>

#include "pintle/analysis/linear.h"
#include "pintle/app/linear_report.h"
#include "pintle/app/run_files.h"
#include "pintle/app/run_summary.h"

namespace pintle {

namespace {

void print_equilibrium(const RunOptions& options, const Job& job, const EquilibriumReport& report,
                       std::ostream& out) {
  fmt::print(out, "{}\n", job.model.title.empty() ? options.model.string() : job.model.title);
  print_size(job.system, out);
  fmt::print(out, "  equilibrium          {}, out of balance by {:.1e} of the largest force or moment\n",
             report.iterations == 0 ? "at the start" : "after " + counted(report.iterations, "iteration"),
             report.imbalance);
}

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
  RunFiles files(job, output_prefix(options.prefix, options.model), false);
  if (const std::string reason = files.why_not_writable(); !reason.empty()) {
    fmt::print(err, "{}: nothing was run: {}\n", options.model.string(), reason);
    return kExitFailed;
  }
  LinearReport report;
  if (job.statics->is_linear)
    report = analyse_linear(job.system, job.state, job.statics->settings, diagnostics);
  else
    report.equilibrium = find_equilibrium(job.system, job.state, job.statics->settings, diagnostics);
  err << diagnostics.to_text();
  if (!report.equilibrium.is_found) {
    fmt::print(err, "{}: {}; nothing was written\n", options.model.string(), report.equilibrium.failure);
    return diagnostics.has_errors() ? kExitBadInput : kExitFailed;
  }
  write_state(job, files);
  std::vector<std::string> errors = files.errors();
  if (job.statics->is_linear && errors.empty())
    if (std::string error = write_linear(report, job.system, files.results_path()); !error.empty())
      errors.push_back(std::move(error));
  if (!options.is_quiet) {
    print_equilibrium(options, job, report.equilibrium, out);
    if (job.statics->is_linear) print_modes(report, job.system, out);
    files.print_written(job.state, out);
  }
  for (const std::string& error : errors) fmt::print(err, "{}\n", error);
  return errors.empty() ? kExitDone : kExitFailed;
}

}  // namespace pintle
