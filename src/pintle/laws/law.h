// Law: a constitutive law. The force f(ε, ε̇) that something deformable answers with, its tangents and the
// energy it stores. Immutable; what a law remembers (a contact that is closed) lives in the history of the
// element that owns it.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <span>

#include "pintle/drives/drive.h"
#include "pintle/laws/work_done.h"

namespace pintle {

template <int N>
using LawVector = Eigen::Matrix<double, N, 1>;
template <int N>
using LawMatrix = Eigen::Matrix<double, N, N>;

// What a law is asked at: strain, rate, drives, and what it remembered at the last accepted step.
template <int N>
struct LawInputs {
  LawVector<N> strain;
  LawVector<N> rate;
  DriveInputs drives;
  std::span<const double> history = {};
};

template <int N>
struct LawResponse {
  LawVector<N> force;
  LawMatrix<N> by_strain;
  LawMatrix<N> by_rate;
};

// N = 1 (rods), 3 (hinges, displacements) or 6 (displacement, then rotation).
template <int N>
class Law {
 public:
  virtual ~Law() = default;

  virtual LawVector<N> force(const LawInputs<N>& inputs) const noexcept = 0;
  // The force and its derivatives. Those with respect to quantities that drives listen to are left out.
  virtual void respond(const LawInputs<N>& inputs, LawResponse<N>& response) const noexcept = 0;
  // Stored energy: zero for laws that store none or cannot say.
  virtual double energy(const LawInputs<N>&) const noexcept { return 0.0; }
  virtual bool depends_on_rate() const noexcept { return true; }
  // Beside the change of energy().
  virtual WorkDone work_done() const noexcept { return WorkDone::any; }

  // Memory: `history` has history_size() numbers. Starting gives them their first values; committing changes
  // them after an accepted step (inputs.history holds the old ones and may be the same memory).
  virtual int history_size() const noexcept { return 0; }
  virtual void start_history(const LawInputs<N>&, std::span<double> /*history*/) const noexcept {}
  virtual void commit(const LawInputs<N>&, std::span<double> /*history*/) const noexcept {}
};

template <int N>
using LawPointer = std::shared_ptr<const Law<N>>;

}  // namespace pintle
