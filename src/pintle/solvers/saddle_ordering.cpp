// Minimum degree on the quotient graph, with approximate degrees, mass elimination and a rule for zero
// diagonals.
//
// Quotient graph: an eliminated unknown becomes an element, which stands for the clique of its neighbours. An
// unknown i keeps the unknowns it still touches directly and the elements it belongs to; elements that a new
// one covers are absorbed.
//
// Rule for zero diagonals. Eliminating the set E leaves the Schur complement of the leading block, which is
// regular only if the rows of G in E are independent on the columns of S in E; there must be at least as many
// such columns as rows. Every element therefore carries a capacity: +1 for each unknown with a diagonal that
// went into it, -1 for each one without. A multiplier may be eliminated when the capacity of its elements
// covers it together with the multipliers that wait for the same unknowns as it does (the rows of one joint),
// or when no unknown with a diagonal is left beside it. Covering only a part of a joint would be structurally
// right, too, but such a pivot vanishes in some configurations of a mechanism.
#include "pintle/solvers/saddle_ordering.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <queue>
#include <tuple>

namespace pintle {
namespace {

class SaddleOrdering {
 public:
  SaddleOrdering(const CompressedColumns& pattern, std::span<const char> is_weak);
  std::vector<Index> run();

 private:
  enum class Kind : char { unknown, merged, element, absorbed };
  using Candidate = std::tuple<Index, Index, Index>;  // degree, tie break, unknown

  bool is_unknown(Index i) const { return kind_[i] == Kind::unknown; }
  void eliminate(Index pivot);
  void form_element(Index pivot);
  void clean_neighbour(Index i, Index pivot);
  void measure_outside(Index pivot);
  void absorb_covered(Index pivot);
  void update_degree(Index i, Index pivot, Index boundary_weight);
  void update_need(Index pivot);
  void merge_equal(Index pivot);
  bool are_equal(Index i, Index j);
  bool is_ready(Index i);
  bool is_waiting(Index i) const { return last_partner_[i] >= 0; }
  bool carry(Index i);
  bool can_carry(Index i);
  void queue(Index i);
  Index next_pivot();
  void collect(Index i);

  Index size_;
  std::vector<std::vector<Index>> unknowns_;  // of an unknown: direct neighbours; of an element: its boundary
  std::vector<std::vector<Index>> elements_;  // of an unknown: elements it belongs to
  std::vector<std::vector<Index>> members_;   // unknowns merged into this one
  std::vector<std::vector<Index>> partners_;  // of a multiplier: unknowns with a diagonal, not yet eliminated
  std::vector<Kind> kind_;
  std::vector<char> has_pivot_, is_eliminated_;
  std::vector<Index> weight_, degree_, capacity_, outside_, mark_, group_weight_, need_, last_partner_, load_;
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> candidates_;
  std::vector<std::pair<Index, Index>> path_;  // unknown, position in path_ of the step before it
  std::vector<std::pair<Index, Index>> undo_;  // changes of load_
  std::vector<Index> order_;
  Index stamp_ = 0;
  bool is_stuck_ = false;  // only multipliers that nothing can carry are left
};

SaddleOrdering::SaddleOrdering(const CompressedColumns& pattern, std::span<const char> is_weak)
    : size_(pattern.size),
      unknowns_(size_),
      elements_(size_),
      members_(size_),
      partners_(size_),
      kind_(size_, Kind::unknown),
      has_pivot_(size_, 0),
      is_eliminated_(size_, 0),
      weight_(size_, 1),
      degree_(size_, 0),
      capacity_(size_, 0),
      outside_(size_, 0),
      mark_(size_, 0),
      group_weight_(size_ + 1, 0),
      need_(size_, 1),
      last_partner_(size_, -1),
      load_(size_, -1) {
  for (Index j = 0; j < size_; ++j) {
    has_pivot_[j] = !is_weak[j];
    for (Index i : pattern.rows_of(j)) {
      if (i == j) continue;
      unknowns_[i].push_back(j);
      unknowns_[j].push_back(i);
    }
  }
  for (Index i = 0; i < size_; ++i) {
    auto& near = unknowns_[i];
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    degree_[i] = static_cast<Index>(near.size());
    if (has_pivot_[i]) continue;
    std::copy_if(near.begin(), near.end(), std::back_inserter(partners_[i]),
                 [&](Index j) { return has_pivot_[j]; });
  }
  order_.reserve(size_);
}

std::vector<Index> SaddleOrdering::run() {
  for (Index i = 0; i < size_; ++i) queue(i);
  while (static_cast<Index>(order_.size()) < size_) eliminate(next_pivot());
  return std::move(order_);
}

void SaddleOrdering::queue(Index i) {
  if (is_ready(i)) candidates_.emplace(degree_[i], has_pivot_[i] ? 0 : 1, i);
}

// An empty queue means that no multiplier will become ready by itself: the rest goes out by degree, and the
// factorisation has to look for pivots.
Index SaddleOrdering::next_pivot() {
  for (;;) {
    while (!candidates_.empty()) {
      const auto [degree, tie, i] = candidates_.top();
      candidates_.pop();
      if (is_unknown(i) && degree == degree_[i] && is_ready(i)) return i;
    }
    is_stuck_ = true;
    for (Index i = 0; i < size_; ++i) {
      if (is_unknown(i)) queue(i);
    }
  }
}

bool SaddleOrdering::is_ready(Index i) {
  if (has_pivot_[i] || is_stuck_) return true;
  Index capacity = 0;
  for (Index e : elements_[i]) capacity += capacity_[e];
  return capacity >= need_[i] && can_carry(i);
}

// Finds an eliminated unknown for multiplier i by an alternating path, breadth first: partners that already
// carry another multiplier may hand that one on.
bool SaddleOrdering::carry(Index i) {
  const Index seen = ++stamp_;
  auto& path = path_;
  path.clear();
  const auto extend = [&](Index multiplier, Index from) {
    for (Index d : partners_[multiplier]) {
      if (!is_eliminated_[d] || mark_[d] == seen) continue;
      mark_[d] = seen;
      path.emplace_back(d, from);
    }
  };
  const auto load = [&](Index d, Index multiplier) {
    undo_.emplace_back(d, load_[d]);
    load_[d] = multiplier;
  };
  extend(i, -1);
  for (Index at = 0; at < static_cast<Index>(path.size()); ++at) {
    const Index load_here = load_[path[at].first];
    if (load_here >= 0) {
      extend(load_here, at);
      continue;
    }
    Index step = at;
    for (Index before = path[step].second; before >= 0; step = before, before = path[step].second) {
      load(path[step].first, load_[path[before].first]);
    }
    load(path[step].first, i);
    return true;
  }
  return false;
}

// Whether i and all that is merged into it can be carried; leaves the loads as they are.
bool SaddleOrdering::can_carry(Index i) {
  undo_.clear();
  bool all = carry(i);
  for (std::size_t m = 0; all && m < members_[i].size(); ++m) all = carry(members_[i][m]);
  for (; !undo_.empty(); undo_.pop_back()) load_[undo_.back().first] = undo_.back().second;
  return all;
}

void SaddleOrdering::collect(Index i) {
  order_.push_back(i);
  is_eliminated_[i] = 1;
  if (!has_pivot_[i]) carry(i);
}

void SaddleOrdering::eliminate(Index pivot) {
  collect(pivot);
  for (Index m : members_[pivot]) collect(m);
  form_element(pivot);
  for (Index i : unknowns_[pivot]) clean_neighbour(i, pivot);
  measure_outside(pivot);
  absorb_covered(pivot);
  Index boundary_weight = 0;
  for (Index i : unknowns_[pivot]) boundary_weight += weight_[i];
  for (Index i : unknowns_[pivot]) update_degree(i, pivot, boundary_weight);
  update_need(pivot);
  merge_equal(pivot);
  for (Index i : unknowns_[pivot]) queue(i);
}

// The boundary of the new element: neighbours of the pivot, directly or through its elements, which it
// absorbs.
void SaddleOrdering::form_element(Index pivot) {
  const Index in_boundary = ++stamp_;
  mark_[pivot] = in_boundary;
  std::vector<Index> boundary;
  const auto add = [&](const std::vector<Index>& list) {
    for (Index i : list) {
      if (!is_unknown(i) || mark_[i] == in_boundary) continue;
      mark_[i] = in_boundary;
      boundary.push_back(i);
    }
  };
  add(unknowns_[pivot]);
  capacity_[pivot] = has_pivot_[pivot] ? weight_[pivot] : -weight_[pivot];
  for (Index e : elements_[pivot]) {
    add(unknowns_[e]);
    capacity_[pivot] += capacity_[e];
    kind_[e] = Kind::absorbed;
    unknowns_[e] = {};
  }
  kind_[pivot] = Kind::element;
  unknowns_[pivot] = std::move(boundary);
  elements_[pivot] = {};
}

// Drops what the new element (marked with the current stamp) already says about i.
void SaddleOrdering::clean_neighbour(Index i, Index pivot) {
  std::erase_if(unknowns_[i], [&](Index j) { return !is_unknown(j) || mark_[j] == stamp_; });
  std::erase_if(elements_[i], [&](Index e) { return kind_[e] != Kind::element; });
  elements_[i].push_back(pivot);
}

// outside_[e] = weight of the boundary of e that lies outside the boundary of the new element.
void SaddleOrdering::measure_outside(Index pivot) {
  const Index measured = ++stamp_;
  for (Index i : unknowns_[pivot]) {
    for (Index e : elements_[i]) {
      if (mark_[e] != measured) {
        mark_[e] = measured;
        outside_[e] = 0;
        std::erase_if(unknowns_[e], [&](Index j) { return !is_unknown(j); });
        for (Index j : unknowns_[e]) outside_[e] += weight_[j];
      }
      outside_[e] -= weight_[i];
    }
  }
}

void SaddleOrdering::absorb_covered(Index pivot) {
  for (Index i : unknowns_[pivot]) {
    std::erase_if(elements_[i], [&](Index e) {
      if (e == pivot) return false;
      if (kind_[e] == Kind::element && outside_[e] > 0) return false;
      if (kind_[e] == Kind::element) {
        capacity_[pivot] += capacity_[e];
        kind_[e] = Kind::absorbed;
        unknowns_[e] = {};
      }
      return true;
    });
  }
}

void SaddleOrdering::update_degree(Index i, Index pivot, Index boundary_weight) {
  Index degree = boundary_weight - weight_[i];
  for (Index j : unknowns_[i]) degree += weight_[j];
  for (Index e : elements_[i]) degree += e == pivot ? 0 : outside_[e];
  degree_[i] = degree;
}

// A multiplier needs carriers for itself and for all multipliers that wait for the same last partner.
void SaddleOrdering::update_need(Index pivot) {
  for (Index i : unknowns_[pivot]) {
    Index& last = last_partner_[i];
    last = -1;
    for (Index d : partners_[i]) last = is_eliminated_[d] ? last : d;
    group_weight_[last + 1] = 0;
  }
  for (Index i : unknowns_[pivot]) group_weight_[last_partner_[i] + 1] += has_pivot_[i] ? 0 : weight_[i];
  for (Index i : unknowns_[pivot])
    need_[i] = is_waiting(i) ? group_weight_[last_partner_[i] + 1] : weight_[i];
}

// Unknowns with the same neighbours stay equal for good and are eliminated together; multipliers merge only
// when they are ready as a group.
void SaddleOrdering::merge_equal(Index pivot) {
  auto& boundary = unknowns_[pivot];
  std::vector<std::pair<std::size_t, Index>> keyed;
  for (Index i : boundary) {
    std::size_t key = has_pivot_[i];
    for (Index j : unknowns_[i]) key += static_cast<std::size_t>(j) * 3;
    for (Index e : elements_[i]) key += static_cast<std::size_t>(e) * 5;
    keyed.emplace_back(key, i);
  }
  std::sort(keyed.begin(), keyed.end());
  for (std::size_t a = 0; a < keyed.size(); ++a) {
    const Index i = keyed[a].second;
    if (!is_unknown(i)) continue;
    for (std::size_t b = a + 1; b < keyed.size() && keyed[b].first == keyed[a].first; ++b) {
      const Index j = keyed[b].second;
      if (!is_unknown(j) || !are_equal(i, j)) continue;
      kind_[j] = Kind::merged;
      weight_[i] += weight_[j];
      degree_[i] -= weight_[j];
      members_[i].push_back(j);
      members_[i].insert(members_[i].end(), members_[j].begin(), members_[j].end());
      unknowns_[j] = {};
      elements_[j] = {};
    }
  }
  std::erase_if(boundary, [&](Index i) { return !is_unknown(i); });
}

bool SaddleOrdering::are_equal(Index i, Index j) {
  if (has_pivot_[i] != has_pivot_[j] || unknowns_[i].size() != unknowns_[j].size() ||
      elements_[i].size() != elements_[j].size()) {
    return false;
  }
  if (!has_pivot_[i] && !(is_ready(i) && is_ready(j))) return false;
  const Index marked = ++stamp_;
  for (Index k : unknowns_[i]) mark_[k] = marked;
  for (Index e : elements_[i]) mark_[e] = marked;
  const auto is_marked = [&](Index k) { return mark_[k] == marked; };
  return std::all_of(unknowns_[j].begin(), unknowns_[j].end(), is_marked) &&
         std::all_of(elements_[j].begin(), elements_[j].end(), is_marked);
}

}  // namespace

std::vector<Index> order_saddle_point(const CompressedColumns& pattern, std::span<const char> is_weak) {
  return SaddleOrdering(pattern, is_weak).run();
}

}  // namespace pintle
