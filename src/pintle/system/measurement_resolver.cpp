#include "pintle/system/measurement_resolver.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/base/suggest.h"
#include "pintle/system/private_data.h"

namespace pintle {

namespace {

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(separator, begin);
    parts.emplace_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

// One name on its way to a Measurement: kind.name.quantity.component (a single number has no component, and
// an element with one private datum no quantity).
class Resolver {
 public:
  Resolver(const std::string& name, const SourcePlace& place, const System& system, Diagnostics& diagnostics)
      : name_(name), parts_(split(name, '.')), place_(place), system_(system), diagnostics_(diagnostics) {
    result_.name = name;
  }

  Measurement resolve() {
    if (parts_.size() < 2 || parts_.size() > 4 || (parts_.size() == 2 && parts_[0] == "node")) {
      fail(fmt::format("'{}' is not a quantity of the model", name_),
           "write kind.name.quantity.component, as in node.hub.position.x");
      return result_;
    }
    const ChannelGroup* group = find_group();
    if (!group) return result_;
    if (is_private(*group)) {
      take_element(*group, 0);
      result_.private_name = parts_.size() == 2   ? ""
                             : parts_.size() == 3 ? parts_[2]
                                                  : parts_[2] + "_" + parts_[3];
      return result_;
    }
    const bool is_frame = group->kind == "node" && group->type != "scalar" && group->type != "dummy";
    const std::optional<Index> offset =
        find_offset(*group, is_frame ? motion_channels(*group) : group->channels);
    if (!offset) return result_;
    if (is_frame)
      take_node(*group);
    else if (group->type == "scalar")
      take_scalar(*group, *offset);
    else
      take_element(*group, *offset);
    return result_;
  }

 private:
  void fail(std::string message, std::string advice = {}) {
    diagnostics_.error(place_, std::move(message), std::move(advice));
  }

  const ChannelGroup* find_group() {
    std::vector<std::string> names;
    std::vector<const ChannelGroup*> found;
    for (const ChannelGroup& group : system_.channel_groups()) {
      if (group.kind != parts_[0]) continue;
      names.push_back(as_identifier(group.name));
      if (names.back() == as_identifier(parts_[1])) found.push_back(&group);
    }
    if (found.empty())
      fail(fmt::format("there is no {} '{}' to measure", parts_[0], parts_[1]),
           did_you_mean(parts_[1], names));
    if (found.size() > 1)
      fail(fmt::format("'{}' may mean {} '{}' or '{}'", name_, parts_[0], found[0]->name, found[1]->name),
           "change one of the two names by more than blanks and signs");
    return found.size() == 1 ? found[0] : nullptr;
  }

  // Not a channel of an element: perhaps one of its private data, which are known once the system is
  // complete.
  bool is_private(const ChannelGroup& group) const {
    const std::size_t most = group.type == "dummy" ? 4 : 3;
    if ((group.kind == "node" && group.type != "dummy") || parts_.size() > most) return false;
    return parts_.size() == 2 ||
           std::none_of(group.channels.begin(), group.channels.end(),
                        [&](const ChannelInfo& channel) { return channel.name == parts_[2]; });
  }

  // What can be measured of a node, in results or not.
  static std::vector<ChannelInfo> motion_channels(const ChannelGroup& group) {
    const bool has_axes = group.type != "displacement";
    std::vector<ChannelInfo> channels;
    for (const NodeQuantityInfo& info : node_quantities())
      if (has_axes || !info.needs_axes)
        channels.push_back({std::string(info.name), std::string(info.unit), info.size, {}, info.geometry});
    return channels;
  }

  // Where the number stands among those of the group.
  std::optional<Index> find_offset(const ChannelGroup& group, const std::vector<ChannelInfo>& channels) {
    std::vector<std::string> quantities;
    Index offset = 0;
    for (const ChannelInfo& channel : channels) {
      quantities.push_back(channel.name);
      if (channel.name == parts_[2]) {
        const auto component = component_of(channel);
        if (component) result_.component = *component;
        return component ? std::optional(offset + *component) : std::nullopt;
      }
      offset += channel.size;
    }
    fail(fmt::format("{} '{}' has no quantity '{}'", parts_[0], group.name, parts_[2]),
         did_you_mean(parts_[2], quantities));
    return std::nullopt;
  }

  std::optional<Index> component_of(const ChannelInfo& channel) {
    const bool is_given = parts_.size() == 4;
    if (channel.size == 1 && !is_given) return 0;
    const std::string whole = fmt::format("{}.{}.{}", parts_[0], parts_[1], parts_[2]);
    if (channel.size == 1) {
      fail(fmt::format("'{}': {} is one number and has no component '{}'", name_, channel.name, parts_[3]),
           "write " + whole);
      return std::nullopt;
    }
    const std::string_view components = channel.size == 4 ? "wxyz" : "xyz";
    const auto found =
        is_given && parts_[3].size() == 1 ? components.find(parts_[3][0]) : std::string_view::npos;
    if (found < static_cast<std::size_t>(channel.size)) return static_cast<Index>(found);
    fail(fmt::format("'{}' needs one component of {}", name_, channel.name),
         fmt::format("for example {}.x", whole));
    return std::nullopt;
  }

  void take_node(const ChannelGroup& group) {
    for (FrameIndex frame = 1; frame < system_.layout().frames(); ++frame)
      if (system_.node_of(frame).label.name == group.name) result_.frame = frame;
    for (const NodeQuantityInfo& info : node_quantities())
      if (info.name == parts_[2]) result_.quantity = info.quantity;
  }

  void take_scalar(const ChannelGroup& group, Index offset) {
    for (Index scalar = 0; scalar < system_.layout().scalars; ++scalar)
      if (system_.node_of_scalar(scalar).label.name == group.name) result_.scalar = scalar;
    result_.order = offset;
  }

  void take_element(const ChannelGroup& group, Index offset) {
    for (std::size_t set = 0; set < system_.sets().size(); ++set)
      for (Index element = 0; element < system_.sets()[set]->size(); ++element)
        if (system_.sets()[set]->kind() == group.kind &&
            system_.sets()[set]->label(element).name == group.name) {
          result_.set = static_cast<int>(set);
          result_.element = element;
          result_.channel_offset = offset;
        }
  }

  const std::string& name_;
  const std::vector<std::string> parts_;
  const SourcePlace& place_;
  const System& system_;
  Diagnostics& diagnostics_;
  Measurement result_;
};

}  // namespace

Measurement resolve_measurement(const std::string& name, const SourcePlace& place, const System& system,
                                Diagnostics& diagnostics) {
  return Resolver(name, place, system, diagnostics).resolve();
}

}  // namespace pintle
