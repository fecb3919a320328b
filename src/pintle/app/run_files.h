// The files of a run: where they go, whether they can be written, who writes them.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pintle/app/job.h"
#include "pintle/app/output_lock.h"
#include "pintle/output/mbdm_files.h"
#include "pintle/output/mbdyn_files.h"
#include "pintle/output/state_file.h"

namespace pintle {

// "results/" is a folder for files named after the model; anything else is the beginning of the names.
std::filesystem::path output_prefix(const std::filesystem::path& given, const std::filesystem::path& model);

// The integrator's memory in a state file is understood by the same scheme only.
std::string scheme_of(const DynamicSettings& settings);

class RunFiles {
 public:
  // `job` must outlive it. `is_resumed`: the state file is kept until there is a new one.
  RunFiles(const Job& job, std::filesystem::path prefix, bool is_resumed);

  // Before anything is read or written: has them for this run alone, until release(). Why that cannot be;
  // empty when it is so. `is_forced`: they take the place of whatever has their names.
  std::string claim(bool is_forced);
  // With tables that are gone on with from a checkpoint of MBDM.
  void expect_tables() { has_tables_ = true; }
  void release() { lock_.release(); }
  // Has them in place of others, which are written no more.
  void take_over(RunFiles& others) { lock_ = std::move(others.lock_); }
  // Who had them last and was killed, as a sentence; empty: nobody.
  const std::string& notice() const { return lock_.notice(); }

  // The State of an earlier run, or what is wrong with it or with the files that go with it. What is worth
  // knowing of these is noted.
  std::variant<State, std::string> read_state(Diagnostics& diagnostics);
  // Goes on with the files of an earlier run: what is after `time` is dropped.
  void resume_after(double time);
  MbdmResultFiles* mbdm() { return mbdm_ ? &*mbdm_ : nullptr; }

  // In the order in which they are to be called: results reach the disk before the state to resume from.
  std::vector<Observer*> writers();

  // How the run went, as JSON text, for those who look at the results.
  void write_report(const std::string& text);
  // For others that go on with them from another State.
  void close_records();
  // Records that wait to be written in one go are.
  void bring_up_to_date();
  std::vector<std::string> errors() const;
  // Of the state that this run has left to go on from.
  std::optional<double> state_time() const { return checkpoint_.time(); }
  const std::filesystem::path& results_path() const { return results_.path(); }
  const std::filesystem::path& state_path() const { return checkpoint_.path(); }
  bool has_records() const { return results_.records() > 0; }
  void print_written(const State& state, std::ostream& out) const;

 private:
  std::vector<std::filesystem::path> paths() const;
  std::vector<std::filesystem::path> locks() const;
  std::filesystem::path path_of(const std::string& mark) const;
  std::string why_not_writable() const;
  std::string why_not_replaced() const;
  std::string why_not_whole(const std::vector<FileMark>& marks, double time, Diagnostics& diagnostics) const;
  std::vector<std::string> write_errors() const;
  std::optional<std::vector<FileMark>> secure();

  const Job& job_;
  std::filesystem::path prefix_;
  OutputLock lock_;  // until all that follow have ended
  std::string scheme_;
  ResultsFile results_;
  MbdynFiles text_;
  std::optional<MbdmResultFiles> mbdm_;
  CheckpointWriter checkpoint_;
  bool is_resumed_ = false, has_tables_ = false, are_whole_ = false;
  std::string disk_error_;
};

}  // namespace pintle
