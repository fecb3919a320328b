// Checkpoints in MBDM's layout: the time, q, q', q'' on a line each, and a line of three angles per body.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "pintle/base/diagnostics.h"
#include "pintle/base/user_files.h"
#include "pintle/output/mbdm_model.h"

namespace pintle {

struct MbdmCheckpoint {
  double time = 0.0;
  MbdmModel::Coordinates coordinates;
  std::vector<Vec3> angles;  // by body: rotation about the ground's axes so far, rad
};

// Writes `path` in one go; the file that was there becomes `path`_old. Both are whole at any moment. Returns
// an error message, empty when all went well.
std::string write_mbdm_checkpoint(const std::filesystem::path& path, const MbdmCheckpoint& checkpoint);

// Nothing when the file cannot be read or is of another model, with the line that says so.
std::optional<MbdmCheckpoint> read_mbdm_checkpoint(const std::filesystem::path& path, std::size_t bodies,
                                                   Diagnostics& diagnostics, const UserFiles& files = {});

// A number with all its digits, and a row of them.
void append_number(std::string& text, double value);
void append_row(std::string& text, const VecX& row);

}  // namespace pintle
