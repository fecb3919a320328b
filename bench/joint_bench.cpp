// Joint coordinates against absolute ones on a whole run: a chain of 50 links that swings for 10 s, released
// in a straight line 20 degrees off the vertical. What time buys which accuracy.
#include <fmt/format.h>

#include <cmath>
#include <ctime>
#include <numbers>
#include <optional>
#include <vector>

#include "pintle/formulations/absolute.h"
#include "pintle/formulations/joint.h"
#include "tests/support/chain_models.h"

namespace {

using namespace pintle;

constexpr int kLinks = 50;
constexpr double kEnd = 10.0;

struct Outcome {
  double seconds = 0.0;
  VecX positions;  // of the nodes at the end
};

template <class MakeStepper>
std::optional<Outcome> run_chain(double h, MakeStepper&& make_stepper) {
  const double angle = 20.0 * std::numbers::pi / 180.0;
  Assembled model = make_chain(kLinks, false, {std::cos(angle), 0.0, -std::sin(angle)});
  auto stepper = make_stepper(model.system);
  State state = model.state;
  const std::clock_t begin = std::clock();  // of this process: others may run beside it
  stepper.start(state, h);
  const auto steps = std::lround(kEnd / h);
  for (long i = 0; i < steps; ++i)
    if (!stepper.step(state, h, static_cast<double>(i + 1) * h).is_accepted()) return {};
  Outcome outcome;
  outcome.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  outcome.positions.resize(3 * kLinks);
  for (Index i = 0; i < kLinks; ++i) outcome.positions.segment<3>(3 * i) = state.q.segment<3>(7 * i);
  return outcome;
}

std::optional<Outcome> run_absolute(double h) {
  AbsoluteSettings settings;
  settings.rho = 0.9;
  settings.tolerances.relative = 1e-8;
  return run_chain(h, [&](const System& system) { return AbsoluteStepper(system, settings); });
}

std::optional<Outcome> run_joint(JointMethod method, double h, double tolerance) {
  JointSettings settings;
  settings.method = method;
  settings.error_tolerance = tolerance;
  return run_chain(h, [&](const System& system) { return JointStepper(system, settings); });
}

// Time over error, as points of a method.
struct Point {
  double error, seconds;
};

// The time at an error, between points in logarithms; that of the first where it is better already.
double time_at(const std::vector<Point>& points, double error) {
  if (!points.empty() && points.front().error <= error) return points.front().seconds;
  for (std::size_t i = 1; i < points.size(); ++i)
    if (points[i].error <= error) {
      const Point &a = points[i - 1], &b = points[i];
      const double part = std::log(error / a.error) / std::log(b.error / a.error);
      return std::exp(std::log(a.seconds) + part * std::log(b.seconds / a.seconds));
    }
  return std::nan("");
}

}  // namespace

int main() {
  const auto reference = run_joint(JointMethod::rk45, 0.1, 1e-12);
  if (!reference) return 1;
  fmt::print("Chain of {} links, {} s of motion\n\n", kLinks, kEnd);
  fmt::print("| method | step or tolerance | error at the end, m | s |\n| --- | --- | --- | --- |\n");
  const auto add = [&](std::vector<Point>& points, const char* name, double setting,
                       const std::optional<Outcome>& outcome) {
    if (!outcome) return fmt::print("| {} | {:g} | failed | |\n", name, setting);
    const double error = (outcome->positions - reference->positions).lpNorm<Eigen::Infinity>();
    points.push_back({error, outcome->seconds});
    fmt::print("| {} | {:g} | {:.1e} | {:.3f} |\n", name, setting, error, outcome->seconds);
  };
  std::vector<Point> absolute, rk4, rk45;
  for (const double h : {4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4, 1.25e-4})
    add(absolute, "absolute, generalised-alpha", h, run_absolute(h));
  for (const double h : {8e-3, 4e-3, 2e-3, 1e-3})
    add(rk4, "joint, rk4", h, run_joint(JointMethod::rk4, h, 1e-8));
  for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7})
    add(rk45, "joint, rk45", tolerance, run_joint(JointMethod::rk45, 0.1, tolerance));
  fmt::print("\n| error, m | absolute, s | joint, rk4, s | joint, rk45, s | absolute over the faster |\n");
  fmt::print("| --- | --- | --- | --- | --- |\n");
  for (const double error : {1e-4, 1e-5, 1e-6}) {
    const double slow = time_at(absolute, error), fast = std::fmin(time_at(rk4, error), time_at(rk45, error));
    fmt::print("| {:g} | {:.3f} | {:.3f} | {:.3f} | {:.1f} |\n", error, slow, time_at(rk4, error),
               time_at(rk45, error), slow / fast);
  }
  return 0;
}
