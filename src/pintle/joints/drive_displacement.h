// Drive displacement: the position of one point seen from another is prescribed; see drive_displacement.md.
#pragma once

#include <string_view>

namespace pintle {

struct DriveDisplacement {
  static constexpr std::string_view kType = "drive displacement";
  static constexpr bool kGivesDisplacement = true;
};

}  // namespace pintle
