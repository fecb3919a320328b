// What a linear analysis has found: as a table, and as variables of the results file.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

#include "pintle/analysis/linear.h"

namespace pintle {

void print_modes(const LinearReport& report, const System& system, std::ostream& out);

// Adds matrices, names and modes to a results file. What went wrong, or nothing.
std::string write_linear(const LinearReport& report, const System& system, const std::filesystem::path& file);

}  // namespace pintle
