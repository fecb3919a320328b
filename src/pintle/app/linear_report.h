// What an analysis at rest has found: as lines, as a table, and as variables of the results file.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

#include "pintle/analysis/linear.h"
#include "pintle/app/run_summary.h"

namespace pintle {

// Where it comes to rest; with `is_linear`, how many modes there are.
SummaryLines summary_lines(const LinearReport& report, bool is_linear, int warnings);
// Frequency, damping and what moves most, a line for each mode.
SummaryLines mode_lines(const LinearReport& report, const System& system);
void print_modes(const LinearReport& report, const System& system, std::ostream& out);

// Adds matrices, names and modes to a results file. What went wrong, or nothing.
std::string write_linear(const LinearReport& report, const System& system, const std::filesystem::path& file);

}  // namespace pintle
