// State files: a State written to disk and read back bit for bit; see state_file.cpp for the layout.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "pintle/system/observer.h"

namespace pintle {

// Identifies the model a state belongs to: sizes, node names, element names and types.
std::uint64_t fingerprint(const System& system);

// A file that goes with a state: so many bytes had reached the disk when the state was written. Files of a
// run are called by their endings.
struct FileMark {
  std::string name;
  std::uint64_t bytes = 0;
  friend bool operator==(const FileMark&, const FileMark&) = default;
};

// Writes to a temporary file beside `path`, flushes it to disk and renames it: a reader sees the old file or
// the new one. `scheme` says how State::memory is to be understood. Returns an error message, empty when all
// went well.
std::string write_state_file(const std::filesystem::path& path, const System& system, const State& state,
                             std::string_view scheme = "", const std::vector<FileMark>& files = {});

// The state, or what is wrong: not a state file, damaged, or of another model. Written under another scheme,
// it comes without its memory, which the integrator then starts anew. `files`: those that go with it; a state
// of an earlier version knows none.
std::variant<State, std::string> read_state_file(const std::filesystem::path& path, const System& system,
                                                 std::string_view scheme = "",
                                                 std::vector<FileMark>* files = nullptr);

// Brings the files of a run to the disk. Nothing: what goes with a state is not there.
using SecureFiles = std::function<std::optional<std::vector<FileMark>>()>;

// Writes a state file at the checkpoints of a run, after the files that go with it, and at its end. Where the
// disk is slow checkpoints are left out, so that a small part of the time goes into them: what a run forgets
// at one does not depend on that. A run that starts anew removes the file of an earlier one, which would not
// go with its results.
class CheckpointWriter final : public Observer {
 public:
  struct Options {
    std::string scheme;
    bool is_resumed = false;
    bool has_every_one = false;  // none is left out
  };
  CheckpointWriter(std::filesystem::path path, Options options, SecureFiles secure)
      : path_(std::move(path)), options_(std::move(options)), secure_(std::move(secure)) {}
  bool wants(const State&) override { return false; }
  bool on_start(const System& system, const RunInfo& info) override;
  bool on_checkpoint(const System& system, const State& state) override;
  void on_finish(const System& system, const State& state) override;

  const std::filesystem::path& path() const { return path_; }
  // Of the state in the file, if this run has written it.
  std::optional<double> time() const { return time_; }
  const std::string& error() const { return error_; }

 private:
  using Clock = std::chrono::steady_clock;
  bool write(const System& system, const State& state);

  std::filesystem::path path_;
  Options options_;
  SecureFiles secure_;
  std::optional<double> time_;
  Clock::time_point next_ = Clock::time_point::min();  // not before
  std::string error_;
};

}  // namespace pintle
