// Shared by the tests of loads: one turned node "a" under a load, and its motion.
#pragma once

#include "pintle/math/so3.h"
#include "tests/support/battery.h"
#include "tests/support/card_model.h"

namespace pintle {

void register_static(Registry& registry);
void register_displacement(Registry& registry);
void register_point_mass(Registry& registry);

inline const Vec3& test_turn() {
  static const Vec3 kTurn(0.3, 1.1, -0.4);
  return kTurn;
}

inline Card turned_node(std::string name) {
  const Vec3& turn = test_turn();
  return make_card(
      "node", "static", std::move(name),
      {{"position", Value::list({1, 2, 3})},
       {"orientation", Value::map({{"rotation_vector", Value::list({turn[0], turn[1], turn[2]})}})}});
}

// A displacement node "p" with a mass.
inline std::vector<Card> with_point(const Card& load) {
  return {make_card("node", "displacement", "p", {}),
          make_card("body", "point_mass", "", {{"node", "p"}, {"mass", 1}}), load};
}

// A card of the given type that is placed at random, with the fields that the test is about.
inline BatterySubject load_subject(RegisterType register_type, std::string type, bool has_reaction,
                                   std::initializer_list<std::pair<std::string, Value>> fields) {
  Card card = make_card("load", std::move(type), "", fields);
  BatterySubject subject = card_subject(register_type, [card, has_reaction](BatteryRandom& random) {
    Card placed = card;
    placed.set("at", random.attachment("a"));
    if (has_reaction) placed.set("reaction_on", random.attachment("b"));
    return placed;
  });
  subject.name = describe(card);
  return subject;
}

// Loads on the motion of both nodes: every quantity that has a derivative.
inline Value measured_value() {
  return Value::list({"3*node.b.position.x - 2*node.b.velocity.y^2 + t",
                      "sin(node.a.rotation_vector.z) + node.b.angular_velocity.x*node.a.velocity.z",
                      "node.b.acceleration.x + 0.5*node.a.angular_acceleration.y*node.b.rotation_vector.x"});
}

}  // namespace pintle
