#include "pintle/output/result_names.h"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>
#include <map>

#include "pintle/output/record_source.h"

namespace pintle {

namespace {

// Of the node or element of that kind and name.
SourcePlace place_of(const System& system, std::string_view kind, std::string_view name) {
  for (const NodeInfo& node : system.nodes())
    if (kind == "node" && node.label.name == name) return node.label.place;
  for (const auto& set : system.sets())
    for (Index element = 0; element < set->size() && set->kind() == kind; ++element)
      if (set->label(element).name == name) return set->label(element).place;
  return {};
}

}  // namespace

void check_result_names(const System& system, Diagnostics& diagnostics) {
  std::map<std::string, const ChannelGroup*> seen;  // by the name in the file
  for (const ChannelGroup& group : system.channel_groups()) {
    const ChannelInfo* longest = nullptr;
    for (const ChannelInfo& channel : group.channels)
      if (!longest || channel.name.size() > longest->name.size()) longest = &channel;
    if (!longest) continue;
    const std::size_t around = group.kind.size() + longest->name.size() + 2;
    const std::size_t room = NC_MAX_NAME - std::min<std::size_t>(around, NC_MAX_NAME);
    if (group.name.size() > room)
      diagnostics.error(place_of(system, group.kind, group.name),
                        fmt::format("the name has {} bytes; results have room for {} between '{}.' and '.{}'",
                                    group.name.size(), room, group.kind, longest->name),
                        "give a shorter name");
    const auto [before, is_new] = seen.emplace(legal_name(owner_name(group.kind, group.name)), &group);
    if (!is_new && before->second->name != group.name)
      diagnostics.error(place_of(system, group.kind, group.name),
                        fmt::format("'{}' and '{}' have the same name in results, '{}'", group.name,
                                    before->second->name, before->first),
                        "give one of them another name");
  }
}

}  // namespace pintle
