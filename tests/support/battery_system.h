// Inside of the battery: the system made of a subject, evaluated as plain functions of a State, and
// differences.
#pragma once

#include <optional>
#include <vector>

#include "tests/support/battery.h"

namespace pintle {

class BatterySystem {
 public:
  // Places the nodes, builds the subject and makes a State with random motion, multipliers and natural
  // history. Nothing when building fails; the report says why.
  static std::optional<BatterySystem> make(const BatterySubject& subject, const BatteryOptions& options,
                                           BatteryRandom& random, BatteryReport& report);

  const System& system() const { return assembled_.system; }
  const Layout& layout() const { return system().layout(); }
  const State& state() const { return assembled_.state; }
  const std::vector<Attachment>& second_sides() const { return second_sides_; }
  bool has_constraints() const { return layout().multipliers > 0; }
  void set_gravity(const Vec3& gravity) { gravity_ = gravity; }

  // Fills a snapshot from a State; the context holds until the next call or until the State goes.
  const Context& context(const State& state);

  // Everything below the equations, then what acts on the ground (Layout::kGroundRoom).
  VecX residual(const State& state) { return residual(context(state)); }
  VecX residual(const Context& context) const;
  MatX tangent(const State& state, const TangentCoefficients& coefficients);
  Totals totals(const State& state) { return system().totals(context(state)); }

  // Constraints. `constraint_matrix` is all that ConstraintSet::jacobian writes.
  VecX phi(const State& state);
  VecX phi_dot(const State& state);
  VecX gamma(const State& state);
  MatX constraint_matrix(const State& state);
  MatX jacobian(const State& state);  // G, multipliers x motion

  // x += dx, R <- exp(dtheta~) R, scalars += ds.
  State moved(const State& state, const VecX& increment) const;
  // Along the motion with constant accelerations: second derivatives at t = 0 are right.
  State advanced(const State& state, double time) const;
  // Where the constraints are met, reached from the given State; nothing when that fails.
  std::optional<State> consistent(State state);

  // Force and moment about the origin, added up over the nodes, or over the nodes and the ground.
  struct WrenchSum {
    Vec6 total = Vec6::Zero();
    double size = 0.0;  // of the parts, for tolerances
  };
  WrenchSum wrench_sum(const State& state, const VecX& residual, bool with_ground);

  // The operators that pick out derivatives with respect to q, v or a alone.
  static TangentCoefficients pick(const std::vector<MotionOperators>& frames, double position,
                                  double velocity, double acceleration);
  std::vector<MotionOperators> operators(double velocity, double acceleration) const;

 private:
  MatX dense(const std::vector<double>& values) const;

  Assembled assembled_;
  Snapshot snapshot_, before_;
  State state_before_;  // the last accepted state as elements see it
  std::vector<Attachment> second_sides_;
  Vec3 gravity_ = Vec3::Zero();
};

// Five-point formulas; with functions of order one, step 2e-3 leaves 1e-12 (first) and 1e-10 (second
// derivative).
inline constexpr double kDifferenceStep = 2e-3;

template <class Function>
auto first_derivative(Function&& f, double h = kDifferenceStep) {
  const auto near = (f(h) - f(-h)).eval();
  const auto far = (f(2.0 * h) - f(-2.0 * h)).eval();
  return ((8.0 * near - far) / (12.0 * h)).eval();
}
template <class Function>
auto second_derivative(Function&& f, double h = kDifferenceStep) {
  const auto near = (f(h) + f(-h)).eval();
  const auto far = (f(2.0 * h) + f(-2.0 * h)).eval();
  return ((16.0 * near - far - 30.0 * f(0.0)) / (12.0 * h * h)).eval();
}

// The worst entry of a - b.
struct WorstEntry {
  Index row = 0, column = 0;
  double a = 0.0, b = 0.0, error = 0.0;
};
WorstEntry worst_entry(const MatX& a, const MatX& b);

// False for NaN.
inline bool is_small(double error, double limit) { return error <= limit; }

// The checks, one function per group; each reports what it finds.
struct BatteryTrial {
  BatterySystem& model;
  const BatterySubject& subject;
  const BatteryOptions& options;
  BatteryRandom& random;
  BatteryReport& report;
};
void check_building(BatteryTrial& trial);
void check_derivatives(BatteryTrial& trial);
void check_kinematics(BatteryTrial& trial);
void check_workless(BatteryTrial& trial);
void check_rank(BatteryTrial& trial);
void check_invariance(BatteryTrial& trial);
void check_reciprocity(BatteryTrial& trial);
void check_energy(BatteryTrial& trial);
void check_momentum(BatteryTrial& trial);
void check_restart(BatteryTrial& trial);
void check_channels(BatteryTrial& trial);
void check_allocation(BatteryTrial& trial);

}  // namespace pintle
