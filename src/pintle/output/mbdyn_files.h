// MBDyn's result files of text, written during a run; see mbdyn.md.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "pintle/output/line_file.h"
#include "pintle/output/mbdyn_model.h"
#include "pintle/output/schedule.h"
#include "pintle/system/observer.h"
#include "pintle/system/report.h"

namespace pintle {

class MbdynFiles final : public Observer {
 public:
  static constexpr std::array<std::string_view, 7> kEndings{".mov", ".ine", ".jnt", ".frc",
                                                            ".out", ".log", ".rfm"};

  // Files are named `prefix` and an ending. `every`: steps between records.
  MbdynFiles(const std::filesystem::path& prefix, MbdynSettings settings, int every);

  // Goes on with the files of the same model: records after `time` are dropped.
  void resume_after(double time) { resume_time_ = time; }

  bool wants(const State& state) override { return schedule_.is_due(state); }
  bool on_start(const System& system, const RunInfo& info) override;
  void on_step(const State& state, const StepInfo& info) override;
  bool on_state(const System& system, const State& state, const Context& context) override;
  bool on_checkpoint(const System& system, const State& state) override;
  void on_finish(const System& system, const State& state) override;

  const std::string& error() const { return error_; }  // empty when all went well
  std::int64_t records() const { return records_; }
  // ".mov", ...: those that are written for this model.
  std::vector<std::string> endings() const;

 private:
  enum File { mov, ine, jnt, frc, out, log, rfm, kFiles };  // in the order of kEndings

  bool is_needed(File file) const;
  void prepare_resumption();
  void write_nodes(const Context& context);
  void write_momenta(const System& system, const Context& context);
  void write_elements(std::string_view kind, const Context& context);
  void write_summary(const Context& context);
  void write_reference_frames();
  void flush();

  MbdynSettings settings_;
  Schedule schedule_;
  int every_;
  MbdynModel model_;
  std::vector<LineFile> files_;
  std::vector<NodeMomentum> momenta_;
  double resume_time_ = std::numeric_limits<double>::quiet_NaN();
  double last_time_ = -std::numeric_limits<double>::infinity();
  bool is_resumed_ = false;
  std::int64_t records_ = 0;
  std::chrono::steady_clock::time_point last_flush_;
  std::string error_;
};

}  // namespace pintle
