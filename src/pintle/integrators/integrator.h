// Integrator: how configuration, velocity and acceleration at the end of a step follow from one increment y
// per node, in the spatial, mixed and local formulations. What all schemes share is here: with y as the
// unknown, v = gamma' y + c_v and vdot = beta' y + c_a; a scheme says the factors and the constants. No
// equations of motion in here; docs/theory/generalised_alpha.md has the numbered equations of the groups.
#pragma once

#include <span>
#include <vector>

#include "pintle/math/largest_of.h"
#include "pintle/system/sinks.h"
#include "pintle/system/state.h"

namespace pintle {

// Which group a node with axes moves on, and on which side the increment acts:
//   spatial  x + y,  exp(y) R    velocities (v, omega) in ground components
//   mixed    x + y,  R exp(y)    v in ground, omega in node components
//   local    H exp(y) on SE(3)   both in node components
enum class LieFormulation : std::uint8_t { spatial, mixed, local };

class Integrator {
 public:
  virtual ~Integrator() = default;

  // How much of State::memory is used: what the scheme remembers, then the multipliers one step ago, the mean
  // velocities of the last step and their rates, how many steps there were since the last smaller and the
  // last larger one, and the size of the last step.
  Index memory_size() const { return memory_of_mean_rate() + turning_size() + 3; }

  // Fills the memory of a State whose q, v, a and lambda are consistent.
  void start(State& state) const;

  // Whether refine_start() has a use for a trial step.
  virtual bool wants_trial_step() const { return false; }
  virtual void refine_start(State& /*state*/, const State& /*later*/) const {}

  // Steps since the size fell or rose, with the one that did so.
  double steps_since_fall(const State& state) const { return state.memory[memory_size() - 3]; }
  double steps_since_rise(const State& state) const { return state.memory[memory_size() - 2]; }

  // For schemes whose spectral radius may change from step to step.
  virtual void set_rho(double /*rho*/) {}

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
  // What motion rows are multiplied by, of the size of 1 / beta'.
  double row_scale() const { return row_scale_; }

  // Largest entry of y: increments below its round-off change nothing.
  double largest_increment() const { return largest_of(y_); }

  // After convergence: memory for the next step.
  void end_step(const State& start, State& trial) const;

  // Largest local error of the positions, estimated from the change of acceleration over the step, relative
  // to `length` for translations and 1 rad for rotations, each times `tolerance`.
  double estimate_error(const State& start, const State& end, double tolerance, double length) const;
  virtual int order() const { return 2; }

  void save_iterate();
  void restore_iterate();

 protected:
  Integrator(const Layout& layout, LieFormulation formulation);

  // Entries of State::memory that belong to the scheme, from the first.
  virtual Index own_memory() const = 0;
  virtual void start_memory(State& state, const VecX& velocity, const VecX& acceleration) const = 0;
  virtual void write_memory(const State& start, State& trial) const = 0;
  // Sets the factors and constants, predicts y_ and states_.
  virtual void set_constants(const State& start) = 0;
  // Inserting the exact solution leaves first h^2 vdot + second h^3 d(vdot)/dt in the positions.
  struct ErrorConstants {
    double first = 0.0, second = 0.0;
  };
  virtual ErrorConstants error_constants() const = 0;

  // What y is beyond the integral of v over a step, as the axis of v turns: y_ grows by `cubes` / 12 times
  // the bracket of v and vdot. (generalised_alpha.md 15)
  void add_turning(const State& start, double cubes);

  // Velocities and accelerations of a State in the components of the formulation.
  void to_group(const State& state, VecX& velocity, VecX& acceleration) const;
  double previous_step(const State& state) const { return state.memory[memory_size() - 1]; }

  const Layout layout_;
  double h_ = 0.0, gamma_prime_ = 0.0, beta_prime_ = 0.0, state_factor_ = 0.0, row_scale_ = 0.0;
  // Per motion unknown, in the components of the formulation: y, and v = gamma' y + cv, vdot = beta' y + ca.
  VecX y_, cv_, ca_;
  VecX velocity_, acceleration_;  // at the start of the step
  VecX states_, state_constant_;  // x, and xdot = factor x + constant

 private:
  Index memory_of_mean() const { return own_memory() + layout_.multipliers; }
  Index memory_of_mean_rate() const { return memory_of_mean() + turning_size(); }
  Index turning_size() const { return 6 * layout_.structural; }

  Vec6 group_increment(Index node, const Vec6& spatial) const;
  void move_node(Index node, State& trial) const;
  void fill_operators_of(Index node, const State& trial);

  LieFormulation formulation_;
  const State* start_ = nullptr;
  const State* trial_ = nullptr;
  VecX position_correction_;
  bool has_position_correction_ = false;
  std::vector<MotionOperators> operators_;
  struct Saved {
    VecX y, position_correction, states;
  } saved_;
};

}  // namespace pintle
