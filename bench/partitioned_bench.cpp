// Coordinate partitioning: time per step and per evaluation for the compressor of the MBDM report and for
// chains, beside the dense method of the report.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "bench/dense_partitioning.h"
#include "pintle/app/run.h"
#include "pintle/formulations/partitioned.h"
#include "tests/support/chain_models.h"

namespace {

using namespace pintle;

constexpr double kStep = 1e-3;
constexpr int kEvaluationsPerStep = 4;  // the first stage is what the last step ended with

template <class Step>
double seconds_per_step(int steps, Step&& step) {
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < steps; ++i)
    if (!step()) return std::nan("");
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / steps;
}

// The compressor of section 10.3, table 28: dt = 1e-4 s for 1 s, output every 100 steps.
const std::filesystem::path kCompressor =
    std::filesystem::path(PINTLE_SOURCE_DIR) / "examples/mbdm/slider_crank_dynamic.mbdm";

// `pintle run`: from reading the files to the last line of the results.
double seconds_per_run_with_output(int runs) {
  const auto folder = std::filesystem::temp_directory_path() / "pintle_partitioned_bench";
  std::filesystem::create_directories(folder);
  RunOptions options;
  options.model = kCompressor;
  options.prefix = folder / "compressor";
  options.is_quiet = true;
  std::ostringstream out, err;
  const double seconds = seconds_per_step(runs, [&] { return run(options, out, err) == kExitDone; });
  std::filesystem::remove_all(folder);
  return seconds;
}

struct CompressorTimes {
  std::int64_t steps = 0;
  double run = 0.0, dense_step = 0.0;  // s; the steps alone; a step of the dense method
};

CompressorTimes time_compressor_steps() {
  Diagnostics diagnostics;
  std::optional<Job> job = load_job(kCompressor, {}, diagnostics);
  if (!job) throw std::runtime_error(diagnostics.to_text());
  const State described = job->state;
  const RunReport report = run_dynamic(job->system, job->state, job->settings, job->info, {}, diagnostics);
  if (report.status != RunStatus::finished) throw std::runtime_error(report.failure);
  State dense = described;
  assemble_initial_state(job->system, dense, job->settings.assembly, diagnostics);
  DensePartitioning method(job->system);
  const double h = job->settings.control.step;
  return {report.steps, report.wall_seconds, seconds_per_step(200, [&] { return method.step(dense, h); })};
}

void print_compressor() {
  const double whole = seconds_per_run_with_output(3);
  const CompressorTimes times = time_compressor_steps();
  const double step = times.run / static_cast<double>(times.steps);
  fmt::print("The compressor of section 10.3 from its files, rk4, {} steps of 0.1 ms\n\n", times.steps);
  fmt::print(
      "| a run with output every 100 steps, s | without output, s | us/step | us/evaluation | dense, us/step "
      "| "
      "dense over ours |\n");
  fmt::print("| --- | --- | --- | --- | --- | --- |\n");
  fmt::print("| {:.3f} | {:.3f} | {:.1f} | {:.2f} | {:.0f} | {:.0f} |\n\n", whole, times.run, 1e6 * step,
             1e6 * step / kEvaluationsPerStep, 1e6 * times.dense_step, times.dense_step / step);
}

double sparse_step(int links, SystemMatrix matrix, int steps) {
  PartitionedSettings settings;
  settings.matrix = matrix;
  Assembled model = make_chain(links, false);
  PartitionedStepper stepper(model.system, settings);
  stepper.start(model.state, kStep);
  return seconds_per_step(steps, [&] { return stepper.step(model.state, kStep).is_accepted(); });
}

double dense_step(int links, int steps) {
  Assembled model = make_chain(links, false);
  DensePartitioning method(model.system);
  return seconds_per_step(steps, [&] { return method.step(model.state, kStep); });
}

}  // namespace

int main() {
  print_compressor();
  fmt::print(
      "Coordinate partitioning, chains of revolute links released from the horizontal, rk4, h = 1 ms\n\n");
  fmt::print(
      "| N | us/step | us/evaluation | us/evaluation and link | growth | with Euler parameters, us/step | "
      "dense, us/step | dense over ours |\n");
  fmt::print("| --- | --- | --- | --- | --- | --- | --- | --- |\n");
  double last = 0.0;
  int last_links = 0;
  for (const int links : {10, 20, 50, 100, 200}) {
    const double ours = sparse_step(links, SystemMatrix::angular_velocity, 400);
    const double parameters = sparse_step(links, SystemMatrix::euler_parameters, 200);
    const int dense_steps = links <= 20 ? 50 : 5;
    const double dense = links <= 50 ? dense_step(links, dense_steps) : std::nan("");
    const double growth =
        last > 0.0 ? std::log(ours / last) / std::log(static_cast<double>(links) / last_links) : std::nan("");
    fmt::print("| {} | {:.1f} | {:.1f} | {:.2f} | {} | {:.1f} | {} | {} |\n", links, 1e6 * ours,
               1e6 * ours / kEvaluationsPerStep, 1e6 * ours / kEvaluationsPerStep / links,
               std::isnan(growth) ? "" : fmt::format("N^{:.2f}", growth), 1e6 * parameters,
               std::isnan(dense) ? "" : fmt::format("{:.0f}", 1e6 * dense),
               std::isnan(dense) ? "" : fmt::format("{:.0f}", dense / ours));
    last = ours;
    last_links = links;
  }
  return 0;
}
