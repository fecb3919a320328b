#include "pintle/selfcheck/measured_quantity.h"

#include <algorithm>

#include "pintle/system/private_data.h"

namespace pintle {

namespace {

std::optional<MeasuredQuantity> quantity_of(const ChannelGroup& group, std::string_view quantity) {
  for (const ChannelInfo& channel : group.channels)
    if (channel.name == quantity) return MeasuredQuantity{channel.geometry, channel.unit, {}, -1};
  const bool is_frame = group.kind == "node" && group.type != "scalar" && group.type != "dummy";
  for (const NodeQuantityInfo& info : node_quantities())
    if (is_frame && info.name == quantity)
      return MeasuredQuantity{info.geometry, std::string(info.unit), {}, -1};
  return std::nullopt;
}

}  // namespace

std::optional<MeasuredQuantity> find_measured_quantity(const System& system, const std::string& name) {
  const std::size_t first = name.find('.');
  const std::size_t second = first == std::string::npos ? first : name.find('.', first + 1);
  if (second == std::string::npos) return std::nullopt;
  const std::size_t third = std::min(name.find('.', second + 1), name.size());
  const std::string owner = as_identifier(name.substr(first + 1, second - first - 1));
  for (const ChannelGroup& group : system.channel_groups()) {
    if (group.kind != name.substr(0, first) || as_identifier(group.name) != owner) continue;
    auto found = quantity_of(group, name.substr(second + 1, third - second - 1));
    if (!found) return std::nullopt;
    found->whole = name.substr(0, third);
    if (third + 2 == name.size()) found->component = name[third + 1] - 'x';
    return found;
  }
  return std::nullopt;
}

}  // namespace pintle
