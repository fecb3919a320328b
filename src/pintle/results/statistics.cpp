#include "pintle/results/statistics.h"

#include <cmath>
#include <limits>

namespace pintle {

Result<std::vector<std::vector<Statistics>>> statistics_of(const ResultFile& file,
                                                           const std::vector<ChannelChoice>& choices,
                                                           const std::vector<std::size_t>& records,
                                                           const Progress& progress) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::vector<Statistics>> all;
  for (const ChannelChoice& choice : choices)
    all.emplace_back(choice.size(), Statistics{kNone, kNone, kNone, kNone, kNone, kNone});
  RecordReader reader(file, channels_of(choices), records, progress);
  while (reader.next())
    for (std::size_t c = 0; c < choices.size(); ++c)
      for (std::size_t i = 0; i < choices[c].size(); ++i) {
        Statistics& found = all[c][i];
        const double value = choices[c].pick(reader.values(c), i);
        if (reader.index() == 0) found.first = value;
        found.last = value;
        if (std::isnan(value)) continue;
        // Comparisons with the kNone at the start are false.
        if (!(value >= found.least)) found.least = value, found.time_of_least = reader.time();
        if (!(value <= found.largest)) found.largest = value, found.time_of_largest = reader.time();
      }
  if (!reader.error().empty()) return Failure{reader.error()};
  return all;
}

}  // namespace pintle
