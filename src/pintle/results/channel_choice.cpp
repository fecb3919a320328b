#include "pintle/results/channel_choice.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "pintle/base/suggest.h"
#include "pintle/base/wording.h"

namespace pintle {

namespace {

constexpr std::string_view kLengthWord = "length";

std::optional<int> component_of(std::size_t size, std::string_view word) {
  if (word == kLengthWord && size > 1) return ChannelChoice::kLength;
  for (std::size_t i = 0; i < size; ++i)
    if (word == component_name(size, i) || word == std::to_string(i + 1)) return static_cast<int>(i);
  return {};
}

std::string list_of_components(std::size_t size) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < size; ++i) names.push_back(component_name(size, i));
  names.emplace_back(kLengthWord);
  return quoted_list(names, "or");
}

// Names may hold colons: the whole word is tried first.
struct NameAndComponent {
  std::string_view name, component;
};
NameAndComponent divide(std::string_view word) {
  const std::size_t colon = word.rfind(':');
  if (colon == std::string_view::npos) return {word, {}};
  return {word.substr(0, colon), word.substr(colon + 1)};
}

bool is_pattern(std::string_view name) { return name.find_first_of("*?[") != std::string_view::npos; }

std::vector<const ResultChannel*> matches(const ResultFile& file, std::string_view name) {
  std::vector<const ResultChannel*> found;
  if (const ResultChannel* channel = file.find(name)) return {channel};
  if (!is_pattern(name)) return {};
  for (const ResultChannel& channel : file.channels())
    if (fnmatch(std::string(name).c_str(), channel.name.c_str(), 0) == 0) found.push_back(&channel);
  return found;
}

Failure unknown(const ResultFile& file, std::string_view name) {
  std::vector<std::string> names;
  for (const ResultChannel& channel : file.channels()) names.push_back(channel.name);
  const std::string suggestion = did_you_mean(name, names);
  return {fmt::format("{}: there is no channel '{}'; {}", file.name(), name,
                      !suggestion.empty() ? suggestion
                                          : fmt::format("{} lists those that there are",
                                                        worded("`pintle info`", "result.channels")))};
}

}  // namespace

std::string component_name(std::size_t size, std::size_t component) {
  constexpr std::array<std::string_view, 3> kVector{"x", "y", "z"};
  constexpr std::array<std::string_view, 4> kQuaternion{"w", "x", "y", "z"};
  if (size == 3) return std::string(kVector[component]);
  if (size == 4) return std::string(kQuaternion[component]);
  return std::to_string(component + 1);
}

std::string ChannelChoice::name() const {
  if (component == kAll) return channel.name;
  if (component == kLength) return fmt::format("{}:{}", channel.name, kLengthWord);
  return fmt::format("{}:{}", channel.name,
                     component_name(channel.size, static_cast<std::size_t>(component)));
}

std::string ChannelChoice::name_of(std::size_t i) const {
  if (component != kAll || channel.size == 1) return name();
  return ChannelChoice{channel, static_cast<int>(i)}.name();
}

double ChannelChoice::pick(std::span<const double> record, std::size_t i) const {
  if (component == kAll) return record[i];
  if (component != kLength) return record[static_cast<std::size_t>(component)];
  double sum = 0.0;
  for (const double value : record) sum += value * value;
  return std::sqrt(sum);
}

std::vector<double> ChannelChoice::read(const ResultFile& file) const {
  const std::vector<double> all = file.read(channel);
  if (component == kAll || all.empty()) return all;
  std::vector<double> values(file.records());
  for (std::size_t r = 0; r < values.size(); ++r)
    values[r] = pick(std::span(all).subspan(r * channel.size, channel.size), 0);
  return values;
}

std::vector<ResultChannel> channels_of(const std::vector<ChannelChoice>& choices) {
  std::vector<ResultChannel> channels;
  channels.reserve(choices.size());
  for (const ChannelChoice& choice : choices) channels.push_back(choice.channel);
  return channels;
}

Result<std::vector<ChannelChoice>> choose_channels(const ResultFile& file,
                                                   const std::vector<std::string>& words) {
  std::vector<ChannelChoice> choices;
  if (words.empty())
    for (const ResultChannel& channel : file.channels()) choices.push_back({channel});
  for (const std::string& word : words) {
    std::vector<const ResultChannel*> found = matches(file, word);
    std::string_view component;
    if (found.empty()) {
      const NameAndComponent parts = divide(word);
      found = matches(file, parts.name);
      component = parts.component;
      if (found.empty()) return unknown(file, parts.name);
    }
    for (const ResultChannel* channel : found) {
      const std::optional<int> which =
          component.empty() ? ChannelChoice::kAll : component_of(channel->size, component);
      if (!which)
        return Failure{fmt::format(
            "{}: channel '{}' has no component '{}'; {}", file.name(), channel->name, component,
            channel->size == 1 ? "it is a single number" : "it has " + list_of_components(channel->size))};
      choices.push_back({*channel, *which});
    }
  }
  return choices;
}

}  // namespace pintle
