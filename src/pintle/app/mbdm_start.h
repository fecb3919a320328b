// A run that starts from a checkpoint of MBDM.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "pintle/app/job.h"

namespace pintle {

// Brings the job's State to that of the checkpoint; multipliers and what joints remember are found anew.
// Returns the angles of rotation by body; nothing when the checkpoint is of another model, which is reported.
std::optional<std::vector<Vec3>> start_from_mbdm_checkpoint(const std::filesystem::path& path, Job& job,
                                                            Diagnostics& diagnostics);

}  // namespace pintle
