// State files: a State written to disk and read back bit for bit; see state_file.cpp for the layout.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>

#include "pintle/system/observer.h"

namespace pintle {

// Identifies the model a state belongs to: sizes, node names, element names and types.
std::uint64_t fingerprint(const System& system);

// Writes to a temporary file beside `path`, flushes it to disk and renames it: a reader sees the old file or the new one.
// Returns an error message, empty when all went well.
std::string write_state_file(const std::filesystem::path& path, const System& system, const State& state);

// The state, or what is wrong: not a state file, damaged, or of another model.
std::variant<State, std::string> read_state_file(const std::filesystem::path& path, const System& system);

// Writes a state file at every checkpoint of a run.
class CheckpointWriter final : public Observer {
 public:
  explicit CheckpointWriter(std::filesystem::path path) : path_(std::move(path)) {}
  bool wants(const State&) override { return false; }
  bool on_checkpoint(const System& system, const State& state) override {
    error_ = write_state_file(path_, system, state);
    return error_.empty();
  }
  const std::filesystem::path& path() const { return path_; }
  const std::string& error() const { return error_; }

 private:
  std::filesystem::path path_;
  std::string error_;
};

}  // namespace pintle
