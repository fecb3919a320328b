// Combinations of multipliers that exert no force, as there are where equations are redundant: a basis of
// them, and what is left of reactions without them, those of least norm.
#pragma once

#include "pintle/math/types.h"

namespace pintle {

class IneffectiveMultipliers {
 public:
  // Room for one combination per redundant equation; none is there yet.
  void reserve(Index multipliers, Index redundant);
  void clear() { count_ = 0; }

  // With K = [S Gᵀ; G -eps I], solving K (u, z) = (0, e_i) gives eps z = -P e_i + O(eps), P the projector
  // onto the multipliers without effect: Gᵀ P = 0. `response` is eps z of a redundant equation i; what it
  // brings beyond the others must not be of the size of O(eps), or else the equation holds something at
  // present.
  void add(const Eigen::Ref<const VecX>& response);

  void remove_from(VecX& lambda) const;

 private:
  MatX basis_;  // orthonormal columns, the first `count_` of them
  Index count_ = 0;
};

}  // namespace pintle
