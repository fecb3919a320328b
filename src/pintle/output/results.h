// Results file: NetCDF with one variable per channel, names and units, appended during the run.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pintle/model/checked_card.h"
#include "pintle/output/netcdf_records.h"
#include "pintle/output/record_source.h"
#include "pintle/output/record_writer.h"
#include "pintle/output/scene.h"
#include "pintle/output/schedule.h"
#include "pintle/system/observer.h"

namespace pintle {

struct ResultsSettings {
  int every = 1;                         // write every so many steps
  bool has_unwrapped_rotations = false;  // rotation vectors go on beyond pi instead of jumping
  int checkpoint_every = 1000;           // steps between state files; zero: only at the end
  std::vector<Tracers> tracers = {};     // trails of the scene
};

// Reads what an "output" card of type "results" says.
ResultsSettings read_results(const CheckedCard& card);

// The file is in the classic 64-bit-data format, whose records lie one behind the other: a run that is killed
// leaves all records written so far readable. Records are evaluated and written in runs beside it
// (RecordWriter), at least once a second.
class ResultsFile final : public Observer {
 public:
  // `source` says what is written; none: all channels.
  ResultsFile(std::filesystem::path path, const ResultsSettings& settings,
              std::unique_ptr<RecordSource> source = nullptr);
  ~ResultsFile() override;
  ResultsFile(const ResultsFile&) = delete;
  ResultsFile& operator=(const ResultsFile&) = delete;

  // Goes on with an existing file of the same model: records after `time` are dropped. `is_whole`: it is
  // known to have all before.
  void resume_after(double time, bool is_whole = false) {
    resume_time_ = time;
    is_whole_ = is_whole;
  }

  // Unwrapping follows the rotations through every step, whatever is written.
  bool wants(const State& state) override { return is_due(state) || settings_.has_unwrapped_rotations; }
  bool looks_later() const override { return true; }
  void complete_with(const CompleteState& complete) override { writer_->complete_with(complete); }
  bool on_start(const System& system, const RunInfo& info) override;
  void on_step(const State&, const StepInfo& info) override { step_ = info; }
  bool on_state(const System& system, const State& state, const Context& context) override;
  bool on_checkpoint(const System& system, const State& state) override;
  void on_finish(const System& system, const State& state) override;

  // After the end: how the run went, as JSON text, in the room that the file keeps for it.
  static constexpr std::size_t kReportRoom = 1u << 16;
  void write_report(const std::string& text);

  const std::filesystem::path& path() const { return path_; }
  const std::string& error() const { return error_; }  // empty when all went well
  std::int64_t records() const { return static_cast<std::int64_t>(kept_); }

 private:
  struct Variable : RecordVariable {
    int id = -1;
    std::size_t first = 0;  // position in a record
  };

  bool is_due(const State& state) const { return schedule_.is_due(state); }
  bool is_last(const State& state) const;
  void create(const System& system, const RunInfo& info);
  void reopen();
  void list_variables(const System& system);
  void define(const Variable& variable);
  int define_fixed(const FixedVariable& variable);
  int define_text(const std::string& name, std::size_t size);
  int dimension(const std::string& name, std::size_t size);
  void attribute(int variable, std::string_view name, std::string_view text);
  void check_variables();
  std::vector<double> last_rotations();
  void open_records();
  void flush();
  void say(const std::string& reason);
  void check(int status, std::string_view what);

  std::filesystem::path path_;
  std::unique_ptr<RecordSource> source_;
  ResultsSettings settings_;
  Schedule schedule_;
  double resume_time_ = 0.0;
  double end_time_ = 0.0;
  double last_time_ = -std::numeric_limits<double>::infinity();  // of the last record
  double seen_time_ = -std::numeric_limits<double>::infinity();  // of the last state between records
  bool is_resumed_ = false, is_whole_ = false;
  int file_ = -1;
  int time_dimension_ = -1;
  std::vector<Variable> variables_;
  std::size_t record_size_ = 0;
  std::size_t kept_ = 0;  // records, those in the file of a run that is resumed with them
  StepInfo step_;
  std::vector<double> rotations_;  // of the last record of a run that is resumed
  NetcdfRecords records_;
  std::optional<RecordWriter> writer_;
  std::chrono::steady_clock::time_point last_flush_;
  std::string error_;
};

}  // namespace pintle
