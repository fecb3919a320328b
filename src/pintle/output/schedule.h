// Which steps are written: every n-th, or those at which the model's meter is not zero.
#pragma once

#include <algorithm>
#include <optional>

#include "pintle/system/system.h"

namespace pintle {

class Schedule {
 public:
  explicit Schedule(int every = 1) : every_(std::max(1, every)) {}
  void start(const System& system) { meter_ = system.output_meter(); }

  bool is_due(const State& state) const {
    if (!meter_) return state.step % every_ == 0;
    const DriveInputs inputs{state.time,
                             {},
                             static_cast<double>(state.step),
                             state.step_size,
                             {state.history.data(), static_cast<std::size_t>(state.history.size())}};
    return meter_->value(inputs) != 0.0;
  }

 private:
  int every_;
  std::optional<Drive> meter_;
};

}  // namespace pintle
