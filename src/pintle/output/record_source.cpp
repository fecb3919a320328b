#include "pintle/output/record_source.h"

#include <fmt/format.h>

#include <array>

namespace pintle {

namespace {

// Quantities of the whole system that precede the channels of nodes and elements in a record.
struct SystemChannel {
  const char* name;
  const char* unit;
  const char* doc;
  std::size_t size;
};
constexpr std::array<SystemChannel, 7> kSystemChannels{
    {{"time", "s", "time", 1},
     {"system.kinetic_energy", "J", "kinetic energy", 1},
     {"system.potential_energy", "J", "potential energy", 1},
     {"system.linear_momentum", "kg m/s", "linear momentum", 3},
     {"system.angular_momentum", "kg m^2/s", "about the origin", 3},
     {"solver.step_size", "s", "of the step that led here", 1},
     {"solver.iterations", "1", "of that step", 1}}};

}  // namespace

std::string legal_name(std::string name) {
  for (char& c : name)
    if (c == '/' || static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '|';
  return name;
}

std::string owner_name(std::string_view kind, std::string_view name) {
  return fmt::format("{}.{}", kind, name);
}

std::string variable_name(std::string_view kind, std::string_view name, std::string_view channel) {
  return legal_name(fmt::format("{}.{}.{}", kind, name, channel));
}

void ChannelRecords::start(const System& system) {
  for (const SystemChannel& channel : kSystemChannels)
    variables_.push_back({channel.name, channel.unit, channel.doc, channel.size});
  for (const ChannelGroup& group : system.channel_groups())
    for (const ChannelInfo& channel : group.channels)
      variables_.push_back({variable_name(group.kind, group.name, channel.name), channel.unit, channel.doc,
                            static_cast<std::size_t>(channel.size), channel.name == "rotation_vector", false,
                            "", owner_name(group.kind, group.name), channel.name});
}

void ChannelRecords::evaluate(const System& system, const State& state, const Context& context,
                              double* record) {
  const Totals totals = system.totals(context);
  record[0] = state.time;
  record[1] = totals.kinetic;
  record[2] = totals.potential;
  Vec3::Map(record + 3) = totals.linear_momentum;
  Vec3::Map(record + 6) = totals.angular_momentum;
  record[9] = step_.size;
  record[10] = step_.iterations;
  system.evaluate_channels(context, {record + 11, static_cast<std::size_t>(system.channel_count())});
}

std::vector<std::string> ChannelRecords::dimensions(std::size_t size) const {
  return {fmt::format("components{}", size)};
}

}  // namespace pintle
