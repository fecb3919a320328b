// MBDM's timer: how long steps and output take, on the screen.
#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>

#include "pintle/system/observer.h"

namespace pintle {

// Two observers with those that write between them: time up to the first one is that of steps, from there to
// the last one that of output.
class MbdmTimer {
 public:
  MbdmTimer(std::ostream& out, int every) : out_(out), every_(every), first_(*this), last_(*this) {}
  MbdmTimer(const MbdmTimer&) = delete;
  MbdmTimer& operator=(const MbdmTimer&) = delete;

  Observer& first() { return first_; }
  Observer& last() { return last_; }
  void print_report() const;

 private:
  using Clock = std::chrono::steady_clock;
  class First final : public Observer {
   public:
    explicit First(MbdmTimer& timer) : timer_(timer) {}
    bool on_start(const System&, const RunInfo&) override {
      timer_.mark_ = Clock::now();
      return true;
    }
    void on_step(const State&, const StepInfo&) override { ++timer_.steps_; }
    bool wants(const State&) override {
      timer_.add_to(timer_.step_seconds_);
      return false;
    }

   private:
    MbdmTimer& timer_;
  };
  class Last final : public Observer {
   public:
    explicit Last(MbdmTimer& timer) : timer_(timer) {}
    bool wants(const State& state) override {
      timer_.add_to(timer_.output_seconds_);
      timer_.print_step(state);
      return false;
    }
    bool on_checkpoint(const System&, const State&) override {
      timer_.add_to(timer_.output_seconds_);
      return false;
    }

   private:
    MbdmTimer& timer_;
  };

  void add_to(double& seconds);
  void print_step(const State& state);

  std::ostream& out_;
  int every_;
  First first_;
  Last last_;
  Clock::time_point mark_;
  double step_seconds_ = 0.0, output_seconds_ = 0.0;
  std::int64_t steps_ = 0, printed_steps_ = 0;
  double printed_seconds_ = 0.0;
};

}  // namespace pintle
