// Chains of hinges that further hinges close to loops, all axes along z.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "pintle/bodies/register_all_bodies.h"
#include "pintle/joints/register_all_joints.h"
#include "pintle/nodes/register_all_nodes.h"
#include "tests/support/card_model.h"

namespace pintle {

inline Value point(double x, double y, double z) { return Value::list({x, y, z}); }

inline Value place_on(const std::string& node, double x, double y = 0.0) {
  return Value::map({{"node", node}, {"offset", point(x, y, 0)}});
}

inline Card hinge_card(const std::string& name, Value a, Value b) {
  return make_card("joint", "revolute_hinge", name, {{"a", std::move(a)}, {"b", std::move(b)}});
}

// Links of 1 m along x behind each other from the ground; `more` names pairs that another hinge holds
// together, where the first of them ends.
inline std::vector<Card> chain_of_hinges(int links,
                                         const std::vector<std::pair<std::string, std::string>>& more) {
  const auto start_of = [](const std::string& link) {
    return link == "ground" ? 0.0 : std::stod(link.substr(5));
  };
  std::vector<Card> cards;
  for (int i = 0; i < links; ++i) {
    const std::string link = "link " + std::to_string(i);
    cards.push_back(make_card("node", "dynamic", link, {{"position", point(i, 0, 0)}}));
    cards.push_back(
        make_card("body", "rigid_body", link, {{"node", link}, {"mass", 1.0}, {"inertia", point(1, 1, 1)}}));
    cards.push_back(i == 0 ? hinge_card("hinge 0", place_on("ground", 0), place_on(link, 0))
                           : hinge_card("hinge " + std::to_string(i),
                                        place_on("link " + std::to_string(i - 1), 1), place_on(link, 0)));
  }
  for (const auto& [from, to] : more) {
    const double at = start_of(from) + 1.0;
    cards.push_back(hinge_card(from + " to " + to, place_on(from, 1), place_on(to, at - start_of(to))));
  }
  return cards;
}

inline Assembled model_of_cards(std::vector<Card> cards) {
  static const Registry kRegistry =
      registry_of({register_all_nodes, register_all_bodies, register_all_joints});
  Diagnostics diagnostics;
  auto model = assemble({"test", std::move(cards), nullptr}, kRegistry, diagnostics);
  EXPECT_TRUE(model) << diagnostics.to_text();
  return std::move(*model);
}

}  // namespace pintle
