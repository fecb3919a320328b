// Pictures of curves, drawn by gnuplot.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pintle/results/plot_data.h"

namespace pintle {

struct PlotLook {
  std::string title;
  std::vector<std::string> results;         // what they are called in the legend
  std::optional<std::pair<int, int>> size;  // width and height in pixels; of a PDF at 100 to the inch
};

// Endings that can be drawn: png, svg, pdf.
std::vector<std::string> plot_endings();

// What gnuplot is told: a panel for each unit, all over the same axis, legends beside them.
std::string gnuplot_script(const PlotData& data, const PlotLook& look, const std::string& ending);

// What went wrong, or nothing; gnuplot may be missing.
std::string draw_plot(const PlotData& data, const PlotLook& look, const std::filesystem::path& path);

}  // namespace pintle
