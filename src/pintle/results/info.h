// What a result file contains and how its run went, as text for people and as JSON for programs.
#pragma once

#include <string>
#include <vector>

#include "pintle/results/channel_choice.h"
#include "pintle/results/statistics.h"

namespace pintle {

// Chosen channels with their statistics; these are empty where nobody asked for them.
struct ChannelTable {
  std::vector<ChannelChoice> choices;
  std::vector<std::vector<Statistics>> statistics;
};

// Title, model, settings, how the run went, times and size.
std::string describe_run(const ResultFile& file);
// Size, unit and meaning of channels, by the objects they belong to; or their statistics.
std::string describe_channels(const ChannelTable& table);
// All of it as one JSON object.
std::string info_json(const ResultFile& file, const ChannelTable& table);

}  // namespace pintle
