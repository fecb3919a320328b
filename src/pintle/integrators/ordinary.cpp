#include "pintle/integrators/ordinary.h"

#include <arkode/arkode_arkstep.h>
#include <arkode/arkode_erkstep.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

namespace pintle {

void RungeKutta4::resize(Eigen::Index size) {
  stage_.setZero(size);
  sum_.setZero(size);
  rate_.setZero(size);
  from_.setZero(size);
  from_rate_.setZero(size);
}

bool RungeKutta4::step(OrdinaryEquations& equations, double time, double h, double end_time,
                       const VecX& first, VecX& y) {
  sum_ = first;
  stage_ = y + 0.5 * h * first;
  if (!equations.rates(time + 0.5 * h, stage_, rate_)) return false;
  sum_ += 2.0 * rate_;
  stage_ = y + 0.5 * h * rate_;
  if (!equations.rates(time + 0.5 * h, stage_, rate_)) return false;
  sum_ += 2.0 * rate_;
  stage_ = y + h * rate_;
  if (!equations.rates(end_time, stage_, rate_)) return false;
  y += h / 6.0 * (sum_ + rate_);
  return true;
}

// One step from (time, from_), and the rates where it ends.
bool RungeKutta4::reach(OrdinaryEquations& equations, double time, double end_time, VecX& y) {
  y = from_;
  return step(equations, time, end_time - time, end_time, from_rate_, y) &&
         equations.rates(end_time, y, rate_);
}

namespace {

// Notes whether a stage of a step has left the piece that it began in.
class WatchedEquations final : public OrdinaryEquations {
 public:
  WatchedEquations(OrdinaryEquations& equations, std::uint64_t piece)
      : equations_(equations), piece_(piece) {}

  bool rates(double time, const VecX& y, VecX& y_dot) override {
    if (!equations_.rates(time, y, y_dot)) return false;
    has_left_ = has_left_ || equations_.piece() != piece_;
    return true;
  }
  bool has_left() { return std::exchange(has_left_, false); }  // since this was asked last
  void begin_anew() {
    piece_ = equations_.piece();
    has_left_ = false;
  }

 private:
  OrdinaryEquations& equations_;
  std::uint64_t piece_;
  bool has_left_ = false;
};

}  // namespace

// A stage beyond a jump would spoil its step by as much as h times the jump: the first part ends where all
// stages are in the old piece. The way across is 1e-9 of a step. Where stages see the change sooner than the
// motion does, the rest of the way to it is found in the next round.
bool RungeKutta4::step_in_pieces(OrdinaryEquations& equations, double time, double end_time,
                                 std::uint64_t piece, const VecX& first, VecX& y) {
  constexpr int kMostChanges = 8, kHalvings = 30;
  WatchedEquations watched(equations, piece);
  from_ = y;
  from_rate_ = first;
  for (int change = 0;; ++change) {
    if (!reach(watched, time, end_time, y)) return false;
    if (!watched.has_left() || change == kMostChanges) return true;
    double before = time, after = end_time;
    for (int k = 0; k < kHalvings; ++k) {
      const double middle = 0.5 * (before + after);
      if (!reach(watched, time, middle, y)) return false;
      (watched.has_left() ? after : before) = middle;
    }
    for (const double next : {before, after}) {
      if (next == time) continue;
      if (!reach(watched, time, next, y)) return false;
      from_ = y;
      from_rate_ = rate_;
      time = next;
    }
    if (time == end_time) return true;
    watched.begin_anew();
  }
}

// What the two methods share: y as the library has it, and the way to the equations.
struct AdaptiveRungeKutta::Library {
  SUNContext context = nullptr;
  N_Vector y = nullptr;
  N_Vector between = nullptr;  // y within a step
  double reached = 0.0;        // time of y
  int steps = 0;               // since the start
  double relative = 0.0, absolute = 0.0;
  void* memory = nullptr;
  OrdinaryEquations* equations = nullptr;
  VecX state, rate;

  Library() {
    if (SUNContext_Create(nullptr, &context) != 0) throw std::bad_alloc();
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  virtual ~Library() {
    destroy_vectors();
    SUNContext_Free(&context);
  }
  void destroy_vectors() {
    if (y) N_VDestroy(y);
    if (between) N_VDestroy(between);
  }
  virtual void open(double time) = 0;  // memory for a y of another size
  virtual void close() = 0;
  virtual void reopen(double time) = 0;
  virtual void prepare(double h) = 0;  // the first step
  // One step towards a time and not past the stop.
  virtual int evolve(double towards, double stop, double& time) = 0;
  // y within the last step, which it can tell after so many steps; it is told where each of them ends.
  // False: it cannot; then the last step is to be repeated so that it ends there.
  virtual bool interpolate(double time, VecX& out) = 0;
  virtual bool repeat(double /*end_time*/) { return false; }
  virtual int steps_before_passing() const { return 0; }
  virtual void remember(double /*time*/) {}
  virtual double next_size() const = 0;
  virtual long attempts() const = 0;

  static int rates(realtype time, N_Vector y, N_Vector y_dot, void* user) {
    Library& self = *static_cast<Library*>(user);
    const auto size = static_cast<Eigen::Index>(N_VGetLength(y));
    self.state = Eigen::Map<const VecX>(N_VGetArrayPointer(y), size);
    if (!self.equations->rates(time, self.state, self.rate)) return 1;  // recoverable: a shorter step may do
    Eigen::Map<VecX>(N_VGetArrayPointer(y_dot), size) = self.rate;
    return 0;
  }
};

namespace {

using Library = AdaptiveRungeKutta::Library;

// ARKStep takes explicit tables, too, but evaluates the rates once more per step (11 % more of them in a
// double pendulum), which is why the library's two modules are both here.
struct ExplicitLibrary final : Library {
  ~ExplicitLibrary() override { ExplicitLibrary::close(); }
  void open(double time) override {
    memory = ERKStepCreate(rates, time, y, context);
    if (!memory) throw std::bad_alloc();
    ERKStepSetUserData(memory, this);
    ERKStepSetErrFile(memory, nullptr);  // what went wrong is told by the caller
    ERKStepSetTableNum(memory, ARKODE_DORMAND_PRINCE_7_4_5);
  }
  void close() override {
    if (memory) ERKStepFree(&memory);
  }
  void reopen(double time) override { ERKStepReInit(memory, rates, time, y); }
  void prepare(double h) override {
    ERKStepSStolerances(memory, relative, absolute);
    ERKStepSetInitStep(memory, h);
  }
  int evolve(double towards, double stop, double& time) override {
    ERKStepSetStopTime(memory, stop);
    return ERKStepEvolve(memory, towards, y, &time, ARK_ONE_STEP);
  }
  bool interpolate(double time, VecX& out) override {
    if (ERKStepGetDky(memory, time, 0, between) != 0) return false;
    out = Eigen::Map<const VecX>(N_VGetArrayPointer(between), out.size());
    return true;
  }
  double next_size() const override {
    realtype h = 0.0;
    ERKStepGetCurrentStep(memory, &h);
    return h;
  }
  long attempts() const override {
    long count = 0;
    ERKStepGetNumStepAttempts(memory, &count);
    return count;
  }
};

// Its matrix comes from differences of the rates. Within a step y follows from the ends of the last steps:
// rates of stiff equations, which the library's interpolation of higher degree uses, are not good enough for
// that.
struct ImplicitLibrary final : Library {
  static constexpr std::size_t kPoints = 6;
  std::array<double, kPoints> times{};
  MatX points;  // y at these times
  VecX difference;
  std::size_t known = 0;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver solver = nullptr;

  ~ImplicitLibrary() override { ImplicitLibrary::close(); }
  void open(double time) override {
    memory = ARKStepCreate(nullptr, rates, time, y, context);
    if (!memory) throw std::bad_alloc();
    ARKStepSetUserData(memory, this);
    ARKStepSetErrFile(memory, nullptr);
    ARKStepSetTableNum(memory, ARKODE_ESDIRK436L2SA_6_3_4, ARKODE_ERK_NONE);
    matrix = SUNDenseMatrix(N_VGetLength(y), N_VGetLength(y), context);
    solver = SUNLinSol_Dense(y, matrix, context);
    if (!matrix || !solver) throw std::bad_alloc();
    ARKStepSetLinearSolver(memory, solver, matrix);
    // A stage is solved when the last change was small: the library would trust contractions of earlier
    // stages, and take what is far from solved where the equations have just changed.
    ARKStepSetNonlinCRDown(memory, 1.0);
    points.setZero(static_cast<Eigen::Index>(N_VGetLength(y)), static_cast<Eigen::Index>(kPoints));
    difference.setZero(points.rows());
    known = 0;
  }
  void close() override {
    if (memory) ARKStepFree(&memory);
    if (solver) SUNLinSolFree(solver);
    if (matrix) SUNMatDestroy(matrix);
    solver = nullptr;
    matrix = nullptr;
  }
  void reopen(double time) override {
    ARKStepReInit(memory, nullptr, rates, time, y);
    known = 0;
  }
  void prepare(double h) override {
    ARKStepSStolerances(memory, relative, absolute);
    ARKStepSetInitStep(memory, h);
  }
  int evolve(double towards, double stop, double& time) override {
    ARKStepSetStopTime(memory, stop);
    return ARKStepEvolve(memory, towards, y, &time, ARK_ONE_STEP);
  }
  int steps_before_passing() const override { return static_cast<int>(kPoints) - 1; }
  void remember(double time) override {
    const std::size_t place = known++ % kPoints;
    times[place] = time;
    points.col(static_cast<Eigen::Index>(place)) =
        Eigen::Map<const VecX>(N_VGetArrayPointer(y), points.rows());
  }
  // Lagrange's polynomial, unless it differs too much from that without the oldest point: across a corner of
  // the solution neither is to be trusted.
  bool interpolate(double time, VecX& out) override {
    constexpr double kTrusted = 100.0;  // of the tolerance: the lower degree is that much worse
    const std::size_t count = std::min(known, kPoints), oldest = known % kPoints;
    const auto weight_of = [&](std::size_t i, bool has_oldest) {
      double weight = 1.0;
      for (std::size_t j = 0; j < count; ++j)
        if (j != i && (has_oldest || j != oldest)) weight *= (time - times[j]) / (times[i] - times[j]);
      return weight;
    };
    out.setZero();
    difference.setZero();
    for (std::size_t i = 0; i < count; ++i) {
      const double weight = weight_of(i, true), lower = i == oldest ? 0.0 : weight_of(i, false);
      out += weight * points.col(static_cast<Eigen::Index>(i));
      difference += (weight - lower) * points.col(static_cast<Eigen::Index>(i));
    }
    return (difference.array().abs() <= kTrusted * (relative * out.array().abs() + absolute)).all();
  }
  // Back to the start of the last step, and not past the end.
  bool repeat(double end_time) override {
    const std::size_t start = (known + kPoints - 2) % kPoints;
    reached = times[start];
    Eigen::Map<VecX>(N_VGetArrayPointer(y), points.rows()) = points.col(static_cast<Eigen::Index>(start));
    reopen(reached);
    prepare(end_time - reached);
    steps = 0;
    remember(reached);
    while (reached < end_time) {
      if (evolve(end_time, end_time, reached) < 0) return false;
      ++steps;
      remember(reached);
    }
    return true;
  }
  double next_size() const override {
    realtype h = 0.0;
    ARKStepGetCurrentStep(memory, &h);
    return h;
  }
  long attempts() const override {
    long count = 0;
    ARKStepGetNumStepAttempts(memory, &count);
    return count;
  }
};

std::unique_ptr<Library> library_of(AdaptiveRungeKutta::Kind kind) {
  if (kind == AdaptiveRungeKutta::Kind::implicit_4) return std::make_unique<ImplicitLibrary>();
  return std::make_unique<ExplicitLibrary>();
}

}  // namespace

AdaptiveRungeKutta::AdaptiveRungeKutta(Kind kind) : library_(library_of(kind)) {}
AdaptiveRungeKutta::~AdaptiveRungeKutta() = default;
AdaptiveRungeKutta::AdaptiveRungeKutta(AdaptiveRungeKutta&&) noexcept = default;
AdaptiveRungeKutta& AdaptiveRungeKutta::operator=(AdaptiveRungeKutta&&) noexcept = default;

void AdaptiveRungeKutta::start(OrdinaryEquations& equations, double time, const VecX& y, double h,
                               double relative, double absolute) {
  Library& library = *library_;
  library.equations = &equations;
  const bool is_new = !library.y || N_VGetLength(library.y) != y.size();
  if (is_new) {
    library.close();
    library.destroy_vectors();
    library.y = N_VNew_Serial(y.size(), library.context);
    library.between = N_VNew_Serial(y.size(), library.context);
    library.state.resize(y.size());
    library.rate.resize(y.size());
  }
  Eigen::Map<VecX>(N_VGetArrayPointer(library.y), y.size()) = y;
  if (is_new)
    library.open(time);
  else
    library.reopen(time);
  library.reached = time;
  library.relative = relative;
  library.absolute = absolute;
  library.prepare(h);
  library.steps = 0;
  library.remember(time);
}

bool AdaptiveRungeKutta::step(double end_time, double& time, VecX& y) {
  double reached = time;
  if (library_->evolve(end_time, end_time, reached) < 0) return false;
  time = reached;
  y = Eigen::Map<const VecX>(N_VGetArrayPointer(library_->y), y.size());
  return true;
}

bool AdaptiveRungeKutta::pass(double end_time, VecX& y) {
  constexpr double kFar = 1e100;
  Library& library = *library_;
  while (library.reached < end_time) {
    const bool may_pass = library.steps >= library.steps_before_passing();
    if (library.evolve(end_time, may_pass ? kFar : end_time, library.reached) < 0) return false;
    ++library.steps;
    library.remember(library.reached);
  }
  if (library.interpolate(end_time, y)) return true;
  if (!library.repeat(end_time)) return false;
  y = Eigen::Map<const VecX>(N_VGetArrayPointer(library.y), y.size());
  return true;
}

double AdaptiveRungeKutta::next_size() const { return library_->next_size(); }

long AdaptiveRungeKutta::attempts() const { return library_->attempts(); }

}  // namespace pintle
