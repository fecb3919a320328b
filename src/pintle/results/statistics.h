// First, last, least and largest values of channels.
#pragma once

#include <string>
#include <vector>

#include "pintle/results/channel_choice.h"
#include "pintle/results/record_reader.h"

namespace pintle {

// Of one number over the run. What is not a number counts for nothing but `first` and `last`.
struct Statistics {
  double first = 0.0, last = 0.0;
  double least = 0.0, largest = 0.0;
  double time_of_least = 0.0, time_of_largest = 0.0;
};

// For each choice, of each of its numbers.
Result<std::vector<std::vector<Statistics>>> statistics_of(const ResultFile& file,
                                                           const std::vector<ChannelChoice>& choices,
                                                           const std::vector<std::size_t>& records,
                                                           const Progress& progress = {});

}  // namespace pintle
