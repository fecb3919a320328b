// Observers of a run that print: progress, messages, what the system consists of.
#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>

#include "pintle/analysis/dynamic.h"
#include "pintle/base/diagnostics.h"
#include "pintle/system/observer.h"

namespace pintle {

// Rewrites one line with the time reached, the speed and the time left.
class RunProgress final : public Observer {
 public:
  RunProgress(std::ostream& out, const State& start, double end);

  bool wants(const State& state) override;
  bool on_state(const System& system, const State& state, const Context& context) override;
  void on_finish(const System& system, const State& state) override;

 private:
  using Clock = std::chrono::steady_clock;
  std::ostream& out_;
  double start_, end_;
  std::int64_t first_step_;
  Clock::time_point begin_, last_;
  bool has_written_ = false;
};

// Diagnostics from the first one on; quiet commands leave out notes.
std::string text_to_print(const Diagnostics& diagnostics, std::size_t first, bool is_quiet);

// Prints what is to be said about the model before the first step, and about the run when it happens.
class Announcement final : public Observer {
 public:
  Announcement(std::ostream& err, const Diagnostics& diagnostics, bool is_quiet)
      : err_(err), diagnostics_(diagnostics), is_quiet_(is_quiet) {}
  bool on_start(const System&, const RunInfo&) override {
    make();
    return true;
  }
  bool wants(const State&) override { return diagnostics_.items().size() > announced_; }
  bool on_state(const System&, const State&, const Context&) override {
    make();
    return true;
  }
  void make();

 private:
  std::ostream& err_;
  const Diagnostics& diagnostics_;
  bool is_quiet_ = false;
  std::size_t announced_ = 0;
};

// Once, at the first state: bodies, joints with their equations, degrees of freedom, times and solver.
class SystemSummary final : public Observer {
 public:
  SystemSummary(std::ostream& out, const DynamicSettings& settings) : out_(out), settings_(settings) {}
  bool wants(const State&) override { return !is_printed_; }
  bool on_state(const System& system, const State& state, const Context& context) override;

 private:
  std::ostream& out_;
  const DynamicSettings& settings_;
  bool is_printed_ = false;
};

}  // namespace pintle
