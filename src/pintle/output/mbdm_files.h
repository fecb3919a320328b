// MBDM's result files, written during a run; see mbdm_card.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "pintle/output/line_file.h"
#include "pintle/output/mbdm_checkpoint.h"
#include "pintle/output/mbdm_model.h"
#include "pintle/output/mbdm_tracers.h"
#include "pintle/system/observer.h"

namespace pintle {

// The independent coordinates, by their position in State::q, of a formulation that has some.
using IndependentCoordinates = std::function<std::vector<Index>(const State&)>;

class MbdmResultFiles final : public Observer {
 public:
  // Files stand in `folder`; empty: the current directory.
  MbdmResultFiles(std::filesystem::path folder, MbdmSettings settings,
                  IndependentCoordinates independent = {});
  MbdmResultFiles(const MbdmResultFiles&) = delete;
  MbdmResultFiles& operator=(const MbdmResultFiles&) = delete;

  // Goes on with the files of the same case: what is after `time` is dropped.
  void resume_after(double time) { resume_time_ = time; }
  // Angles of rotation at that time, by body; else they are looked for in the files.
  void start_from(std::vector<Vec3> angles) { angles_ = std::move(angles); }

  bool wants(const State& state) override {
    return !has_begun_ || is_due(settings_.output_every, state) || is_due(settings_.tracers_every, state);
  }
  bool on_start(const System& system, const RunInfo& info) override;
  void on_step(const State& state, const StepInfo& info) override;
  bool on_state(const System& system, const State& state, const Context& context) override;
  bool on_checkpoint(const System& system, const State& state) override;
  void on_finish(const System& system, const State& state) override;

  const std::string& error() const { return error_; }    // empty when all went well
  const std::string& notice() const { return notice_; }  // what a user should know
  std::int64_t records() const { return records_; }
  std::filesystem::path checkpoint_path() const { return checkpoint_path_; }
  // "spring_body_1.dat", ...; and the folders of files that are written one by one.
  std::vector<std::filesystem::path> tables() const;
  // Those of them that tell what their columns are.
  std::vector<std::filesystem::path> headed_tables() const;
  std::vector<std::filesystem::path> folders() const;

 private:
  struct Table {
    LineFile file;
    int lines_per_record;
    std::string header;
  };
  static bool is_due(int every, const State& state) { return every > 0 && state.step % every == 0; }

  void list_tables();
  std::string why_not_whole(const std::vector<KeptRecords>& kept, const RunInfo& info) const;
  void find_angles();
  void begin(const State& state);
  void write_bodies(const Context& context);
  void write_moorings(const Context& context);
  void write_state(const System& system, const State& state);
  void write_independent(const State& state, double step_size);
  void write_tracers(const System& system, const State& state, const Context& context);
  void flush();

  std::filesystem::path folder_;
  MbdmSettings settings_;
  IndependentCoordinates independent_;
  MbdmTracerFiles tracers_;
  std::filesystem::path checkpoint_path_;
  const System* system_ = nullptr;
  MbdmModel model_;

  // Bodies, their matrices, moorings, then those for debugging: of every record, and of every step.
  std::vector<Table> tables_;
  std::size_t first_matrix_ = 0, first_mooring_ = 0, first_debug_ = 0, first_steps_ = 0;

  std::vector<Vec3> angles_, omega_;  // by body; omega at time_
  double time_ = 0.0, end_time_ = 0.0;
  double resume_time_ = std::numeric_limits<double>::quiet_NaN();
  double last_record_ = -std::numeric_limits<double>::infinity();
  double last_checkpoint_ = std::numeric_limits<double>::quiet_NaN();
  bool is_resumed_ = false, has_begun_ = false;
  std::int64_t records_ = 0;
  std::chrono::steady_clock::time_point last_flush_;
  std::string error_, notice_;
};

}  // namespace pintle
