// The files of a run: where they go, whether they can be written, who writes them.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pintle/app/job.h"
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

  // Why they cannot be written; empty when they can.
  std::string why_not_writable() const;

  // The State of an earlier run, or what is wrong with it.
  std::variant<State, std::string> read_state() const;
  // Goes on with the files of an earlier run: what is after `time` is dropped.
  void resume_after(double time);
  MbdmResultFiles* mbdm() { return mbdm_ ? &*mbdm_ : nullptr; }

  // In the order in which they are to be called: results reach the disk before the state to resume from.
  std::vector<Observer*> writers();

  // How the run went, as JSON text, for those who look at the results.
  void write_report(const std::string& text);
  // Records that wait to be written in one go are.
  void bring_up_to_date();
  std::vector<std::string> errors() const;
  bool has_state() const { return checkpoint_.error().empty(); }
  const std::filesystem::path& results_path() const { return results_.path(); }
  const std::filesystem::path& state_path() const { return checkpoint_.path(); }
  bool has_records() const { return results_.records() > 0; }
  void print_written(const State& state, std::ostream& out) const;

 private:
  std::vector<std::filesystem::path> paths() const;

  const Job& job_;
  std::filesystem::path prefix_;
  std::string scheme_;
  ResultsFile results_;
  MbdynFiles text_;
  std::optional<MbdmResultFiles> mbdm_;
  CheckpointWriter checkpoint_;
};

}  // namespace pintle
