#include "pintle/results/info.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace pintle {

namespace {

using InfoJson = nlohmann::ordered_json;

constexpr std::size_t kNameWidth = 24;

// Further lines of a value stand below its first one.
void add_line(std::string& text, std::string_view name, std::string_view value) {
  while (!value.empty()) {
    const std::size_t end = std::min(value.find('\n'), value.size());
    text += fmt::format("  {:<{}}{}\n", name, kNameWidth, value.substr(0, end));
    value.remove_prefix(std::min(end + 1, value.size()));
    name = {};
  }
}

std::string as_text(const InfoJson& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// How the run went, as the run itself told; an empty object where it did not come to that.
InfoJson run_report(const ResultFile& file) {
  InfoJson report = InfoJson::parse(file.report(), nullptr, false);
  return report.is_object() ? report : InfoJson::object();
}

std::string status_of(const InfoJson& report) {
  const auto status = report.find("status");
  return status != report.end() ? as_text(*status)
                                : "not known to have ended (it is under way, or was killed)";
}

std::string bytes_text(std::uintmax_t bytes) {
  constexpr std::array kUnits{"B", "kB", "MB", "GB", "TB"};
  double amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; amount >= 1000.0 && unit + 1 < kUnits.size(); ++unit) amount /= 1000.0;
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.3g} {}", amount, kUnits[unit]);
}

std::uintmax_t bytes_of(const ResultFile& file) {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(file.path(), error);
  return error ? 0 : bytes;
}

void add_report(std::string& text, const InfoJson& report) {
  add_line(text, "run", status_of(report));
  for (const InfoJson& pair : report.value("summary", InfoJson::array()))
    if (pair.is_array() && pair.size() == 2) add_line(text, "  " + as_text(pair[0]), as_text(pair[1]));
  if (const auto failure = report.find("failure"); failure != report.end())
    add_line(text, "  failure", as_text(*failure));
  for (const InfoJson& item : report.value("diagnostics", InfoJson::array())) {
    if (!item.is_object()) continue;
    const std::string place = as_text(item.value("place", InfoJson("")));
    add_line(text, "  " + as_text(item.value("severity", InfoJson("note"))),
             (place.empty() ? "" : place + ": ") + as_text(item.value("text", InfoJson(""))));
  }
}

// The object a channel belongs to: its name without the last word.
std::string_view owner_of(std::string_view channel) {
  const std::size_t dot = channel.rfind('.');
  return channel.substr(0, dot == std::string_view::npos ? 0 : dot);
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & '\xC0') != '\x80'; }));
}

std::string padded_to(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, display_width(text)), ' ');
}

using Rows = std::vector<std::vector<std::string>>;

// Columns as wide as their longest entry; an empty row makes an empty line.
std::string aligned(const Rows& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += "  " + padded_to(row[i], widths[i]);
    text += line.erase(line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

std::string short_number(double value) { return fmt::format("{:.6g}", value); }

Rows statistics_rows(const ChannelTable& table, std::size_t c) {
  Rows rows;
  for (std::size_t i = 0; i < table.choices[c].size(); ++i) {
    const Statistics& found = table.statistics[c][i];
    rows.push_back({table.choices[c].name_of(i), table.choices[c].channel.unit, short_number(found.first),
                    short_number(found.last), short_number(found.least), short_number(found.time_of_least),
                    short_number(found.largest), short_number(found.time_of_largest)});
  }
  return rows;
}

// JSON has no word for what is not a number.
InfoJson number_json(double value) { return std::isfinite(value) ? InfoJson(value) : InfoJson(); }

InfoJson statistics_json(const std::vector<Statistics>& list) {
  InfoJson json = InfoJson::array();
  for (const Statistics& found : list)
    json.push_back({{"first", number_json(found.first)},
                    {"last", number_json(found.last)},
                    {"min", number_json(found.least)},
                    {"time_of_min", number_json(found.time_of_least)},
                    {"max", number_json(found.largest)},
                    {"time_of_max", number_json(found.time_of_largest)}});
  return json;
}

}  // namespace

std::string describe_run(const ResultFile& file) {
  std::string text = file.path().string() + '\n';
  add_line(text, "title", file.title());
  add_line(text, "model", file.model());
  add_line(text, "program", file.program());
  for (const auto& [name, value] : file.settings()) add_line(text, name, value);
  add_report(text, run_report(file));
  const std::vector<double>& times = file.times();
  if (!times.empty())
    add_line(text, "time", fmt::format("{:.9g} s to {:.9g} s", times.front(), times.back()));
  add_line(text, "records", std::to_string(file.records()));
  add_line(text, "size", bytes_text(bytes_of(file)));
  std::size_t numbers = 0;
  for (const ResultChannel& channel : file.channels()) numbers += channel.size;
  add_line(text, "channels", fmt::format("{}, with {} numbers per record", file.channels().size(), numbers));
  add_line(text, "scene", file.scene().empty() ? "none: there is nothing to draw" : "");
  return text;
}

std::string describe_channels(const ChannelTable& table) {
  const bool has_statistics = !table.statistics.empty();
  Rows rows;
  if (has_statistics)
    rows.push_back({"channel", "unit", "first", "last", "min", "at t [s]", "max", "at t [s]"});
  else
    rows.push_back({"channel", "size", "unit", "meaning"});
  std::string_view owner;
  for (std::size_t c = 0; c < table.choices.size(); ++c) {
    const ChannelChoice& choice = table.choices[c];
    if (owner != owner_of(choice.channel.name)) rows.emplace_back();
    owner = owner_of(choice.channel.name);
    if (has_statistics)
      for (auto& row : statistics_rows(table, c)) rows.push_back(std::move(row));
    else
      rows.push_back({choice.name(), std::to_string(choice.size()), choice.channel.unit, choice.channel.doc});
  }
  return aligned(rows);
}

std::string info_json(const ResultFile& file, const ChannelTable& table) {
  InfoJson json;
  json["file"] = file.path().string();
  json["title"] = file.title();
  json["model"] = file.model();
  json["program"] = file.program();
  json["settings"] = InfoJson::object();
  for (const auto& [name, value] : file.settings()) json["settings"][name] = value;
  json["run"] = run_report(file);
  if (!json["run"].contains("status")) json["run"]["status"] = "unknown";
  json["records"] = file.records();
  if (file.records() > 0) json["time"] = {{"first", file.times().front()}, {"last", file.times().back()}};
  json["bytes"] = bytes_of(file);
  json["has_scene"] = !file.scene().empty();
  json["channels"] = InfoJson::array();
  for (std::size_t c = 0; c < table.choices.size(); ++c) {
    const ChannelChoice& choice = table.choices[c];
    InfoJson entry{{"name", choice.name()},
                   {"size", choice.size()},
                   {"unit", choice.channel.unit},
                   {"doc", choice.channel.doc}};
    if (!table.statistics.empty()) entry["statistics"] = statistics_json(table.statistics[c]);
    json["channels"].push_back(std::move(entry));
  }
  return json.dump(2, ' ', false, InfoJson::error_handler_t::replace) + '\n';
}

}  // namespace pintle
