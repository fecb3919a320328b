// Trial: one run of a model, looked at at some instants, without files.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pintle/app/job.h"

namespace pintle {

// What a run looked like at an instant: all channels, and the energies of the system behind them.
struct Instant {
  double time = 0.0;
  VecX values;
};

struct Trial {
  std::vector<ChannelGroup> groups;  // as in the system, with one of the system itself: kind "system"
  std::vector<Instant> instants;
  State end;
  std::string refusal;  // why there was no run
  std::string failure;  // why it did not reach its end
  int warnings = 0;

  bool is_whole() const { return refusal.empty() && failure.empty(); }
};

struct TrialPlan {
  std::vector<double> times;               // where it is looked at: the first is the start, the last the end
  std::function<void(Job&)> prepare = {};  // changes settings or the State before the start
  std::size_t interrupted_at = 0;          // the State is handed over at this instant; zero: at none
  const State* resumed = nullptr;          // goes on from it, instead of from the start
  std::function<void(double part)> progress = {};
};

// Instants to look at a model's run: of the grid of steps where there is one.
std::vector<double> instants_of(const DynamicSettings& settings, bool is_static);

// Runs a job; `state_there` receives the State at the instant where the plan interrupts.
Trial run_trial(Job job, Diagnostics diagnostics, const TrialPlan& plan, State* state_there = nullptr);

}  // namespace pintle
