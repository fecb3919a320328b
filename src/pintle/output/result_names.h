// Whether the names of a model go into a file of results.
#pragma once

#include "pintle/base/diagnostics.h"
#include "pintle/system/system.h"

namespace pintle {

// NetCDF has room for names of some length, and reads '/' as a path: names that are too long, or that are the
// same once '/' is written as '|', are errors at the place where they stand.
void check_result_names(const System& system, Diagnostics& diagnostics);

}  // namespace pintle
