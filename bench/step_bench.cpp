// Google Benchmark of single steps and of their parts.
#include <benchmark/benchmark.h>

#include "pintle/formulations/absolute.h"
#include "tests/support/chain_models.h"

namespace {

using namespace pintle;

void step_of_a_chain(benchmark::State& bench) {
  Assembled model = make_chain(static_cast<int>(bench.range(0)), bench.range(1) != 0);
  AbsoluteStepper stepper(model.system, {});
  stepper.start(model.state, 1e-3);
  for (auto _ : bench) {
    if (!stepper.step(model.state, 1e-3).is_accepted()) bench.SkipWithError("a step failed");
  }
  bench.SetComplexityN(bench.range(0));
}
BENCHMARK(step_of_a_chain)
    ->ArgsProduct({{10, 50, 200, 1000}, {0, 1}})
    ->ArgNames({"links", "closed"})
    ->Iterations(200);

void residual_of_a_chain(benchmark::State& bench) {
  const Assembled model = make_chain(static_cast<int>(bench.range(0)), false);
  Snapshot snapshot = model.system.make_snapshot();
  std::vector<double> residual(
      static_cast<std::size_t>(model.system.layout().equations() + Layout::kGroundRoom));
  for (auto _ : bench) {
    std::fill(residual.begin(), residual.end(), 0.0);
    model.system.fill(model.state, snapshot);
    ResidualSink sink(model.system.layout(), residual);
    model.system.residual(snapshot.context(), sink);
    benchmark::DoNotOptimize(residual.data());
  }
}
BENCHMARK(residual_of_a_chain)->Arg(50)->Arg(1000);

}  // namespace

BENCHMARK_MAIN();
