// For tests of models at rest: gravity, and the axes of hinges about y.
#pragma once

#include <numbers>

#include "pintle/analysis/model_run_test_support.h"

namespace pintle {

inline constexpr double kWeightOfOne = 9.81;                    // N/kg
inline const Vec3 kAxisToY(-std::numbers::pi / 2.0, 0.0, 0.0);  // turns axis 3 to y

inline Card weight_card() {
  return make_card("gravity", "", "", {{"acceleration", list_of({0, 0, -kWeightOfOne})}});
}

}  // namespace pintle
