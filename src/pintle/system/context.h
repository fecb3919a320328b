// What an element sees when it is evaluated: the motion of the frames, multipliers, states, history and time.
#pragma once

#include <span>
#include <vector>

#include "pintle/drives/drive.h"
#include "pintle/math/types.h"
#include "pintle/system/layout.h"
#include "pintle/system/state.h"

namespace pintle {

// Motion of a frame F in the ground frame W, all in ground components.
struct Frame {
  Vec3 x = Vec3::Zero();      // p_WF
  Mat3 R = Mat3::Identity();  // R_WF
  Vec3 v = Vec3::Zero();      // v_WF
  Vec3 omega = Vec3::Zero();  // w_WF
  Vec3 a = Vec3::Zero();      // a_WF
  Vec3 alpha = Vec3::Zero();  // derivative of omega
};

// Element code may read everything here and nothing else; it never sees the integrator.
struct Context {
  double time = 0.0;
  double step = 0.0;  // number of the step that ends at this time, and its size as it is tried
  double step_size = 0.0;
  std::span<const Frame> frames;    // [0] is the ground
  std::span<const double> scalars;  // second-order scalars, their rates and accelerations
  std::span<const double> scalar_rates;
  std::span<const double> scalar_accelerations;
  std::span<const double> states;  // first-order states and their rates
  std::span<const double> state_rates;
  std::span<const double> multipliers;
  std::span<const double> history;        // as committed at the end of the last accepted step
  std::span<const double> measurements;   // quantities that drives listen to
  std::span<double> measurement_scratch;  // room for a derivative with respect to each of them
  Vec3 gravity = Vec3::Zero();
  const Context* step_start = nullptr;  // the last accepted state, for forces that need both ends of a step

  DriveInputs drive_inputs() const { return {time, measurements, step, step_size, history}; }
};

// Snapshot: the storage behind a Context. Sized once, refilled at every evaluation without allocation.
class Snapshot {
 public:
  Snapshot() = default;
  // With room for all outputs of an element that one of the measurements is of.
  Snapshot(const Layout& layout, std::size_t measurement_count, std::size_t most_outputs)
      : frames_(static_cast<std::size_t>(layout.frames())),
        measurements_(measurement_count),
        measurement_scratch_(measurements_.size()),
        outputs_(most_outputs) {}

  // Fills frames and spans from a State; quaternions need not be exactly normalised. The State must outlive
  // the use.
  void fill(const Layout& layout, const State& state);

  Context& context() { return context_; }
  const Context& context() const { return context_; }
  std::vector<double>& measurements() { return measurements_; }
  std::vector<double>& outputs() { return outputs_; }

 private:
  std::vector<Frame> frames_;
  std::vector<double> measurements_;
  std::vector<double> measurement_scratch_;
  std::vector<double> outputs_;
  Context context_;
};

}  // namespace pintle
