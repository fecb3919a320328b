// State files: a State written to disk and read back bit for bit; see state_file.cpp for the layout.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <variant>

#include "pintle/system/observer.h"

namespace pintle {

// Identifies the model a state belongs to: sizes, node names, element names and types.
std::uint64_t fingerprint(const System& system);

// Writes to a temporary file beside `path`, flushes it to disk and renames it: a reader sees the old file or
// the new one. `scheme` says how State::memory is to be understood. Returns an error message, empty when all
// went well.
std::string write_state_file(const std::filesystem::path& path, const System& system, const State& state,
                             std::string_view scheme = "");

// The state, or what is wrong: not a state file, damaged, or of another model. Written under another scheme,
// it comes without its memory, which the integrator then starts anew.
std::variant<State, std::string> read_state_file(const std::filesystem::path& path, const System& system,
                                                 std::string_view scheme = "");

// Writes a state file at every checkpoint of a run. A run that starts anew removes the file of an earlier
// one, which would not go with its results.
class CheckpointWriter final : public Observer {
 public:
  explicit CheckpointWriter(std::filesystem::path path, std::string scheme = "", bool is_resumed = false)
      : path_(std::move(path)), scheme_(std::move(scheme)), is_resumed_(is_resumed) {}
  bool wants(const State&) override { return false; }
  bool on_start(const System&, const RunInfo&) override {
    std::error_code ignored;
    if (!is_resumed_) std::filesystem::remove(path_, ignored);
    return true;
  }
  bool on_checkpoint(const System& system, const State& state) override {
    error_ = write_state_file(path_, system, state, scheme_);
    return error_.empty();
  }
  const std::filesystem::path& path() const { return path_; }
  const std::string& error() const { return error_; }

 private:
  std::filesystem::path path_;
  std::string scheme_;
  bool is_resumed_ = false;
  std::string error_;
};

}  // namespace pintle
