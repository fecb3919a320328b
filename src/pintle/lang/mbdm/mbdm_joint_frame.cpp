#include "pintle/lang/mbdm/mbdm_joint_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pintle {

namespace {

// Vectors that were printed with four digits count as exact.
constexpr double kExact = 1e-4;

}  // namespace

std::optional<MbdmDirection> mbdm_direction(const MbdmItem& item, std::string_view tip,
                                            std::string_view origin) {
  const auto end = item.numbers(tip);
  const auto begin = origin.empty() ? std::nullopt : item.numbers(origin);
  if (!end || (!origin.empty() && !begin)) return std::nullopt;
  MbdmDirection result;
  result.place = end->place;
  result.name = origin.empty() ? std::string(tip) : fmt::format("{} - {}", tip, origin);
  const Vec3 from = begin ? begin->vector() : Vec3::Zero();
  const Vec3 arrow = end->vector() - from;
  const double length = arrow.stableNorm();
  if (!(length > 1e-12 * (from.stableNorm() + end->vector().stableNorm())) || !std::isfinite(length)) {
    item.error(result.place, fmt::format("{} has no length, but gives a direction", result.name),
               origin.empty() ? "" : fmt::format("{} and {} must be different points", origin, tip));
    return std::nullopt;
  }
  result.unit = arrow.stableNormalized();
  if (std::abs(length - 1.0) > kExact)
    item.note(result.place,
              fmt::format("{} is {:g} long instead of 1; only its direction is used", result.name, length));
  return result;
}

std::optional<MbdmDirection> perpendicular_part(const MbdmItem& item, const MbdmDirection& direction,
                                                const MbdmDirection& axis) {
  const double along = direction.unit.dot(axis.unit);
  const Vec3 rest = direction.unit - along * axis.unit;
  if (rest.norm() < 1e-4) return std::nullopt;
  MbdmDirection result = direction;
  result.unit = rest.normalized();
  if (std::abs(along) > kExact)
    item.warning(
        direction.place,
        fmt::format("{} is not perpendicular to {}, but {:.3g} degrees off; it was turned", direction.name,
                    axis.name, kDegrees * std::asin(std::min(1.0, std::abs(along)))));
  return result;
}

Vec3 perpendicular_near(const Vec3& axis, const Vec3& wish) {
  const Vec3 rest = wish - wish.dot(axis) * axis;
  if (rest.norm() > 1e-4) return rest.normalized();
  int smallest = 0;
  axis.cwiseAbs().minCoeff(&smallest);
  const Vec3 other = Vec3::Unit(smallest);
  return (other - other.dot(axis) * axis).normalized();
}

Value to_value(const Vec3& vector, const SourcePlace& place) {
  ValueList list;
  for (const double component : vector) list.push_back(Value(component + 0.0).set_place(place));
  return Value(std::move(list)).set_place(place);
}

}  // namespace pintle
