// Kinematic: the whole motion of a node is prescribed; see kinematic.md.
#pragma once

#include <string_view>

namespace pintle {

struct Kinematic {
  static constexpr std::string_view kType = "kinematic";
};

}  // namespace pintle
