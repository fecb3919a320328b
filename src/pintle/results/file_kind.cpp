#include "pintle/results/file_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <string_view>
#include <utility>

#include "pintle/base/wording.h"
#include "pintle/results/fresh_file.h"
#include "pintle/results/netcdf_extent.h"

namespace pintle {

namespace {

constexpr std::size_t kLookAt = 4096;  // bytes at the beginning, and at the end

constexpr std::array<std::string_view, 16> kKindNames{"nothing",
                                                      "the results of a run",
                                                      "the results of an equilibrium analysis",
                                                      "the results of a linear analysis",
                                                      "the state of a run",
                                                      "the state of an equilibrium analysis",
                                                      "the state of a linear analysis",
                                                      "a page",
                                                      "a picture",
                                                      "a table",
                                                      "a grid",
                                                      "a list of grids",
                                                      "an animation",
                                                      "a drawing",
                                                      "a table in MBDM's layout",
                                                      "something else"};

std::string_view name_of(FileKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

FileKind kind_of_analysis(std::string_view analysis, bool is_state) {
  if (analysis == "equilibrium") return is_state ? FileKind::equilibrium_state : FileKind::equilibrium;
  if (analysis == "linear") return is_state ? FileKind::linear_state : FileKind::linear;
  return is_state ? FileKind::run_state : FileKind::run;
}

FileKind kind_of_netcdf(const std::filesystem::path& path) {
  const Result<NetcdfExtent> extent = netcdf_extent(path);
  if (!extent || !extent->text("format").starts_with("pintle results ")) return FileKind::other;
  return kind_of_analysis(extent->text("analysis"), false);
}

// The scheme stands after the mark, the version and the fingerprint (output/state_file.cpp); an analysis at
// rest has its own name there.
FileKind kind_of_state(std::string_view head) {
  constexpr std::size_t kPlace = 8 + 4 + 8;
  std::uint64_t length = 0;
  if (head.size() < kPlace + sizeof length) return FileKind::other;
  std::memcpy(&length, head.data() + kPlace, sizeof length);
  return kind_of_analysis(head.substr(kPlace + sizeof length, length), true);
}

// Those that are known by a word at the beginning and another one near the beginning or the end.
struct Mark {
  FileKind kind;
  std::string_view begin, word;
};
constexpr std::array kMarks{Mark{FileKind::page, "<!doctype html>", "<title>Pintle</title>"},
                            Mark{FileKind::picture, "\x89PNG", ""},
                            Mark{FileKind::picture, "<?xml", "Produced by GNUPLOT"},
                            Mark{FileKind::picture, "%PDF-", "/Producer (cairo"},
                            Mark{FileKind::table, "time [s]", ""},
                            Mark{FileKind::grid, "<?xml", "<VTKFile type=\"UnstructuredGrid\""},
                            Mark{FileKind::grids, "<?xml", "<VTKFile type=\"Collection\""},
                            Mark{FileKind::animation, "glTF", "\"pintle "},
                            Mark{FileKind::animation, "{", "\"generator\": \"pintle "},
                            Mark{FileKind::drawing, "digraph topology {", ""},
                            Mark{FileKind::mbdm_table, "# t ", ""}};

}  // namespace

FileKind kind_of_file(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return FileKind::nothing;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error || size == 0) return error ? FileKind::other : FileKind::nothing;
  std::string head(std::min<std::uintmax_t>(size, kLookAt), '\0'), tail = head;
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  file.seekg(-static_cast<std::streamoff>(tail.size()), std::ios::end);
  file.read(tail.data(), static_cast<std::streamsize>(tail.size()));
  if (!file) return FileKind::other;
  if (head.starts_with("CDF")) return kind_of_netcdf(path);
  if (head.starts_with("PINTLEST")) return kind_of_state(head);
  for (const Mark& mark : kMarks)
    if (head.starts_with(mark.begin) &&
        (head.find(mark.word) != std::string::npos || tail.find(mark.word) != std::string::npos))
      return mark.kind;
  return FileKind::other;
}

std::string why_not_replaced(const std::filesystem::path& path, FileKind by, bool is_forced) {
  if (is_forced) return {};
  const FileKind there = kind_of_file(path);
  if (there == FileKind::nothing || (there == by && by != FileKind::other)) return {};
  return fmt::format("'{}' is there and holds {}; choose another name, or replace it with {}", path.string(),
                     name_of(there), worded("--force", "force=True"));
}

std::string why_not_written(const OutputFile& file) {
  std::error_code ignored;
  for (const std::filesystem::path& input : file.inputs)
    if (std::filesystem::equivalent(input, file.path, ignored))
      return fmt::format("{}: this is the file that is read; choose another name for what is written",
                         file.path.string());
  if (std::string why = why_not_writable(file.path); !why.empty()) return why;
  return why_not_replaced(file.path, file.kind, file.is_forced);
}

}  // namespace pintle
