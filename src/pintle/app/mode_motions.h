// The motions of modes as results of their own, which `pintle view`, `plot` and `export` take as those of any
// run.
#pragma once

#include <filesystem>
#include <string>

#include "pintle/analysis/linear.h"
#include "pintle/app/job.h"

namespace pintle {

// Some periods of a mode about the equilibrium, which is the State of the job: undamped, and as large as one
// sees well. Nodes alone move; loads and reactions have no part in a shape. What went wrong, or nothing.
std::string write_mode_motion(const LinearReport& report, std::size_t mode, const Job& job,
                              const std::filesystem::path& file);

}  // namespace pintle
