#include "pintle/integrators/ordinary.h"

#include <arkode/arkode_arkstep.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <new>

namespace pintle {

void RungeKutta4::resize(Eigen::Index size) {
  stage_.setZero(size);
  sum_.setZero(size);
  rate_.setZero(size);
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

struct AdaptiveRungeKutta::Library {
  Kind kind;
  SUNContext context = nullptr;
  N_Vector y = nullptr;
  void* memory = nullptr;
  SUNMatrix matrix = nullptr;  // of implicit methods: by differences
  SUNLinearSolver solver = nullptr;
  OrdinaryEquations* equations = nullptr;
  VecX state, rate;

  explicit Library(Kind of_kind) : kind(of_kind) {
    if (SUNContext_Create(nullptr, &context) != 0) throw std::bad_alloc();
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() {
    close();
    SUNContext_Free(&context);
  }
  ARKRhsFn explicit_part() const { return kind == Kind::explicit_5 ? rates : nullptr; }
  ARKRhsFn implicit_part() const { return kind == Kind::implicit_4 ? rates : nullptr; }

  void open(double time, Eigen::Index size) {
    memory = ARKStepCreate(explicit_part(), implicit_part(), time, y, context);
    if (!memory) throw std::bad_alloc();
    ARKStepSetUserData(memory, this);
    if (kind == Kind::explicit_5) {
      ARKStepSetTableNum(memory, ARKODE_DIRK_NONE, ARKODE_DORMAND_PRINCE_7_4_5);
      return;
    }
    ARKStepSetTableNum(memory, ARKODE_ESDIRK436L2SA_6_3_4, ARKODE_ERK_NONE);
    matrix = SUNDenseMatrix(size, size, context);
    solver = SUNLinSol_Dense(y, matrix, context);
    if (!matrix || !solver) throw std::bad_alloc();
    ARKStepSetLinearSolver(memory, solver, matrix);
  }
  void close() {
    if (memory) ARKStepFree(&memory);
    if (solver) SUNLinSolFree(solver);
    if (matrix) SUNMatDestroy(matrix);
    if (y) N_VDestroy(y);
    y = nullptr;
    solver = nullptr;
    matrix = nullptr;
  }

  static int rates(realtype time, N_Vector y, N_Vector y_dot, void* user) {
    Library& self = *static_cast<Library*>(user);
    const auto size = static_cast<Eigen::Index>(N_VGetLength(y));
    self.state = Eigen::Map<const VecX>(N_VGetArrayPointer(y), size);
    if (!self.equations->rates(time, self.state, self.rate)) return 1;  // recoverable: a shorter step may do
    Eigen::Map<VecX>(N_VGetArrayPointer(y_dot), size) = self.rate;
    return 0;
  }
};

AdaptiveRungeKutta::AdaptiveRungeKutta(Kind kind) : library_(std::make_unique<Library>(kind)) {}
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
    library.y = N_VNew_Serial(y.size(), library.context);
    library.state.resize(y.size());
    library.rate.resize(y.size());
  }
  Eigen::Map<VecX>(N_VGetArrayPointer(library.y), y.size()) = y;
  if (is_new)
    library.open(time, y.size());
  else
    ARKStepReInit(library.memory, library.explicit_part(), library.implicit_part(), time, library.y);
  ARKStepSStolerances(library.memory, relative, absolute);
  ARKStepSetInitStep(library.memory, h);
}

bool AdaptiveRungeKutta::step(double end_time, double& time, VecX& y) {
  ARKStepSetStopTime(library_->memory, end_time);
  realtype reached = time;
  if (ARKStepEvolve(library_->memory, end_time, library_->y, &reached, ARK_ONE_STEP) < 0) return false;
  time = reached;
  y = Eigen::Map<const VecX>(N_VGetArrayPointer(library_->y), y.size());
  return true;
}

double AdaptiveRungeKutta::next_size() const {
  realtype h = 0.0;
  ARKStepGetCurrentStep(library_->memory, &h);
  return h;
}

long AdaptiveRungeKutta::attempts() const {
  long count = 0;
  ARKStepGetNumStepAttempts(library_->memory, &count);
  return count;
}

}  // namespace pintle
