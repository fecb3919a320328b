// Commands on result files: info, plot, export.
#pragma once

#include <CLI/CLI.hpp>

namespace pintle {

// --force, of every command that writes files.
void add_force(CLI::App& command, bool& is_forced);

// The command that is called leaves its exit code.
void add_results_commands(CLI::App& app, int& exit_code);

}  // namespace pintle
