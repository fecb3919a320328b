// In what order quantities that drives listen to are found: each after those that it is made of.
#pragma once

#include <vector>

#include "pintle/base/ids.h"

namespace pintle {

struct MeasurementOrder {
  std::vector<Index> first;   // each needs only those before it
  std::vector<Index> circle;  // may need each other
  std::vector<Index> last;    // each needs only those before it and the circle
};

// `needs[i]` lists what i may be made of.
MeasurementOrder order_by_needs(const std::vector<std::vector<Index>>& needs);

}  // namespace pintle
