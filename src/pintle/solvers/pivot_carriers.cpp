#include "pintle/solvers/pivot_carriers.h"

namespace pintle {

// An alternating path, breadth first: a partner that carries another multiplier may hand that one on.
bool PivotCarriers::carry(Index multiplier) {
  ++stamp_;
  path_.clear();
  const auto extend = [&](Index from_multiplier, Index from) {
    for (Index unknown : partners_[from_multiplier]) {
      if (!can_carry_[unknown] || mark_[unknown] == stamp_) continue;
      mark_[unknown] = stamp_;
      path_.emplace_back(unknown, from);
    }
  };
  const auto load = [&](Index unknown, Index new_load) {
    undo_.emplace_back(unknown, load_[unknown]);
    load_[unknown] = new_load;
  };

  extend(multiplier, -1);
  for (Index at = 0; at < static_cast<Index>(path_.size()); ++at) {
    const Index load_here = load_[path_[at].first];
    if (load_here >= 0) {
      extend(load_here, at);
      continue;
    }
    // A free one: every load on the way moves one step towards it.
    Index step = at;
    for (Index before = path_[step].second; before >= 0; step = before, before = path_[step].second) {
      load(path_[step].first, load_[path_[before].first]);
    }
    load(path_[step].first, multiplier);
    return true;
  }
  return false;
}

bool PivotCarriers::could_carry(Index multiplier, std::span<const Index> others) {
  undo_.clear();
  bool all = carry(multiplier);
  for (std::size_t k = 0; all && k < others.size(); ++k) all = carry(others[k]);
  for (; !undo_.empty(); undo_.pop_back()) load_[undo_.back().first] = undo_.back().second;
  return all;
}

Index PivotCarriers::last_partner_to_come(Index multiplier) const {
  const auto& partners = partners_[multiplier];
  for (auto partner = partners.rbegin(); partner != partners.rend(); ++partner) {
    if (!can_carry_[*partner]) return *partner;
  }
  return -1;
}

}  // namespace pintle
