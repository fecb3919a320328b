#include "pintle/analysis/initial_assembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "pintle/analysis/assembly_messages.h"
#include "pintle/analysis/not_finite.h"
#include "pintle/math/so3.h"
#include "pintle/solvers/linear_solver.h"
#include "pintle/solvers/rank_analysis.h"

namespace pintle {

namespace {

constexpr double kRegularisation = 1e-10;  // of the multiplier block, against redundant equations
constexpr double kLargestTurn = 0.5;       // rad per iteration

CompressedColumns view_of(const SparsePattern& pattern) {
  return {pattern.cols(), pattern.col_start(), pattern.row_index()};
}

std::span<double> span_of(VecX& vector) { return {vector.data(), static_cast<std::size_t>(vector.size())}; }

// The saddle-point matrix [W G^T; G -eps I] on the pattern of the system, and what is solved with it.
class Projection {
 public:
  Projection(const System& system, const AssemblySettings& settings)
      : system_(system),
        length_(settings.length > 0.0 ? settings.length : system.length_scale()),
        layout_(system.layout()),
        linear_(make_linear_solver(LinearSolverKind::automatic, layout_.equations(),
                                   system.pattern().nonzeros())),
        snapshot_(system.make_snapshot()),
        values_(static_cast<std::size_t>(system.pattern().nonzeros())),
        solution_(layout_.equations()),
        phi_(layout_.multipliers) {
    linear_->analyse(view_of(system.pattern()));
    identity_.resize(static_cast<std::size_t>(layout_.frames()));
    for (MotionOperators& op : identity_) op.acceleration.setIdentity();
  }

  const Context& fill(const State& state) {
    system_.fill(state, snapshot_);
    system_.list_inactive(snapshot_.context(), inactive_);
    return snapshot_.context();
  }

  // Motion (dx, dtheta L) with G motion = -phi, at the filled state, that together with what was `moved`
  // before is smallest. Equations of higher levels do not restrict it. False when the matrix is singular.
  bool solve_smallest_motion(const VecX& phi, ConstraintLevel level, const VecX& moved = {}) {
    clear();
    add_jacobian(level);
    const double turn_weight = length_ * length_;
    for (Index i = 0; i < layout_.first_multiplier(); ++i)
      diagonal(i) += layout_.kind_of(i) == EquationKind::rotation ? turn_weight : 1.0;
    for (FrameIndex frame = 1; frame < layout_.frames(); ++frame) {
      const NodeInfo& node = system_.node_of(frame);
      const double weight = level == ConstraintLevel::position ? node.position_weight : node.velocity_weight;
      for (Index i = 0; i < layout_.motion_width(frame); ++i)
        diagonal(layout_.motion_of(frame) + i) *= weight;
    }
    solution_.setZero();
    for (Index i = 0; i < moved.size(); ++i) solution_[i] = -diagonal(i) * moved[i];
    regularise(kRegularisation);
    solution_.tail(layout_.multipliers) = -phi;
    return factor_and_solve();
  }

  // [M G^T; G 0] (a, lambda) = (-residual, right), with the factors found before or new ones. Where inertias
  // do not suffice, such as those of a rod without thickness about its own line, all unknowns get a little.
  FactorReport factor_inertia(bool is_redundant) {
    const FactorReport report = factor_inertia(is_redundant, Support::of_massless);
    return report.status == LinearStatus::ok ? report : factor_inertia(is_redundant, Support::of_all);
  }
  enum class Support : std::uint8_t { of_massless, of_all };
  FactorReport factor_inertia(bool is_redundant, Support support) {
    clear();
    TangentCoefficients inertia;
    inertia.position = 0.0;
    inertia.multiplier_scale = 0.0;
    inertia.acceleration_row_scale = 0.0;
    inertia.frames = identity_;
    inertia.scalar_acceleration = 1.0;
    inertia.state_rate = 1.0;
    TangentSink sink(system_.blocks(), inertia, values_);
    system_.tangent(snapshot_.context(), sink);
    const double typical_inertia = support_inertia(support);
    add_jacobian(ConstraintLevel::acceleration);
    regularise(is_redundant ? kRegularisation / typical_inertia : 0.0);
    return linear_->factor(values_);
  }
  void solve_inertia(const VecX& residual, const VecX& right) {
    solution_.head(layout_.first_multiplier()) = -residual.head(layout_.first_multiplier());
    solution_.tail(layout_.multipliers) = right;
    linear_->solve(span_of(solution_));
  }

  // What takes away accelerations that an imbalance gives to the little inertia of supported unknowns: they
  // are left with what the constraints ask for.
  //   m (da) + G^T dlambda = -m a for the supported ones, M (da) + G^T dlambda = 0 for the others, G da = 0
  bool settle_massless(const VecX& a) {
    if (support_.empty()) return false;
    solution_.setZero();
    for (const auto& [i, inertia] : support_)
      if (i < a.size()) solution_[i] = -inertia * a[i];
    linear_->solve(span_of(solution_));
    return true;
  }

  // Multipliers without effect, as in AbsoluteStepper: removed so that the rest is of least norm.
  void remove_ineffective(const std::vector<Index>& redundant, VecX& lambda) {
    MatX basis(layout_.multipliers, static_cast<Index>(redundant.size()));
    VecX work(layout_.equations());
    for (Index k = 0; k < basis.cols(); ++k) {
      work.setZero();
      work[layout_.first_multiplier() + redundant[static_cast<std::size_t>(k)]] = 1.0;
      linear_->solve(span_of(work));
      basis.col(k) = work.tail(layout_.multipliers);
      for (Index j = 0; j < k; ++j) basis.col(k) -= basis.col(j).dot(basis.col(k)) * basis.col(j);
      basis.col(k).normalize();
      lambda -= basis.col(k).dot(lambda) * basis.col(k);
    }
  }

  const VecX& solution() const { return solution_; }
  VecX phi() {
    system_.phi(snapshot_.context(), span_of(phi_));
    return phi_;
  }
  VecX phi_dot() {
    system_.phi_dot(snapshot_.context(), span_of(phi_));
    return phi_;
  }

 private:
  void clear() { std::fill(values_.begin(), values_.end(), 0.0); }
  double& diagonal(Index i) {
    return values_[static_cast<std::size_t>(system_.diagonal()[static_cast<std::size_t>(i)])];
  }
  // G of the equations of levels up to the highest that matters. The rows of the others hold their own
  // multipliers alone, which so are zero.
  void add_jacobian(ConstraintLevel highest) {
    TangentCoefficients plain;
    if (highest < ConstraintLevel::velocity) plain.velocity_row_scale = 0.0;
    if (highest < ConstraintLevel::acceleration) plain.acceleration_row_scale = 0.0;
    TangentSink sink(system_.blocks(), plain, values_);
    system_.constraint_jacobian(snapshot_.context(), sink);
    for (Index i = 0; i < layout_.multipliers; ++i)
      if (system_.level_of(i) > highest) diagonal(layout_.first_multiplier() + i) -= 1.0;
    for (const Index i : inactive_)
      if (system_.level_of(i) <= highest) diagonal(layout_.first_multiplier() + i) -= 1.0;
  }
  void regularise(double epsilon) {
    for (Index i = layout_.first_multiplier(); i < layout_.equations(); ++i) diagonal(i) -= epsilon;
  }
  // Unknowns without inertia (static nodes) get a little, so that constraints alone decide their
  // acceleration. Returns the largest inertia.
  double support_inertia(Support support) {
    double typical = 0.0;
    for (Index i = 0; i < layout_.first_multiplier(); ++i) typical = std::max(typical, std::abs(diagonal(i)));
    support_.clear();
    for (Index i = 0; i < layout_.first_multiplier(); ++i)
      if (diagonal(i) == 0.0) {
        diagonal(i) = typical > 0.0 ? 1e-9 * typical : 1.0;
        support_.emplace_back(i, diagonal(i));
      } else if (support == Support::of_all) {
        diagonal(i) += 1e-9 * typical;
      }
    return typical > 0.0 ? typical : 1.0;
  }
  bool factor_and_solve() {
    if (linear_->factor(values_).status != LinearStatus::ok) return false;
    linear_->solve(span_of(solution_));
    return true;
  }

  const System& system_;
  double length_;  // that weighs rotations
  const Layout& layout_;
  std::unique_ptr<LinearSolver> linear_;
  Snapshot snapshot_;
  std::vector<double> values_;
  VecX solution_, phi_;
  std::vector<std::pair<Index, double>> support_;  // unknowns without inertia, and what they were given
  std::vector<Index> inactive_;                    // multipliers of equations that do not hold at present
  std::vector<MotionOperators> identity_;
};

// q <- q moved by factor * (dx, dtheta).
void move(const Layout& layout, State& state, const VecX& motion, double factor) {
  for (FrameIndex frame = 1; frame < layout.frames(); ++frame) {
    const Index q = layout.configuration_of(frame), i = layout.motion_of(frame);
    state.q.segment<3>(q) += factor * motion.segment<3>(i);
    if (!layout.is_structural(frame)) continue;
    const Quat turned = so3::exp(Vec3(factor * motion.segment<3>(i + 3))) *
                        Quat(state.q[q + 3], state.q[q + 4], state.q[q + 5], state.q[q + 6]);
    state.q.segment<4>(q + 3) << turned.w(), turned.x(), turned.y(), turned.z();
    state.q.segment<4>(q + 3).normalize();
  }
  for (Index s = 0; s < layout.scalars; ++s)
    state.q[layout.first_scalar_configuration() + s] += factor * motion[layout.first_scalar() + s];
}

// The motion from one state to another, as `move` makes it.
VecX motion_between(const Layout& layout, const State& from, const State& to) {
  VecX motion = VecX::Zero(layout.motion_size());
  for (FrameIndex frame = 1; frame < layout.frames(); ++frame) {
    const Index q = layout.configuration_of(frame), i = layout.motion_of(frame);
    motion.segment<3>(i) = to.q.segment<3>(q) - from.q.segment<3>(q);
    if (!layout.is_structural(frame)) continue;
    const auto axes = [q](const State& s) { return Quat(s.q[q + 3], s.q[q + 4], s.q[q + 5], s.q[q + 6]); };
    motion.segment<3>(i + 3) = so3::log(axes(to) * axes(from).conjugate());
  }
  for (Index s = 0; s < layout.scalars; ++s)
    motion[layout.first_scalar() + s] =
        to.q[layout.first_scalar_configuration() + s] - from.q[layout.first_scalar_configuration() + s];
  return motion;
}

double largest_turn(const Layout& layout, const VecX& motion) {
  double largest = 0.0;
  for (Index node = 0; node < layout.structural; ++node)
    largest = std::max(largest, motion.segment<3>(6 * node + 3).norm());
  return largest;
}

double norm(const VecX& vector) { return vector.size() ? vector.lpNorm<Eigen::Infinity>() : 0.0; }

// Gauss-Newton steps of least motion, halved while they make things worse.
void assemble_positions(const System& system, Projection& projection, State& state,
                        const AssemblySettings& settings, AssemblyReport& report) {
  const Layout& layout = system.layout();
  const double tolerance = settings.tolerance * std::max(1.0, system.length_scale());
  projection.fill(state);
  VecX phi = projection.phi();
  report.violation_before = report.violation_after = norm(phi);
  while (report.violation_after > tolerance && report.iterations < settings.max_iterations) {
    ++report.iterations;
    if (!projection.solve_smallest_motion(phi, ConstraintLevel::position)) break;
    const VecX motion = projection.solution().head(layout.motion_size());
    double factor = std::min(1.0, kLargestTurn / std::max(1e-300, largest_turn(layout, motion)));
    const State before = state;
    double violation = 0.0;
    for (int halving = 0; halving < 10; ++halving, factor *= 0.5) {
      state = before;
      move(layout, state, motion, factor);
      projection.fill(state);
      phi = projection.phi();
      violation = norm(phi);
      if (violation < report.violation_after) break;
    }
    if (!(violation < report.violation_after)) {
      state = before;
      projection.fill(state);
      break;
    }
    report.violation_after = violation;
  }
}

// Among the states that meet the joints, the one next to what was described: W d + G^T mu = 0 for the motion
// d from there (the gradient of d.W d / 2 is W d in rotations too). Left as it is where that does not
// converge.
void approach_described(const System& system, Projection& projection, const State& described, State& state,
                        const AssemblySettings& settings, AssemblyReport& report) {
  const Layout& layout = system.layout();
  const double tolerance = settings.tolerance * std::max(1.0, system.length_scale());
  const State met = state;
  const double violation = report.violation_after;
  double last = std::numeric_limits<double>::infinity();
  for (int i = 0; i < settings.max_iterations; ++i) {
    projection.fill(state);
    const VecX phi = projection.phi();
    report.violation_after = norm(phi);
    if (last <= tolerance && report.violation_after <= tolerance) return;
    if (!projection.solve_smallest_motion(phi, ConstraintLevel::position,
                                          motion_between(layout, described, state)))
      break;
    const VecX motion = projection.solution().head(layout.motion_size());
    if (!(norm(motion) < 0.9 * last) && !(norm(motion) <= tolerance)) break;
    last = norm(motion);
    move(layout, state, motion, 1.0);
  }
  state = met;
  projection.fill(state);
  report.violation_after = violation;
}

// The second pass takes away what the regularisation left.
void assemble_velocities(const System& system, Projection& projection, State& state,
                         const AssemblySettings& settings, AssemblyReport& report) {
  projection.fill(state);
  VecX rate = projection.phi_dot();
  report.rate_violation_before = report.rate_violation_after = norm(rate);
  const double typical = std::max(1.0, norm(state.v));
  if (report.rate_violation_before <= settings.tolerance * typical) return;
  for (int pass = 0; pass < 2; ++pass) {
    if (!projection.solve_smallest_motion(rate, ConstraintLevel::velocity)) return;
    state.v += projection.solution().head(system.layout().motion_size());
    projection.fill(state);
    rate = projection.phi_dot();
  }
  report.rate_violation_after = norm(rate);
}

// Nodes without inertia are left out: nothing but constraints decides their accelerations.
bool is_settled(const System& system, const State& state, const VecX& change) {
  constexpr double kRoundOff = 1e-13;
  const Layout& layout = system.layout();
  double moved = norm(change.segment(layout.motion_size(), layout.states)), size = norm(state.xdot);
  for (FrameIndex frame = 1; frame < layout.frames(); ++frame) {
    if (!system.node_of(frame).has_inertia) continue;
    const Index first = layout.motion_of(frame), width = layout.motion_width(frame);
    moved = std::max(moved, norm(change.segment(first, width)));
    size = std::max(size, norm(state.a.segment(first, width)));
  }
  return moved <= kRoundOff * size && norm(change.tail(layout.multipliers)) <= kRoundOff * norm(state.lambda);
}

// Where forces depend on multipliers (friction), a and lambda are found by iteration with the same factors:
// it gains the ratio of the friction to the force it comes from with each pass.
void find_accelerations(const System& system, Projection& projection, State& state,
                        const std::vector<Index>& redundant, Diagnostics& diagnostics,
                        AssemblyReport& report) {
  constexpr int kMostPasses = 60;
  const Layout& layout = system.layout();
  state.a.setZero();
  state.xdot.setZero();
  state.lambda.setZero();
  VecX residual(layout.equations() + Layout::kGroundRoom), right(layout.multipliers);
  const Context& context = projection.fill(state);
  const FactorReport factor = projection.factor_inertia(!redundant.empty());
  if (factor.status != LinearStatus::ok) {
    const Index culprit = factor.culprit_row >= 0 ? factor.culprit_row : factor.culprit_column;
    diagnostics.error({},
                      fmt::format("the accelerations at the start are not determined: {}",
                                  culprit >= 0 ? system.name_of(EquationId{culprit}) : factor.message),
                      "is there a node without mass, or a joint in a singular position?");
    report.is_consistent = false;
    return;
  }
  system.gamma(context, span_of(right));
  const bool may_depend = layout.states > 0 || system.has_modes();
  for (int pass = 0; pass < (may_depend ? kMostPasses : 1); ++pass) {
    residual.setZero();
    ResidualSink sink(layout, span_of(residual));
    system.residual(context, sink);
    projection.solve_inertia(residual, right);
    const VecX& change = projection.solution();
    if (pass > 0 && is_settled(system, state, change)) break;
    state.a += change.head(layout.motion_size());
    state.xdot += change.segment(layout.motion_size(), layout.states);
    state.lambda += change.tail(layout.multipliers);
    right.setZero();  // gamma is met
    projection.fill(state);
  }
  if (projection.settle_massless(state.a)) {
    state.a += projection.solution().head(layout.motion_size());
    state.lambda += projection.solution().tail(layout.multipliers);
  }
  if (!redundant.empty()) projection.remove_ineffective(redundant, state.lambda);
}

// Accelerations decide whether what sticks breaks loose, and that changes them.
void settle_modes(const System& system, Projection& projection, State& state,
                  const std::vector<Index>& redundant, Diagnostics& diagnostics, AssemblyReport& report) {
  constexpr int kMostChanges = 20;
  for (int change = 0; change < kMostChanges; ++change) {
    find_accelerations(system, projection, state, redundant, diagnostics, report);
    if (!report.is_consistent || !system.has_modes()) return;
    State next = state;
    system.commit(projection.fill(state), next);
    system.copy_switches(state, next);
    if (!system.changes_mode(state, next)) return;
    system.copy_modes(next, state);
  }
}

// The smallest change in the metric of the masses: that of an impact without rebound.
void apply_impact(const System& system, Projection& projection, State& state,
                  const AssemblySettings& settings, const std::vector<Index>& redundant) {
  const Layout& layout = system.layout();
  projection.fill(state);
  VecX rate = projection.phi_dot();
  const VecX none = VecX::Zero(layout.equations());
  if (norm(rate) <= settings.tolerance * std::max(1.0, norm(state.v))) return;
  if (projection.factor_inertia(!redundant.empty()).status != LinearStatus::ok) return;
  for (int pass = 0; pass < 2; ++pass) {
    projection.solve_inertia(none, -rate);
    state.v += projection.solution().head(layout.motion_size());
    projection.fill(state);
    rate = projection.phi_dot();
  }
}

void start_modes(const System& system, Projection& projection, State& state) {
  if (!system.has_modes()) return;
  const State now = state;
  system.start_history(projection.fill(now), state);
}

// The angular velocity of a node that asks for it turns with its axes.
void turn_velocities(const Layout& layout, const System& system, const State& before, State& after) {
  for (FrameIndex frame = 1; frame <= layout.structural; ++frame) {
    if (!system.node_of(frame).omega_rotates) continue;
    const Index q = layout.configuration_of(frame) + 3, v = layout.motion_of(frame) + 3;
    const auto axes = [q](const State& s) { return Quat(s.q[q], s.q[q + 1], s.q[q + 2], s.q[q + 3]); };
    const Quat turn = axes(after) * axes(before).conjugate();
    after.v.segment<3>(v) = (turn * Vec3(after.v.segment<3>(v))).eval();
  }
}

std::vector<NodeCorrection> corrections(const Layout& layout, const State& before, const State& after,
                                        bool of_velocity, double threshold) {
  std::vector<NodeCorrection> list;
  for (FrameIndex frame = 1; frame < layout.frames(); ++frame) {
    const Index q = layout.configuration_of(frame), v = layout.motion_of(frame);
    NodeCorrection correction{frame, Vec3::Zero(), Vec3::Zero()};
    if (of_velocity) {
      correction.translation = after.v.segment<3>(v) - before.v.segment<3>(v);
      if (layout.is_structural(frame))
        correction.rotation = after.v.segment<3>(v + 3) - before.v.segment<3>(v + 3);
    } else {
      correction.translation = after.q.segment<3>(q) - before.q.segment<3>(q);
      const auto quaternion = [q](const State& s) {
        return Quat(s.q[q + 3], s.q[q + 4], s.q[q + 5], s.q[q + 6]);
      };
      if (layout.is_structural(frame))
        correction.rotation = so3::log(quaternion(after) * quaternion(before).conjugate());
    }
    for (Vec3* part : {&correction.translation, &correction.rotation})
      if (part->norm() <= threshold) part->setZero();
    if (!correction.translation.isZero(0.0) || !correction.rotation.isZero(0.0)) list.push_back(correction);
  }
  return list;
}

}  // namespace

std::vector<Index> AssemblyReport::redundant_multipliers() const {
  std::vector<Index> list;
  for (const RedundantEquation& equation : redundant) list.push_back(equation.multiplier);
  return list;
}

std::vector<RedundantEquation> find_redundant_equations(const System& system, const State& state,
                                                        double tolerance) {
  const Layout& layout = system.layout();
  std::vector<RedundantEquation> list;
  if (layout.multipliers == 0) return list;
  // G^T in compressed columns: the multiplier columns of the system's pattern, motion rows only.
  Snapshot snapshot = system.make_snapshot();
  system.fill(state, snapshot);
  std::vector<double> values(static_cast<std::size_t>(system.pattern().nonzeros()), 0.0);
  const TangentCoefficients plain;
  TangentSink sink(system.blocks(), plain, values);
  system.constraint_jacobian(snapshot.context(), sink);
  std::vector<Index> starts{0}, rows;
  std::vector<double> entries;
  const auto& col_start = system.pattern().col_start();
  const auto& row_index = system.pattern().row_index();
  for (Index column = layout.first_multiplier(); column < layout.equations(); ++column) {
    for (Index k = col_start[static_cast<std::size_t>(column)];
         k < col_start[static_cast<std::size_t>(column) + 1]; ++k) {
      if (row_index[static_cast<std::size_t>(k)] >= layout.motion_size()) continue;
      rows.push_back(row_index[static_cast<std::size_t>(k)]);
      entries.push_back(values[static_cast<std::size_t>(k)]);
    }
    starts.push_back(static_cast<Index>(rows.size()));
  }
  const RankReport rank =
      analyse_rows({layout.multipliers, starts, rows}, layout.motion_size(), entries, tolerance);
  std::vector<Index> inactive;
  system.list_inactive(snapshot.context(), inactive);
  for (std::size_t i = 0; i < rank.dependent_rows.size(); ++i) {
    if (std::find(inactive.begin(), inactive.end(), rank.dependent_rows[i]) != inactive.end()) continue;
    RedundantEquation equation{rank.dependent_rows[i], {}};
    for (const auto& [row, coefficient] : rank.dependencies[i]) equation.follows_from.push_back(row);
    list.push_back(std::move(equation));
  }
  return list;
}

AssemblyReport assemble_initial_state(const System& system, State& state, const AssemblySettings& settings,
                                      Diagnostics& diagnostics) {
  AssemblyReport report;
  const Layout& layout = system.layout();
  const State described = state;
  Projection projection(system, settings);
  const double tolerance = settings.tolerance * std::max(1.0, system.length_scale());

  if (const auto bad = find_not_finite(system, state)) {
    diagnostics.error(
        bad->place,
        fmt::format("{}: its {} at the start is not a finite number", bad->element, bad->quantity),
        "look for a division by zero or a root of a negative number in its drive");
    report.is_consistent = false;
    return report;
  }
  start_modes(system, projection, state);
  assemble_positions(system, projection, state, settings, report);
  if (report.iterations > 0 && report.violation_after <= tolerance)
    approach_described(system, projection, described, state, settings, report);
  report.redundant = find_redundant_equations(system, state, settings.rank_tolerance);
  if (report.violation_after > tolerance) {
    projection.fill(state);
    report.is_consistent = false;
    report_conflicts(system, projection.phi(), tolerance, ConstraintLevel::position, report.redundant,
                     diagnostics);
    return report;
  }
  turn_velocities(layout, system, described, state);
  report.position_corrections = corrections(layout, described, state, false, tolerance);
  report_corrections(system, report.position_corrections, ConstraintLevel::position, diagnostics);

  const State positioned = state;
  assemble_velocities(system, projection, state, settings, report);
  const double rate_tolerance = 1e3 * settings.tolerance * std::max(1.0, norm(state.v));
  if (report.rate_violation_after > rate_tolerance) {
    report.is_consistent = false;
    report_conflicts(system, projection.phi_dot(), rate_tolerance, ConstraintLevel::velocity,
                     report.redundant, diagnostics);
    return report;
  }
  report_redundancy(system, report.redundant, diagnostics);
  report.velocity_corrections =
      corrections(layout, positioned, state, true, settings.tolerance * std::max(1.0, norm(state.v)));
  report_corrections(system, report.velocity_corrections, ConstraintLevel::velocity, diagnostics);

  start_modes(system, projection, state);
  settle_modes(system, projection, state, report.redundant_multipliers(), diagnostics, report);
  const State settled = state;
  system.start_history(projection.fill(settled), state);
  system.copy_modes(settled, state);
  return report;
}

AssemblyReport assemble_after_change(const System& system, State& state, const AssemblySettings& settings,
                                     Diagnostics& diagnostics) {
  AssemblyReport report;
  Projection projection(system, settings);
  const double tolerance = settings.tolerance * std::max(1.0, system.length_scale());
  assemble_positions(system, projection, state, settings, report);
  report.redundant = find_redundant_equations(system, state, settings.rank_tolerance);
  if (report.violation_after > tolerance) {
    projection.fill(state);
    report.is_consistent = false;
    report_conflicts(system, projection.phi(), tolerance, ConstraintLevel::position, report.redundant,
                     diagnostics);
    return report;
  }
  if (report.violation_before > 1e3 * tolerance)
    diagnostics.warning({},
                        fmt::format("at t = {:.9g} s: a joint was switched on that was open by {:.3g} (m or "
                                    "rad): the nodes were moved to close it",
                                    state.time, report.violation_before),
                        "switch it on where it is met, or let springs bring it there");
  apply_impact(system, projection, state, settings, report.redundant_multipliers());
  settle_modes(system, projection, state, report.redundant_multipliers(), diagnostics, report);
  return report;
}

}  // namespace pintle
