// System: what is known of a State before anything else: motion, gravity, and what drives listen to.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "pintle/system/private_data.h"
#include "pintle/system/system.h"

namespace pintle {

namespace {

bool is_same(const Vec3& a, const Vec3& b) {
  using Bits = std::array<std::uint64_t, 3>;
  return std::bit_cast<Bits>(std::array{a.x(), a.y(), a.z()}) ==
         std::bit_cast<Bits>(std::array{b.x(), b.y(), b.z()});
}

}  // namespace

void System::order_measurements(const std::vector<std::vector<Index>>& needs) {
  order_ = order_by_needs(needs);
  for (const Measurement& m : measurements_)
    if (m.is_of_element())
      most_outputs_ = std::max(most_outputs_, channel_sizes_[static_cast<std::size_t>(m.set)]);
}

void System::fill(const State& state, Snapshot& snapshot) const {
  snapshot.fill(layout_, state);
  for (const Index slot : order_.first) measure(slot, snapshot);
  if (!order_.circle.empty()) {
    start_circle(0.0, snapshot);
    if (!settle_circle(snapshot)) start_circle(std::numeric_limits<double>::quiet_NaN(), snapshot);
  }
  for (const Index slot : order_.last) measure(slot, snapshot);
}

void System::measure(Index slot, Snapshot& snapshot) const {
  Context& context = snapshot.context();
  const auto i = static_cast<std::size_t>(slot);
  if (i == measurements_.size()) {
    context.gravity = gravity_.value(context);
    return;
  }
  const Measurement& m = measurements_[i];
  double& value = snapshot.measurements()[i];
  if (m.is_of_element()) {
    value = output_of(m, snapshot);
  } else if (m.is_scalar()) {
    const std::array orders{context.scalars, context.scalar_rates, context.scalar_accelerations};
    value = orders[static_cast<std::size_t>(m.order)][static_cast<std::size_t>(m.scalar)];
  } else {
    value = node_quantity(context.frames[static_cast<std::size_t>(m.frame)], m.quantity)[m.component];
  }
}

double System::output_of(const Measurement& m, Snapshot& snapshot) const {
  const auto set = static_cast<std::size_t>(m.set);
  const Context& context = snapshot.context();
  if (is_silent(set, context)) return 0.0;
  if (m.private_name) return private_datum(*sets_[set], m.element, context, m.private_datum);
  const std::span<double> outputs(snapshot.outputs().data(), channel_sizes_[set]);
  sets_[set]->evaluate_channels(context, m.element, outputs);
  return outputs[static_cast<std::size_t>(m.channel_offset)];
}

Vec3 System::measured(Index slot, Snapshot& snapshot) const {
  const auto i = static_cast<std::size_t>(slot);
  if (i == measurements_.size()) return snapshot.context().gravity;
  return {snapshot.measurements()[i], 0.0, 0.0};
}

void System::set_measured(Index slot, double value, Snapshot& snapshot) const {
  const auto i = static_cast<std::size_t>(slot);
  if (i == measurements_.size())
    snapshot.context().gravity.setConstant(value);
  else
    snapshot.measurements()[i] = value;
}

void System::start_circle(double value, Snapshot& snapshot) const {
  for (const Index slot : order_.circle) set_measured(slot, value, snapshot);
}

// Which outputs of an element follow its drives is not known. Where outputs are not really made of each
// other, as many rounds as there are of them settle all.
bool System::settle_circle(Snapshot& snapshot) const {
  for (std::size_t round = 0; round <= order_.circle.size(); ++round) {
    bool has_changed = false;
    for (const Index slot : order_.circle) {
      const Vec3 before = measured(slot, snapshot);
      measure(slot, snapshot);
      has_changed = has_changed || !is_same(before, measured(slot, snapshot));
    }
    if (!has_changed) return true;
  }
  return false;
}

// Whether another value of the one gives another value of the other.
bool System::is_made_of(Index slot, Index part, Snapshot& snapshot) const {
  constexpr std::array kOthers{2.0, -1e3};
  start_circle(1.0, snapshot);
  measure(slot, snapshot);
  const Vec3 value = measured(slot, snapshot);
  return std::any_of(kOthers.begin(), kOthers.end(), [&](double other) {
    start_circle(1.0, snapshot);
    set_measured(part, other, snapshot);
    measure(slot, snapshot);
    return !is_same(value, measured(slot, snapshot));
  });
}

// Those whose value follows from where the rounds start; then from one to the next that it is made of.
std::vector<Index> System::find_circle(Snapshot& snapshot) const {
  std::vector<Index> open;
  std::vector<Vec3> from_zero;
  start_circle(0.0, snapshot);
  settle_circle(snapshot);
  for (const Index slot : order_.circle) from_zero.push_back(measured(slot, snapshot));
  start_circle(1.0, snapshot);
  settle_circle(snapshot);
  for (std::size_t i = 0; i < from_zero.size(); ++i)
    if (!is_same(from_zero[i], measured(order_.circle[i], snapshot))) open.push_back(order_.circle[i]);
  if (open.empty()) return {};

  std::vector<Index> path;
  for (Index slot = open.front();;) {
    const auto seen = std::find(path.begin(), path.end(), slot);
    if (seen != path.end()) return {seen, path.end()};
    path.push_back(slot);
    const auto next =
        std::find_if(open.begin(), open.end(), [&](Index part) { return is_made_of(slot, part, snapshot); });
    if (next == open.end()) return open;
    slot = *next;
  }
}

}  // namespace pintle
