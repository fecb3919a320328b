#include "pintle/analysis/not_finite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pintle {

namespace {

NotFinite found(const ElementSet& set, Index element, std::string quantity) {
  const ElementLabel& label = set.label(element);
  return {fmt::format("{} '{}' ({})", set.kind(), label.name, set.type()), std::move(quantity), label.place};
}

// A prescribed position, velocity or acceleration.
std::optional<NotFinite> find_constraint(const System& system, const Context& context) {
  std::vector<double> values(static_cast<std::size_t>(system.layout().multipliers));
  for (const auto evaluate : {&System::phi, &System::phi_dot, &System::gamma}) {
    (system.*evaluate)(context, values);
    const auto bad =
        std::find_if_not(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
    if (bad == values.end()) continue;
    const System::Owner owner = system.owner_of(static_cast<Index>(bad - values.begin()));
    return found(*owner.set, owner.element, owner.info().name);
  }
  return std::nullopt;
}

std::optional<NotFinite> find_channel(const ElementSet& set, const Context& context) {
  const std::vector<ChannelInfo> channels = set.channels();
  std::vector<double> outputs(size_of(channels));
  for (Index element = 0; element < set.size(); ++element) {
    set.evaluate_channels(context, element, outputs);
    std::size_t next = 0;
    for (const ChannelInfo& channel : channels)
      for (int i = 0; i < channel.size; ++i)
        if (!std::isfinite(outputs[next++])) return found(set, element, channel.name);
  }
  return std::nullopt;
}

}  // namespace

std::optional<NotFinite> find_not_finite(const System& system, const State& state) {
  if (!state.q.allFinite() || !state.v.allFinite() || !state.a.allFinite() || !state.lambda.allFinite())
    return std::nullopt;
  Snapshot snapshot = system.make_snapshot();
  system.fill(state, snapshot);
  const Context& context = snapshot.context();
  if (!context.gravity.allFinite()) return NotFinite{"gravity", "acceleration", {}};
  if (auto constraint = find_constraint(system, context)) return constraint;
  for (const auto& set : system.sets())
    if (auto channel = find_channel(*set, context)) return channel;
  return std::nullopt;
}

}  // namespace pintle
