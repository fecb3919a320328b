// Coordinate partitioning: time per step and per evaluation for chains, beside the dense method of the MBDM
// report.
#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "bench/dense_partitioning.h"
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
