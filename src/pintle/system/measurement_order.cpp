#include "pintle/system/measurement_order.h"

#include <algorithm>

namespace pintle {

namespace {

std::size_t entry(Index i) { return static_cast<std::size_t>(i); }

std::vector<std::vector<Index>> reversed(const std::vector<std::vector<Index>>& edges) {
  std::vector<std::vector<Index>> back(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i)
    for (const Index j : edges[i]) back[entry(j)].push_back(static_cast<Index>(i));
  return back;
}

// Those of `left` without an edge to another one of them, and again without these (Kahn's way); they leave.
std::vector<Index> peel(const std::vector<std::vector<Index>>& edges, std::vector<Index>& left) {
  const std::vector<std::vector<Index>> back = reversed(edges);
  std::vector<char> is_left(edges.size(), 0);
  for (const Index i : left) is_left[entry(i)] = 1;
  std::vector<Index> open(edges.size(), 0), taken;
  for (const Index i : left) {
    for (const Index j : edges[entry(i)]) open[entry(i)] += is_left[entry(j)];
    if (open[entry(i)] == 0) taken.push_back(i);
  }
  for (std::size_t next = 0; next < taken.size(); ++next)
    for (const Index i : back[entry(taken[next])])
      if (is_left[entry(i)] && --open[entry(i)] == 0) taken.push_back(i);
  for (const Index i : taken) is_left[entry(i)] = 0;
  std::erase_if(left, [&is_left](Index i) { return !is_left[entry(i)]; });
  return taken;
}

}  // namespace

MeasurementOrder order_by_needs(const std::vector<std::vector<Index>>& needs) {
  MeasurementOrder order;
  for (std::size_t i = 0; i < needs.size(); ++i) order.circle.push_back(static_cast<Index>(i));
  order.first = peel(needs, order.circle);
  order.last = peel(reversed(needs), order.circle);
  std::reverse(order.last.begin(), order.last.end());
  return order;
}

}  // namespace pintle
