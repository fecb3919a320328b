// Drive hinge: the relative orientation of two sides is prescribed; see drive_hinge.md.
#pragma once

#include <string_view>

namespace pintle {

struct DriveHinge {
  static constexpr std::string_view kType = "drive hinge";
  static constexpr bool kGivesOrientation = true;
};

}  // namespace pintle
