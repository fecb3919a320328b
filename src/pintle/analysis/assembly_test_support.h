// Models for tests of the assembly: a body of 2 kg that a spherical hinge holds at the origin, 1 m from its
// centre, under 10 m/s² along -z.
#pragma once

#include "pintle/analysis/model_run_test_support.h"

namespace pintle {

inline constexpr double kBobMass = 2.0;
inline const Vec3 kBobInertia(0.1, 0.2, 0.25);

inline std::vector<Card> pendulum_cards(const Vec3& position, const Vec3& velocity = Vec3::Zero()) {
  return {make_card("gravity", "gravity", "", {{"acceleration", list_of({0, 0, -10})}}),
          node_card("bob", position, velocity), body_card("bob", kBobMass, kBobInertia),
          pair_card("spherical_hinge", "pivot", "ground", side("bob", {-1, 0, 0}))};
}

// A second hinge, all equations of which follow from the first or, at an offset, contradict it.
inline std::vector<Card> cards_held_twice(double offset = 0.0) {
  std::vector<Card> cards = pendulum_cards({1, 0, 0});
  cards.push_back(
      pair_card("spherical_hinge", "again", side("ground", {0, offset, 0}), side("bob", {-1, 0, 0})));
  return cards;
}

}  // namespace pintle
