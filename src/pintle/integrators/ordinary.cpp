#include "pintle/integrators/ordinary.h"

#include <arkode/arkode_erkstep.h>
#include <nvector/nvector_serial.h>

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
  SUNContext context = nullptr;
  N_Vector y = nullptr;
  void* memory = nullptr;
  OrdinaryEquations* equations = nullptr;
  VecX state, rate;

  Library() {
    if (SUNContext_Create(nullptr, &context) != 0) throw std::bad_alloc();
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() {
    close();
    SUNContext_Free(&context);
  }
  void close() {
    if (memory) ERKStepFree(&memory);
    if (y) N_VDestroy(y);
    y = nullptr;
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

AdaptiveRungeKutta::AdaptiveRungeKutta() : library_(std::make_unique<Library>()) {}
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
  if (is_new) {
    library.memory = ERKStepCreate(Library::rates, time, library.y, library.context);
    if (!library.memory) throw std::bad_alloc();
    ERKStepSetUserData(library.memory, &library);
    ERKStepSetErrFile(library.memory, nullptr);  // what went wrong is told by the caller
    ERKStepSetTableNum(library.memory, ARKODE_DORMAND_PRINCE_7_4_5);
  } else {
    ERKStepReInit(library.memory, Library::rates, time, library.y);
  }
  ERKStepSStolerances(library.memory, relative, absolute);
  ERKStepSetInitStep(library.memory, h);
}

bool AdaptiveRungeKutta::step(double end_time, double& time, VecX& y) {
  ERKStepSetStopTime(library_->memory, end_time);
  realtype reached = time;
  if (ERKStepEvolve(library_->memory, end_time, library_->y, &reached, ARK_ONE_STEP) < 0) return false;
  time = reached;
  y = Eigen::Map<const VecX>(N_VGetArrayPointer(library_->y), y.size());
  return true;
}

double AdaptiveRungeKutta::next_size() const {
  realtype h = 0.0;
  ERKStepGetCurrentStep(library_->memory, &h);
  return h;
}

long AdaptiveRungeKutta::attempts() const {
  long count = 0;
  ERKStepGetNumStepAttempts(library_->memory, &count);
  return count;
}

}  // namespace pintle
