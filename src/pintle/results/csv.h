// Results as a table of comma-separated values, one line per record.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pintle/results/channel_choice.h"
#include "pintle/results/record_reader.h"

namespace pintle {

// The first line names columns: `time [s],node.top.position:x [m],...`. Numbers have as many digits as it
// takes to read back the same. What went wrong, or nothing.
std::string write_csv(const ResultFile& file, const std::vector<ChannelChoice>& choices,
                      const std::vector<std::size_t>& records, const std::filesystem::path& path,
                      const Progress& progress = {});

}  // namespace pintle
