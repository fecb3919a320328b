#include "pintle/analysis/assembly_accelerations.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/analysis/assembly_motion.h"

namespace pintle {

namespace {

// Nodes without inertia are left out: nothing but constraints decides their accelerations.
bool is_settled(const AssemblyProjection& projection, const State& state) {
  constexpr double kRoundOff = 1e-13;
  const Layout& layout = projection.layout();
  const VecX& change = projection.solution();
  double moved = largest_of(projection.states()), size = largest_of(state.xdot);
  for (FrameIndex frame = 1; frame < layout.frames(); ++frame) {
    if (!projection.system().node_of(frame).has_inertia) continue;
    const Index first = layout.motion_of(frame), width = layout.motion_width(frame);
    moved = std::max(moved, largest_of(change.segment(first, width)));
    size = std::max(size, largest_of(state.a.segment(first, width)));
  }
  return moved <= kRoundOff * size &&
         largest_of(projection.multipliers()) <= kRoundOff * largest_of(state.lambda);
}

bool factor_or_report(AssemblyProjection& projection, const std::vector<RedundantEquation>& redundant,
                      Diagnostics& diagnostics) {
  const FactorReport factor = projection.factor_inertia(redundant);
  if (factor.status == LinearStatus::ok) return true;
  const Index culprit = factor.culprit_row >= 0 ? factor.culprit_row : factor.culprit_column;
  diagnostics.error(
      {},
      fmt::format("the accelerations at the start are not determined: {}",
                  culprit >= 0 ? projection.system().name_of(EquationId{culprit}) : factor.message),
      "is there a node without mass, or a joint in a singular position?");
  return false;
}

// Where loads depend on multipliers (friction) or accelerations, a and lambda are found by iteration with the
// same factors: it gains the ratio of the friction to the force it comes from with each pass.
bool find_accelerations(AssemblyProjection& projection, State& state,
                        const std::vector<RedundantEquation>& redundant, Diagnostics& diagnostics) {
  constexpr int kMostPasses = 60;
  const System& system = projection.system();
  const Layout& layout = projection.layout();
  state.a.setZero();
  state.xdot.setZero();
  state.lambda.setZero();
  const Context& context = projection.fill(state);
  if (!factor_or_report(projection, redundant, diagnostics)) return false;
  VecX residual(layout.equations() + Layout::kGroundRoom), right(layout.multipliers);
  system.gamma(context, {right.data(), static_cast<std::size_t>(right.size())});
  const bool may_depend = system.has_implicit_loads();
  for (int pass = 0; pass < (may_depend ? kMostPasses : 1); ++pass) {
    residual.setZero();
    ResidualSink sink(layout, {residual.data(), static_cast<std::size_t>(residual.size())});
    system.residual(context, sink);
    projection.solve_inertia(residual, right);
    if (pass > 0 && is_settled(projection, state)) break;
    state.a += projection.motion();
    state.xdot += projection.states();
    state.lambda += projection.multipliers();
    right.setZero();  // gamma is met
    projection.fill(state);
  }
  if (projection.settle_massless(state.a)) {
    state.a += projection.motion();
    state.lambda += projection.multipliers();
  }
  projection.take_least(redundant, state.lambda);
  return true;
}

}  // namespace

void start_modes(AssemblyProjection& projection, State& state) {
  if (!projection.system().has_modes()) return;
  const State now = state;
  projection.system().start_history(projection.fill(now), state);
}

bool settle_modes(AssemblyProjection& projection, State& state,
                  const std::vector<RedundantEquation>& redundant, Diagnostics& diagnostics) {
  constexpr int kMostChanges = 20;
  const System& system = projection.system();
  for (int change = 0; change < kMostChanges; ++change) {
    if (!find_accelerations(projection, state, redundant, diagnostics)) return false;
    if (!system.has_modes()) return true;
    State next = state;
    system.commit(projection.fill(state), next);
    system.copy_switches(state, next);
    if (!system.changes_mode(state, next)) return true;
    system.copy_modes(next, state);
  }
  return true;
}

void apply_impact(AssemblyProjection& projection, State& state, double tolerance,
                  const std::vector<RedundantEquation>& redundant) {
  projection.fill(state);
  VecX rate = projection.phi_dot();
  if (largest_of(rate) <= tolerance * std::max(1.0, largest_of(state.v))) return;
  if (projection.factor_inertia(redundant).status != LinearStatus::ok) return;
  const VecX none = VecX::Zero(projection.layout().equations());
  for (int pass = 0; pass < 2; ++pass) {
    projection.solve_inertia(none, -rate);
    state.v += projection.motion();
    projection.fill(state);
    rate = projection.phi_dot();
  }
}

}  // namespace pintle
