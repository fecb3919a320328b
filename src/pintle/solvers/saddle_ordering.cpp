// Minimum degree on the quotient graph, with approximate degrees, mass elimination and a rule for zero
// diagonals.
//
// Quotient graph: an eliminated unknown becomes an element, which stands for the clique of its neighbours. An
// unknown i keeps the unknowns it still touches directly and the elements it belongs to; elements that a new
// one covers are absorbed.
//
// Rule for zero diagonals. A multiplier may be eliminated when
// - an eliminated unknown can carry it (pivot_carriers.h), so that its pivot is not structurally zero;
// - its elements have capacity for it and for all multipliers that wait for the same unknown as it does: +1
// for each
//   unknown with a diagonal that went into the element, -1 for each without. A joint is thus eliminated as a
//   whole behind one of its bodies, where its rows are independent in every configuration; a part of it,
//   carried by what other joints left over, may lose its pivot as the mechanism moves.
#include "pintle/solvers/saddle_ordering.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>

#include "pintle/solvers/pivot_carriers.h"

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
  void queue(Index i);
  Index next_pivot();
  void collect(Index i);

  Index size_;
  std::vector<std::vector<Index>> unknowns_;  // of an unknown: direct neighbours; of an element: its boundary
  std::vector<std::vector<Index>> elements_;  // of an unknown: elements it belongs to
  std::vector<std::vector<Index>> members_;   // unknowns merged into this one
  std::vector<Kind> kind_;
  std::vector<char> has_pivot_;
  std::vector<Index> weight_, degree_, outside_, mark_;
  PivotCarriers carriers_;
  std::vector<Index> capacity_;      // of an element
  std::vector<Index> need_;          // of a multiplier: the capacity it takes
  std::vector<Index> waits_for_;     // of a multiplier: its last partner to come, or -1
  std::vector<Index> group_weight_;  // of multipliers that wait for the same unknown
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> candidates_;
  std::vector<Index> order_;
  Index stamp_ = 0;
  bool is_stuck_ = false;  // only multipliers that nothing can carry are left
};

SaddleOrdering::SaddleOrdering(const CompressedColumns& pattern, std::span<const char> is_weak)
    : size_(pattern.size),
      unknowns_(size_),
      elements_(size_),
      members_(size_),
      kind_(size_, Kind::unknown),
      has_pivot_(size_, 0),
      weight_(size_, 1),
      degree_(size_, 0),
      outside_(size_, 0),
      mark_(size_, 0),
      carriers_(size_),
      capacity_(size_, 0),
      need_(size_, 1),
      waits_for_(size_, -1),
      group_weight_(size_, 0) {
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
    std::vector<Index> partners = near;
    std::erase_if(partners, [&](Index j) { return !has_pivot_[j]; });
    carriers_.set_partners(i, std::move(partners));
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
  return capacity >= need_[i] && carriers_.could_carry(i, members_[i]);
}

void SaddleOrdering::collect(Index i) {
  order_.push_back(i);
  if (has_pivot_[i]) {
    carriers_.add_carrier(i);
  } else {
    carriers_.carry(i);
  }
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

// A multiplier that waits takes its group with it; one that has nothing more to wait for goes alone.
void SaddleOrdering::update_need(Index pivot) {
  for (Index i : unknowns_[pivot]) {
    if (has_pivot_[i]) continue;
    waits_for_[i] = carriers_.last_partner_to_come(i);
    if (waits_for_[i] >= 0) group_weight_[waits_for_[i]] = 0;
  }
  for (Index i : unknowns_[pivot]) {
    if (waits_for_[i] >= 0) group_weight_[waits_for_[i]] += weight_[i];
  }
  for (Index i : unknowns_[pivot]) need_[i] = waits_for_[i] >= 0 ? group_weight_[waits_for_[i]] : weight_[i];
}

// Unknowns with the same neighbours stay equal for good and are eliminated together; multipliers merge only
// when they are ready as a group.
void SaddleOrdering::merge_equal(Index pivot) {
  auto& boundary = unknowns_[pivot];
  std::vector<std::pair<std::size_t, Index>> keyed;
  for (Index i : boundary) {
    std::size_t key = has_pivot_[i] != 0 ? 1 : 0;
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
