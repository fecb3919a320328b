// `pintle plot`: channels of results as a picture.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace pintle {

struct PlotOptions {
  std::vector<std::string> words;  // results, which end in .nc, and channels
  std::filesystem::path output;
  std::string title, x, size;  // `size`: "800x600"
  std::optional<double> from, to;
  bool is_difference = false;
  bool is_forced = false;  // replaces what is there, whatever it is
  bool has_progress = false;
};

int plot(const PlotOptions& options, std::ostream& out, std::ostream& err);

}  // namespace pintle
