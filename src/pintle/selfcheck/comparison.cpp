#include "pintle/selfcheck/comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "pintle/math/rotations.h"
#include "pintle/math/so3.h"

namespace pintle {

namespace {

// Whether a quantity can be told of the changed model at all.
bool is_comparable(const ChannelInfo& info, const Change& change) {
  const bool is_turned = change.is_turned(), is_moved = change.is_moved();
  if (info.geometry == Geometry::other) return !is_turned && !is_moved;
  if (info.geometry == Geometry::from_origin) return !is_moved;
  return true;
}

// Angles that differ by turns are the same, so are quaternions of opposite sign; three angles are a rotation
// vector.
double difference_of(const ChannelInfo& info, const VecX& a, const VecX& b) {
  if (!a.allFinite() || !b.allFinite())
    return a.allFinite() == b.allFinite() ? 0.0 : std::numeric_limits<double>::infinity();
  if (info.geometry == Geometry::orientation) return 2.0 * std::min((a - b).norm(), (a + b).norm());
  if (info.unit == "rad" && info.size == 1)
    return std::abs(std::remainder(a[0] - b[0], 2.0 * std::numbers::pi));
  if (info.unit == "rad" && info.size == 3)
    return so3::log(
               Mat3(matrix_from_rotation_vector(Vec3(a)).transpose() * matrix_from_rotation_vector(Vec3(b))))
        .norm();
  return (a - b).lpNorm<Eigen::Infinity>();
}

// What counts of a quantity for the scale: of places, the way from where they were.
double size_of(const ChannelInfo& info, const VecX& value, const VecX& first) {
  const bool is_relative = info.geometry == Geometry::position || info.geometry == Geometry::from_origin;
  const double size = (is_relative ? VecX(value - first) : value).lpNorm<Eigen::Infinity>();
  return std::isfinite(size) ? size : 0.0;
}

}  // namespace

double QuantityKind::round_off(double steps) const {
  const double walk = rate <= 0 ? steps * std::sqrt(steps) : rate == 1 ? std::sqrt(steps) : 1.0;
  return walk * last_digits;
}

Comparison::Comparison(const Trial& base, const System& system, double step) : base_(base) {
  std::map<std::pair<std::string, std::string>, std::size_t> known;
  for (std::size_t group = 0; group < base.groups.size(); ++group) {
    Index at = base.groups[group].first;
    for (const ChannelInfo& info : base.groups[group].channels) {
      const auto [kind, is_new] = known.try_emplace({info.name, info.unit}, kinds_.size());
      if (is_new) kinds_.push_back({.name = info.name, .unit = info.unit});
      channels_.push_back({&info, at, group, kind->second});
      at += info.size;
    }
  }
  find_scales(system, step);
}

void Comparison::find_scales(const System& system, double step) {
  std::map<std::string, double> largest{{"m", system.length_scale()}, {"rad", 1.0}};
  for (const Channel& channel : channels_)
    for (const Instant& instant : base_.instants) {
      double& entry = largest[channel.info->unit];
      entry = std::max(entry, size_of(*channel.info, instant.values.segment(channel.at, channel.info->size),
                                      base_.instants.front().values.segment(channel.at, channel.info->size)));
    }
  Snapshot snapshot = system.make_snapshot();
  system.fill(base_.end, snapshot);
  const double mass = system.totals(snapshot.context()).mass, length = system.length_scale();
  const double force = std::max(largest["N"], largest["N m"] / length);
  const UnitScale natural{length, mass > 0.0 ? mass : 1.0, step};
  constexpr double kDigits = 1000.0 * std::numeric_limits<double>::epsilon();
  for (QuantityKind& kind : kinds_) {
    kind.scale = kind.name == "quaternion" ? 1.0 : largest[kind.unit];
    const Result<Unit> unit = parse_unit(kind.unit);
    if (!unit) continue;
    kind.last_digits = kDigits * natural.of(*unit);
    kind.rate = -unit->s;
    if (kind.rate == 2) kind.largest_force = force * natural.of(*unit) / natural.of("N");
  }
}

VecX Comparison::brought_back(const Channel& channel, const VecX& values, Index at,
                              const Change& change) const {
  const ChannelInfo& info = *channel.info;
  const VecX value = values.segment(at, info.size) / change.scale.of(info.unit);
  const auto turn_back = change.motion.turn.transpose();
  switch (info.geometry) {
    case Geometry::vector:
      return turn_back * Vec3(value);
    case Geometry::position:
      return turn_back * (Vec3(value) - change.motion.shift);
    case Geometry::orientation: {
      const Quat q = quaternion_from_matrix(change.motion.turn).conjugate() *
                     Quat(value[0], value[1], value[2], value[3]);
      return Vec4(q.w(), q.x(), q.y(), q.z());
    }
    default:
      return value;
  }
}

std::vector<std::vector<Difference>> Comparison::with(const Trial& other, const Change& change) const {
  std::map<std::array<std::string, 3>, Index> first;
  for (const ChannelGroup& group : other.groups) first[{group.kind, group.type, group.name}] = group.first;
  std::vector<Index> starts;
  for (const ChannelGroup& group : base_.groups) {
    const auto found = first.find(
        {group.kind, group.type, change.new_name ? change.new_name(group.kind, group.name) : group.name});
    if (found == first.end()) return {};
    starts.push_back(found->second);
  }
  const std::size_t count = std::min(base_.instants.size(), other.instants.size());
  std::vector<std::vector<Difference>> result(count, std::vector<Difference>(kinds_.size()));
  for (std::size_t i = 0; i < count; ++i)
    for (const Channel& channel : channels_) {
      if (!is_comparable(*channel.info, change)) continue;
      const Index at = starts[channel.group] + channel.at - base_.groups[channel.group].first;
      const VecX mine = base_.instants[i].values.segment(channel.at, channel.info->size);
      const double difference =
          difference_of(*channel.info, mine, brought_back(channel, other.instants[i].values, at, change));
      Difference& entry = result[i][channel.kind];
      if (difference > entry.value) entry = {difference, channel.group};
    }
  return result;
}

std::vector<std::vector<double>> grown(const std::vector<std::vector<Difference>>& differences) {
  constexpr std::size_t kPartAhead = 20;
  const std::size_t count = differences.size(), ahead = count / kPartAhead + 1;
  std::vector<std::vector<double>> result;
  for (std::size_t i = 0, next = 0; i < count; ++i) {
    std::vector<double> row = i == 0 ? std::vector<double>(differences[0].size(), 0.0) : result.back();
    for (; next < std::min(count, i + ahead + 1); ++next)
      for (std::size_t kind = 0; kind < row.size(); ++kind)
        row[kind] = std::max(row[kind], differences[next][kind].value);
    result.push_back(std::move(row));
  }
  return result;
}

}  // namespace pintle
