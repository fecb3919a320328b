// `pintle run` of a model whose analysis is one at rest: its equilibrium, small motions about it.
#pragma once

#include <iosfwd>

#include "pintle/app/run.h"

namespace pintle {

// Writes the state of equilibrium as the one record of the results and, of small motions, matrices and modes
// beside it. The exit code of the command.
int run_at_rest(const RunOptions& options, Job& job, Diagnostics& diagnostics, std::ostream& out,
                std::ostream& err);

}  // namespace pintle
