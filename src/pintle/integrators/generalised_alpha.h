// Lie-group generalised-alpha: how configuration, velocity and acceleration at the end of a step follow from
// one increment y per node, in the spatial, mixed and local formulations. No equations of motion in here; see
// docs/theory/generalised_alpha.md for the numbered equations.
#pragma once

#include <span>
#include <vector>

#include "pintle/math/types.h"
#include "pintle/system/sinks.h"
#include "pintle/system/state.h"

namespace pintle {

// Which group a node with axes moves on, and on which side the increment acts:
//   spatial  x + y,  exp(y) R    velocities (v, omega) in ground components
//   mixed    x + y,  R exp(y)    v in ground, omega in node components
//   local    H exp(y) on SE(3)   both in node components
enum class LieFormulation : std::uint8_t { spatial, mixed, local };

// Coefficients of the scheme for a spectral radius rho at infinite frequency (Chung and Hulbert, see ERRATA
// 1):
struct AlphaCoefficients {
  double alpha_m, alpha_f, beta, gamma;
  static AlphaCoefficients from_rho(double rho);
};

class GeneralisedAlpha {
 public:
  GeneralisedAlpha(const Layout& layout, LieFormulation formulation, double rho);

  // How much of State::memory the scheme uses: the acceleration-like variable a, its counterpart for
  // first-order states, and what the predictor extrapolates from.
  Index memory_size() const;

  // Fills the memory of a State whose q, v, a and lambda are consistent.
  void start(State& state) const;

  // Shifts the acceleration-like variable by h Delta_alpha da/dt, so that the first steps are of second order
  // too (Arnold, Bruels, Cardona 2015): `later` is the state one step h on.
  void refine_start(State& state, const State& later) const;

  // Freezes what is known at the start of a step of size h and predicts y and the multipliers. `start` must
  // stay; `end_time` is start.time + h without accumulated round-off.
  void begin_step(const State& start, double h, double end_time, State& trial);

  // y <- y + dy for the increments (dx, dtheta) of the frames, scalars and states that a Newton step found.
  void apply(std::span<const double> increment);
  // Moves the configuration alone by (dx, dtheta): the correction of the stabilised index-2 form.
  void apply_position_correction(std::span<const double> increment);

  // Configuration, velocity and acceleration that belong to y.
  void evaluate(State& trial);

  // Derivatives of velocities and accelerations with respect to the increments, at the last evaluated y.
  void fill_operators(const State& trial);
  std::span<const MotionOperators> operators() const { return operators_; }
  double velocity_factor() const { return gamma_prime_; }     // gamma'
  double acceleration_factor() const { return beta_prime_; }  // beta'
  double state_rate_factor() const { return state_factor_; }
  double beta_h2() const { return coefficients_.beta * h_ * h_; }

  // Largest entry of y: increments below its round-off change nothing.
  double largest_increment() const { return y_.size() ? y_.lpNorm<Eigen::Infinity>() : 0.0; }

  // After convergence: memory for the next step.
  void end_step(const State& start, State& trial) const;

  // Largest local error of the positions, estimated from the change of acceleration over the step, relative
  // to (absolute_length + relative * |x|) for translations and (1 rad) for rotations, each times `tolerance`.
  double estimate_error(const State& start, const State& end, double tolerance, double length) const;

  void save_iterate();
  void restore_iterate();

  const AlphaCoefficients& coefficients() const { return coefficients_; }

 private:
  // Offsets into State::memory.
  Index memory_of_acceleration() const { return 0; }                  // the acceleration-like variable a
  Index memory_of_previous() const { return layout_.motion_size(); }  // vdot one step ago
  Index memory_of_state_rate() const { return 2 * layout_.motion_size(); }
  Index memory_of_multipliers() const { return memory_of_state_rate() + layout_.states; }
  Index memory_of_step() const { return memory_of_multipliers() + layout_.multipliers; }

  // Velocities and accelerations of a State in the components of the formulation.
  void to_group(const State& state, VecX& velocity, VecX& acceleration) const;
  void set_constants(const State& start);
  void predict(const State& start);
  Vec6 group_increment(Index node, const Vec6& spatial) const;

  const Layout layout_;
  LieFormulation formulation_;
  AlphaCoefficients coefficients_;

  double h_ = 0.0, gamma_prime_ = 0.0, beta_prime_ = 0.0, state_factor_ = 0.0;
  const State* start_ = nullptr;
  const State* trial_ = nullptr;
  // Per motion unknown, in the components of the formulation: y, and v = gamma' y + cv, vdot = beta' y + ca.
  VecX y_, cv_, ca_;
  VecX velocity_, acceleration_, a_;  // at the start of the step
  VecX position_correction_;
  bool has_position_correction_ = false;
  VecX states_, state_constant_;  // x, and xdot = factor x + constant
  std::vector<MotionOperators> operators_;
  struct Saved {
    VecX y, position_correction, states;
  } saved_;
};

}  // namespace pintle
