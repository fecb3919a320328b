// Google Benchmark of expressions: evaluation of what was compiled once against compiling at every call, as
// an interpreter of strings does.
#include <benchmark/benchmark.h>

#include <array>
#include <optional>
#include <string_view>

#include "pintle/math/expression.h"

namespace {

using namespace pintle;

// From short to long; the second is the example of the MBDyn manual.
constexpr std::array<std::string_view, 3> kTexts{
    "2*t + 1", "e^(-t)*cos(2.*pi*t)",
    "t < 1 ? 3*sin(2*pi*t)^2 - 0.5*x*abs(x) : 100*ramp(x - 0.1) + 2*exp(-t)*cos(5*t + 0.3)/(1 + x^2)"};

std::optional<int> slot_of(std::string_view name) {
  if (name == "t") return 0;
  return name == "x" ? std::optional(1) : std::nullopt;
}

Expression compiled(std::string_view text) {
  return std::get<Expression>(Expression::compile(text, slot_of));
}

std::string_view text_of(const benchmark::State& bench) {
  return kTexts[static_cast<std::size_t>(bench.range(0))];
}

void evaluate_compiled(benchmark::State& bench) {
  const Expression f = compiled(text_of(bench));
  std::array inputs{0.0, 0.2};
  for (auto _ : bench) {
    inputs[0] += 1e-6;
    benchmark::DoNotOptimize(f.value(inputs));
  }
}
BENCHMARK(evaluate_compiled)->DenseRange(0, kTexts.size() - 1);

void evaluate_with_gradient(benchmark::State& bench) {
  const Expression f = compiled(text_of(bench));
  std::array inputs{0.0, 0.2};
  std::array gradient{0.0, 0.0};
  for (auto _ : bench) {
    inputs[0] += 1e-6;
    benchmark::DoNotOptimize(f.value_and_gradient(inputs, gradient));
  }
}
BENCHMARK(evaluate_with_gradient)->DenseRange(0, kTexts.size() - 1);

void compile_and_evaluate(benchmark::State& bench) {
  std::array inputs{0.0, 0.2};
  for (auto _ : bench) {
    inputs[0] += 1e-6;
    benchmark::DoNotOptimize(compiled(text_of(bench)).value(inputs));
  }
}
BENCHMARK(compile_and_evaluate)->DenseRange(0, kTexts.size() - 1);

}  // namespace

BENCHMARK_MAIN();
