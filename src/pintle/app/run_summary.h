// What `pintle run` prints about a system and about a run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/analysis/dynamic.h"

namespace pintle {

// "1 step", "3 steps", "2 bodies"
std::string counted(std::int64_t count, std::string_view noun);

// Title and text of each line; a line that goes on has no title.
using SummaryLines = std::vector<std::pair<std::string, std::string>>;

void print_size(const System& system, std::ostream& out);
// Every equation with the unknown that stands on the diagonal.
void print_equations(const System& system, std::ostream& out);
SummaryLines summary_lines(const RunReport& report, const State& state, int warnings);
void print_lines(const SummaryLines& lines, std::ostream& out);

int count_warnings(const Diagnostics& diagnostics);

// A file name as a shell takes it.
std::string as_word(const std::filesystem::path& path);

}  // namespace pintle
