// The joint definition frames of MBDM: axis 3 along h = q - p, axis 1 along f = r - p.
#pragma once

#include <numbers>
#include <optional>
#include <string>
#include <string_view>

#include "pintle/lang/mbdm/mbdm_item.h"

namespace pintle {

inline constexpr double kDegrees = 180.0 / std::numbers::pi;

// A direction in the axes of a body, and where it was given.
struct MbdmDirection {
  Vec3 unit = Vec3::UnitZ();
  SourcePlace place;
  std::string name;  // "q1 - p1"
};

// Tip minus origin (zero when none), as a unit vector. Another length than 1 is noted; a vector without
// length is an error.
std::optional<MbdmDirection> mbdm_direction(const MbdmItem& item, std::string_view tip,
                                            std::string_view origin);

// The same vector made perpendicular to an axis; nothing when it is parallel to it.
std::optional<MbdmDirection> perpendicular_part(const MbdmItem& item, const MbdmDirection& direction,
                                                const MbdmDirection& axis);

// Any unit vector perpendicular to `axis`, as near to `wish` as can be.
Vec3 perpendicular_near(const Vec3& axis, const Vec3& wish);

Value to_value(const Vec3& vector, const SourcePlace& place);

}  // namespace pintle
