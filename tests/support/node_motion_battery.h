// The battery for joints on the velocity or the acceleration of one attachment, and their cards.
#pragma once

#include "pintle/joints/node_motion_set.h"
#include "tests/support/battery.h"
#include "tests/support/joint_battery.h"

namespace pintle {

// At a random place of the node ("a": with axes, "p": without), with a value that changes in time and a
// direction that turns with the node or is fixed in the ground.
template <class Joint>
testing::AssertionResult passes_node_motion_battery(const std::string& node, bool is_fixed = false) {
  BatterySubject subject;
  subject.name = std::string(Joint::kType) + " on " + node;
  subject.structural_nodes = node == "a" ? 1 : 0;
  subject.displacement_nodes = node == "p" ? 1 : 0;
  subject.build = [node, is_fixed](BatteryBuild& build) {
    Attachment at = build.random.attachment(build.frame(node));
    if (node == "p") at.offset.setZero();
    build.builder.set<NodeMotionSet<Joint>>().add({"test", {}}, at, build.random.vector(), battery_drive(),
                                                  is_fixed);
    build.second_sides.push_back(at);
  };
  return passes_battery(subject, {.is_invariant = !is_fixed});
}

inline Card node_motion_card(std::string type, Value at, Value direction) {
  Card card{"joint", std::move(type), "test", {}, {}};
  return card.set("at", std::move(at)).set("direction", std::move(direction));
}

}  // namespace pintle
