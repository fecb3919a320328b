#include "pintle/drives/piecewise_linear.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "pintle/drives/drive_registry.h"
#include "pintle/drives/time_function.h"

namespace pintle {

Polyline::Polyline(std::vector<double> times, std::vector<double> values)
    : times_(std::move(times)), values_(std::move(values)), slopes_(times_.size(), 0.0) {
  for (std::size_t i = 0; i + 1 < times_.size(); ++i) {
    slopes_[i] = (values_[i + 1] - values_[i]) / (times_[i + 1] - times_[i]);
  }
}

// u = u_i + s_i (t - t_i) for t_i <= t < t_i+1; constant outside                    (piecewise_linear.md 1)
DriveValue Polyline::derivatives(double time) const noexcept {
  const auto after = std::upper_bound(times_.begin(), times_.end(), time);
  if (after == times_.begin()) return {values_.front(), 0.0, 0.0};
  const auto i = static_cast<std::size_t>(after - times_.begin()) - 1;
  if (after == times_.end()) return {values_[i], 0.0, 0.0};
  return {values_[i] + slopes_[i] * (time - times_[i]), slopes_[i], 0.0};
}

namespace {

Drive build_piecewise_linear(const CheckedCard& card, DriveBuildContext& context) {
  const MatX points = card.table("points");
  if (points.rows() == 0) return Drive();  // in error, and reported as such
  std::vector<double> times(points.col(0).begin(), points.col(0).end());
  std::vector<double> values(points.col(1).begin(), points.col(1).end());
  const auto bad =
      std::adjacent_find(times.begin(), times.end(), [](double a, double b) { return !(a < b); });
  if (bad != times.end()) {
    const auto row = bad - times.begin();
    context.diagnostics.error(
        card.place_of("points"),
        fmt::format("{}: the times must increase, but points[{}] at {} s is followed by {} s",
                    describe(card.card()), row, *bad, *(bad + 1)));
    return Drive();
  }
  return drive_of_time(Polyline(std::move(times), std::move(values)));
}

}  // namespace

void register_piecewise_linear_drive(DriveRegistry& registry) {
  registry.add(
      CardSchema("drive", "piecewise_linear")
          .synonyms({"table", "interpolation", "interpolated", "lookup", "lookup_table", "time_series"})
          .mbdyn({"piecewise linear"}, "<points:count>")
          .summary("Straight lines between points; constant before the first and after the last.")
          .table("points", {{"time", "s"}, {"value", "any"}}, "the corners, in the order of time")
          .example(Value::list({Value::list({0, 0}), Value::list({1.5, 10}), Value::list({2, 10})})),
      build_piecewise_linear);
}

}  // namespace pintle
