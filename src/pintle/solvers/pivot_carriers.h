// Which eliminated unknown gives which multiplier its pivot: a matching that grows with the elimination.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "pintle/base/ids.h"

namespace pintle {

// Eliminating bodies B and multipliers J leaves a regular leading block [S Gᵀ; G 0] only if the rows J of G
// are independent on the columns B. For that, every multiplier in J needs an unknown of its own in B among
// its partners (those with an entry in its row): the unknown carries the multiplier.
class PivotCarriers {
 public:
  explicit PivotCarriers(Index size)
      : partners_(size), can_carry_(size, 0), load_(size, -1), mark_(size, 0) {}

  void set_partners(Index multiplier, std::vector<Index> partners) {
    partners_[multiplier] = std::move(partners);
  }
  // The unknown has been eliminated.
  void add_carrier(Index unknown) { can_carry_[unknown] = 1; }

  // Finds a carrier for the multiplier, which is then taken; false if there is none.
  bool carry(Index multiplier);
  // Whether the multiplier and some others could be carried together; takes nothing.
  bool could_carry(Index multiplier, std::span<const Index> others);
  // The last partner that is not a carrier yet, or -1.
  Index last_partner_to_come(Index multiplier) const;

 private:
  std::vector<std::vector<Index>> partners_;
  std::vector<char> can_carry_;
  std::vector<Index> load_;  // the multiplier that an unknown carries, or -1
  std::vector<Index> mark_;
  Index stamp_ = 0;
  std::vector<std::pair<Index, Index>> path_;  // unknown, position in path_ of the step before it
  std::vector<std::pair<Index, Index>> undo_;  // unknown, what it carried before
};

}  // namespace pintle
