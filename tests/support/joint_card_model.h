// For tests of joint cards: a model of one card between two nodes.
#pragma once

#include <optional>
#include <string>

#include "pintle/system/registry.h"
#include "tests/support/battery.h"

namespace pintle {

// Node "a" at (0, 0, 0), node "b" at (3, 4, 0) turned by 90 degrees about z, node "p" (displacement) at (0,
// 0, 2).
struct JointCardModel {
  explicit JointCardModel(RegisterType register_type, const Card& card) {
    SystemBuilder builder(diagnostics);
    builder.add_structural_node({"a", {}}, {}, false);
    NodeStart start;
    start.position = {3.0, 4.0, 0.0};
    start.orientation << 0, -1, 0, 1, 0, 0, 0, 0, 1;
    builder.add_structural_node({"b", {}}, start, false);
    builder.add_displacement_node({"p", {}}, {0.0, 0.0, 2.0});
    BatteryRandom random(1);
    BatteryBuild build{builder, random, {}};
    build.add_card(battery_registry(register_type), card);
    for (const char* node : {"a", "b", "p"}) builder.claim_inertia(build.frame(node), "test");
    assembled = builder.finish();
    if (!assembled) return;
    snapshot = assembled->system.make_snapshot();
    assembled->system.fill(assembled->state, snapshot);
  }

  const Context& context() const { return snapshot.context(); }
  const ElementSet& set() const { return *assembled->system.sets()[0]; }
  VecX phi() const {
    VecX out(assembled->system.layout().multipliers);
    assembled->system.phi(context(), {out.data(), static_cast<std::size_t>(out.size())});
    return out;
  }
  VecX channels() const {
    int size = 0;
    for (const ChannelInfo& channel : set().channels()) size += channel.size;
    VecX out(size);
    set().evaluate_channels(context(), 0, {out.data(), static_cast<std::size_t>(size)});
    return out;
  }

  Diagnostics diagnostics;
  std::optional<Assembled> assembled;
  Snapshot snapshot;
};

inline Card joint_card(std::string type, Value a, Value b) {
  Card card{"joint", std::move(type), "test", {std::make_shared<std::string>("test.json"), 7, 3}, {}};
  card.set("a", std::move(a)).set("b", std::move(b));
  return card;
}

}  // namespace pintle
