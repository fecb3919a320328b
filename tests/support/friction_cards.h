// Cards of joints that rub, for tests.
#pragma once

#include <string>
#include <utility>

#include "tests/support/battery.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

// f_s = 0.4 e^(-v/2)
inline Value falling_friction() {
  return Value::map({{"type", "exponential"}, {"multiplier", 0.4}, {"coefficient", -0.5}});
}
inline Value slipping_friction() {
  return Value::map({{"type", "discrete_coulomb"}, {"sigma2", 0.7}, {"static_friction", falling_friction()}});
}
// Of a size with the random deflections of the battery, which lie where it sticks, creeps and slides.
inline Value bristle_friction() {
  return Value::map({{"type", "modlugre"},
                     {"sigma0", 0.6},
                     {"sigma1", 0.3},
                     {"sigma2", 0.7},
                     {"kappa", 0.2},
                     {"static_friction", falling_friction()}});
}

// Between nodes "a" and "b", placed at random.
inline Card friction_joint(const std::string& type, Value model, BatteryRandom& random) {
  Card card = joint_card(type, random.attachment("a"), random.attachment("b"));
  card.set("friction", std::move(model)).set("radius", 0.3);
  return card;
}

}  // namespace pintle
