// What a file holds, by its bytes. A command replaces what it could have written itself, and nothing else
// unless it is forced to; the rule is in docs/results.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace pintle {

enum class FileKind : std::uint8_t {
  nothing,  // there is no such file, it is empty, or it is a device or a pipe
  run,
  equilibrium,
  linear,
  run_state,
  equilibrium_state,
  linear_state,
  page,
  picture,
  table,
  grid,
  grids,
  animation,
  drawing,
  mbdm_table,
  other
};

FileKind kind_of_file(const std::filesystem::path& path);

// "'x.nc' is there and holds the results of a run: ..."; empty where a file of this kind may take its place.
std::string why_not_replaced(const std::filesystem::path& path, FileKind by, bool is_forced);

// What a command writes, and the files it reads, which it never replaces.
struct OutputFile {
  std::filesystem::path path;
  FileKind kind = FileKind::other;
  std::vector<std::filesystem::path> inputs;
  bool is_forced = false;
};

// Why it cannot or must not be written; empty when it may.
std::string why_not_written(const OutputFile& file);

}  // namespace pintle
