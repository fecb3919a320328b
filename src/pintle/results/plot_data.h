// Curves to plot: channels of one or more results over time or over another channel.
#pragma once

#include <string>
#include <vector>

#include "pintle/results/channel_choice.h"
#include "pintle/results/record_reader.h"

namespace pintle {

struct PlotCurve {
  std::string name;      // "node.top.position:x"
  std::string quantity;  // "position"
  std::string unit;
  std::size_t result = 0;  // which of the results it belongs to
  std::vector<double> x, y;
};

struct PlotData {
  std::string x_name = "time", x_unit = "s";
  std::vector<PlotCurve> curves;
};

struct PlotRequest {
  std::vector<std::string> channels;  // as choose_channels takes them
  std::string x;                      // a channel instead of the time, or empty
  RecordChoice records;
  bool is_difference = false;  // of two results: the first less the second, at the times of the first
};

// Time histories are thinned to what can be seen: the least and the largest value of each of kPlotBins spans
// of time. The failure says what cannot be plotted.
Result<PlotData> read_plot(const std::vector<const ResultFile*>& files, const PlotRequest& request,
                           const Progress& progress = {});

inline constexpr std::size_t kPlotBins = 4000, kMostCurves = 60;

}  // namespace pintle
