#include "pintle/drives/sampled_curve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

namespace pintle {

namespace {

// Times that differ by less than this part of a distance are the same: n h is not exact.
constexpr double kRoundOff = 1e-9;

}  // namespace

SampledCurve::SampledCurve(double initial_time, double time_step, std::vector<double> values,
                           SamplingOptions options)
    : initial_time_(initial_time), time_step_(time_step), values_(std::move(values)), options_(options) {}

SampledCurve::SampledCurve(std::vector<double> times, std::vector<double> values, SamplingOptions options)
    : times_(std::move(times)), values_(std::move(values)), options_(options) {}

SampledCurve::Place SampledCurve::place_of(double time) const noexcept {
  const auto last = static_cast<std::ptrdiff_t>(values_.size()) - 1;
  if (time_step_ > 0.0) {
    double position = (time - initial_time_) / time_step_;
    if (std::fabs(position - std::round(position)) < kRoundOff) position = std::round(position);
    if (position < 0.0) return {-1, 0.0, time_step_, false};
    if (position > static_cast<double>(last)) return {last, 0.0, time_step_, true};
    const double sample = std::floor(position);
    return {static_cast<std::ptrdiff_t>(sample), (position - sample) * time_step_, time_step_, false};
  }
  const auto distance_after = [&](std::ptrdiff_t i) {
    return i < last ? times_[static_cast<std::size_t>(i + 1)] - times_[static_cast<std::size_t>(i)] : 0.0;
  };
  auto sample = std::upper_bound(times_.begin(), times_.end(), time) - times_.begin() - 1;
  if (sample < last) {
    const double next = times_[static_cast<std::size_t>(sample + 1)];
    if (next - time < kRoundOff * distance_after(std::max<std::ptrdiff_t>(sample, 0))) ++sample;
  }
  if (sample < 0) return {-1, 0.0, 0.0, false};
  const double since = time - times_[static_cast<std::size_t>(sample)];
  const double tolerance = last > 0 ? kRoundOff * distance_after(last - 1) : 0.0;
  return {sample, std::max(since, 0.0), distance_after(sample), sample == last && since > tolerance};
}

DriveValue SampledCurve::outside(Outside what, double held) noexcept {
  switch (what) {
    case Outside::zero:
      return {};
    case Outside::hold:
      return {held, 0.0, 0.0};
    case Outside::stop:
      break;
  }
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  return {kNone, kNone, kNone};
}

DriveValue SampledCurve::derivatives(double time) const noexcept {
  const Place place = place_of(time);
  if (place.sample < 0) return outside(options_.before, values_.front());
  if (place.is_after) return outside(options_.after, values_.back());
  const auto i = static_cast<std::size_t>(place.sample);
  if (!options_.is_linear || i + 1 == values_.size()) return {values_[i], 0.0, 0.0};
  const double slope = (values_[i + 1] - values_[i]) / place.distance;
  return {values_[i] + slope * place.since, slope, 0.0};
}

CardSchema& add_sampling_fields(CardSchema& schema) {
  const std::vector<std::string> outside{"zero", "hold", "stop"};
  return schema.choice("interpolation", {"linear", "constant"}, "between samples")
      .optional("linear")
      .choice("before", outside, "the first sample: zero, its value, or the run stops")
      .optional("zero")
      .choice("after", outside, "the last sample: zero, its value, or the run stops")
      .optional("zero")
      .real("scale", "what one in the file means")
      .unit("any")
      .optional(1.0);
}

SamplingOptions read_sampling_options(const CheckedCard& card) {
  const auto outside = [&](std::string_view field) {
    const std::string& word = card.choice(field);
    return word == "hold" ? Outside::hold : word == "stop" ? Outside::stop : Outside::zero;
  };
  return {card.choice("interpolation") == "linear", outside("before"), outside("after")};
}

const NumberTable* read_table_of(const CheckedCard& card, std::size_t leading_columns,
                                 DriveBuildContext& context, TableFiles& own_files) {
  const SourcePlace place = card.place_of("file");
  std::filesystem::path path = card.text("file");
  if (path.is_relative() && place.is_known()) path = std::filesystem::path(*place.file).parent_path() / path;
  const Result<NumberTable>& table = (context.files ? *context.files : own_files).read(path.string());
  const auto fail = [&](const SourcePlace& where, const std::string& problem) {
    context.diagnostics.error(
        where, fmt::format("{}: file '{}': {}", describe(card.card()), path.string(), problem));
    return nullptr;
  };
  if (!table) return fail(place, table.message());
  const auto columns = static_cast<int>(table->columns) - static_cast<int>(leading_columns);
  if (card.has("columns") && card.integer("columns") != columns)
    return fail(card.place_of("columns"),
                fmt::format("it has {} columns, not {}", columns, card.integer("columns")));
  if (card.integer("column") > columns)
    return fail(card.place_of("column"),
                fmt::format("there is no column {}, only {}", card.integer("column"), columns));
  return &table.value();
}

}  // namespace pintle
