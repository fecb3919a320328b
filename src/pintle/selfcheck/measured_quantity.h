// What a name that drives listen to stands for: kind.name.quantity.component.
#pragma once

#include <optional>
#include <string>

#include "pintle/system/system.h"

namespace pintle {

struct MeasuredQuantity {
  Geometry geometry = Geometry::own;
  std::string unit;
  std::string whole;  // the name without the component
  int component = -1;
};

// Nothing for what is none of the channels of the system: private data, say.
std::optional<MeasuredQuantity> find_measured_quantity(const System& system, const std::string& name);

}  // namespace pintle
