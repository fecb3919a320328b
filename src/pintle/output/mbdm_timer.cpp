#include "pintle/output/mbdm_timer.h"

#include <fmt/ostream.h>

#include <ostream>

namespace pintle {

namespace {

constexpr double kMicro = 1e6;

}  // namespace

void MbdmTimer::add_to(double& seconds) {
  const Clock::time_point now = Clock::now();
  seconds += std::chrono::duration<double>(now - mark_).count();
  mark_ = now;
}

// With every record: the mean over the steps since the last one.
void MbdmTimer::print_step(const State& state) {
  if (every_ <= 0 || state.step % every_ != 0 || steps_ == printed_steps_) return;
  const auto count = static_cast<double>(steps_ - printed_steps_);
  fmt::print(out_, "  timer: t = {:<12.6g} s, {:.3f} us per step\n", state.time,
             kMicro * (step_seconds_ - printed_seconds_) / count);
  printed_steps_ = steps_;
  printed_seconds_ = step_seconds_;
}

void MbdmTimer::print_report() const {
  if (steps_ == 0) return;
  const auto count = static_cast<double>(steps_);
  const double total = step_seconds_ + output_seconds_;
  fmt::print(out_, "  timer                {:.3f} s in {} steps: {:.3f} us per step\n", step_seconds_, steps_,
             kMicro * step_seconds_ / count);
  fmt::print(out_, "                       {:.3f} s in output: {:.3f} us per step\n", output_seconds_,
             kMicro * output_seconds_ / count);
  fmt::print(out_, "                       {:.0f} steps per second\n", total > 0.0 ? count / total : 0.0);
}

}  // namespace pintle
