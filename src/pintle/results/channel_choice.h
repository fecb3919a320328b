// Channels as people name them: "node.top.position", one component of it, or patterns.
#pragma once

#include <string>
#include <vector>

#include "pintle/base/result.h"
#include "pintle/results/result_file.h"

namespace pintle {

// A channel, one of its components, or the length of its vector.
struct ChannelChoice {
  static constexpr int kAll = -1, kLength = -2;

  ResultChannel channel;
  int component = kAll;

  // "node.top.position:z"
  std::string name() const;
  // Numbers per record.
  std::size_t size() const { return component == kAll ? channel.size : 1; }
  // "node.top.position:z", also where all components were chosen.
  std::string name_of(std::size_t i) const;
  // The i-th of these, from a record of the channel.
  double pick(std::span<const double> record, std::size_t i) const;
  // Of all records, one behind the other.
  std::vector<double> read(const ResultFile& file) const;
};

std::vector<ResultChannel> channels_of(const std::vector<ChannelChoice>& choices);

// "x", "y", "z" of a vector, "w", "x", "y", "z" of a quaternion, else "1", "2", ...
std::string component_name(std::size_t size, std::size_t component);

// NAME, NAME:z (also w, 1 to n, and `length`), or a pattern such as "joint.*.reaction_force:x". No words: all
// channels. The failure names what is unknown, and what may have been meant.
Result<std::vector<ChannelChoice>> choose_channels(const ResultFile& file,
                                                   const std::vector<std::string>& words);

}  // namespace pintle
