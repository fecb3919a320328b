#include "pintle/results/csv.h"

#include <fmt/format.h>

#include "pintle/base/number_text.h"
#include "pintle/results/fresh_file.h"

namespace pintle {

namespace {

// Quoted where a comma, a quote or a line's end would break it (RFC 4180).
std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

std::string heading(const std::vector<ChannelChoice>& choices) {
  std::string line = "time [s]";
  for (const ChannelChoice& choice : choices)
    for (std::size_t i = 0; i < choice.size(); ++i) {
      const std::string& unit = choice.channel.unit;
      line +=
          ',' + csv_cell(unit.empty() ? choice.name_of(i) : fmt::format("{} [{}]", choice.name_of(i), unit));
    }
  return line + '\n';
}

}  // namespace

std::string write_csv(const ResultFile& file, const std::vector<ChannelChoice>& choices,
                      const std::vector<std::size_t>& records, const std::filesystem::path& path,
                      const Progress& progress) {
  FreshFile table(path);
  table.out() << heading(choices);
  RecordReader reader(file, channels_of(choices), records, progress);
  std::string line;
  while (reader.next() && table.out()) {
    line = shortest_text(reader.time());
    for (std::size_t c = 0; c < choices.size(); ++c)
      for (std::size_t i = 0; i < choices[c].size(); ++i)
        (line += ',') += shortest_text(choices[c].pick(reader.values(c), i));
    table.out() << (line += '\n');
  }
  return reader.error().empty() ? table.finish() : reader.error();
}

}  // namespace pintle
