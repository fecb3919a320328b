// Ordinary differential equations y_dot = f(t, y) and explicit steps for them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "pintle/math/types.h"

namespace pintle {

class OrdinaryEquations {
 public:
  virtual ~OrdinaryEquations() = default;
  // False: f cannot be evaluated there. Must not allocate.
  virtual bool rates(double time, const VecX& y, VecX& y_dot) = 0;
  // Where f is put together of pieces: a number for the one that rates() found last.
  virtual std::uint64_t piece() { return 0; }
};

// The classical Runge-Kutta method of order four. `first` holds f at the start.
class RungeKutta4 {
 public:
  void resize(Eigen::Index size);
  bool step(OrdinaryEquations& equations, double time, double h, double end_time, const VecX& first, VecX& y);
  // The same for an f with kinks: since no step keeps its order across one, it is divided there. `piece` is
  // that at the start. rates() was called last at the end.
  bool step_in_pieces(OrdinaryEquations& equations, double time, double end_time, std::uint64_t piece,
                      const VecX& first, VecX& y);

 private:
  bool reach(OrdinaryEquations& equations, double time, double end_time, VecX& y);

  VecX stage_, sum_, rate_;
  VecX from_, from_rate_;
};

// Runge-Kutta with an error estimate and steps of its own choice, by the library ARKODE. explicit_5: of order
// five with an estimate of order four (Dormand and Prince). implicit_4: diagonally implicit of order four
// with an estimate of order three, L-stable, for equations with motions that are much faster than those
// looked for.
class AdaptiveRungeKutta {
 public:
  enum class Kind { explicit_5, implicit_4 };
  struct Library;  // what is hidden of it

  explicit AdaptiveRungeKutta(Kind kind = Kind::explicit_5);
  ~AdaptiveRungeKutta();
  AdaptiveRungeKutta(AdaptiveRungeKutta&&) noexcept;
  AdaptiveRungeKutta& operator=(AdaptiveRungeKutta&&) noexcept;

  // Goes on from y at `time`; the first step is h, or of the library's choice when that is zero. Errors are
  // weighed by relative |y| + absolute.
  void start(OrdinaryEquations& equations, double time, const VecX& y, double h, double relative,
             double absolute);
  // One step of its choice that does not pass `end_time`. False: no step could be made.
  bool step(double end_time, double& time, VecX& y);
  // y at `end_time`, which is not before where it was asked for last. Its steps go on as they like, past that
  // time, and y comes from between them. False: no step could be made.
  bool pass(double end_time, VecX& y);
  // What the next step would be, and the steps that were tried.
  double next_size() const;
  long attempts() const;

 private:
  std::unique_ptr<Library> library_;
};

}  // namespace pintle
