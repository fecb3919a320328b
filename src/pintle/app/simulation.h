// Simulation: a job on its way, step by step, with its files and its diagnostics.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/analysis/dynamic_run.h"
#include "pintle/app/run_files.h"

namespace pintle {

class Simulation {
 public:
  // An empty prefix: no files. `is_resumed`: from prefix.state, which resume() reads. `diagnostics` are those
  // of loading the job; what the run has to say is added.
  Simulation(Job job, std::filesystem::path prefix, bool is_resumed, Diagnostics diagnostics);
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  Job& job() { return job_; }
  const Job& job() const { return job_; }
  const System& system() const { return job_.system; }
  const State& state() const { return job_.state; }
  const State& described() const { return described_; }  // as the model says
  RunFiles* files() { return files_.get(); }
  const Diagnostics& diagnostics() const { return diagnostics_; }
  Diagnostics& diagnostics() { return diagnostics_; }

  // Takes up the State that an earlier run has left. What is wrong with it, or nothing.
  std::string resume();

  // Before the first step. Other observers are called before and after those that write files. False: there
  // is nothing to advance.
  bool start(std::vector<Observer*> before = {}, std::vector<Observer*> after = {});
  // One step. False: it was the last one.
  bool advance() { return run_.advance(); }
  // Once: ends the files and writes how the run went into them.
  const RunReport& finish();

  // Result files hold every record up to now.
  void bring_files_up_to_date() {
    if (files_ && has_started() && !is_finished_) files_->bring_up_to_date();
  }

  bool has_started() const { return run_.has_started(); }
  bool is_at_end() const { return run_.is_at_end(); }
  const RunReport& report() const { return run_.report(); }

  // What result files hold: names of the quantities and, once started, their values at the present State.
  const std::vector<RecordVariable>& variables() const { return records_.variables(); }
  std::span<const double> record();
  // False: there is no such input.
  bool set_input(std::string_view name, double value);
  // The State, to be kept: set_state(), or a run that is resumed, goes on from it as this one does.
  const State& give_state();
  // Goes on from another State of this model, also after the end; results after its time are dropped from the
  // files. What went wrong with these, or nothing.
  std::string set_state(State state);

 private:
  void list_observers();

  Job job_;
  State described_;
  Diagnostics diagnostics_;
  std::filesystem::path prefix_;
  std::unique_ptr<RunFiles> files_;
  std::vector<Observer*> before_, after_, observers_;
  DynamicRun run_;
  bool is_finished_ = false;
  RunReport report_;
  Snapshot snapshot_;
  ChannelRecords records_;
  std::vector<double> record_;
};

}  // namespace pintle
