#include "pintle/solvers/ineffective_multipliers.h"

namespace pintle {

namespace {

constexpr double kLeastPart = 1e-4;  // of a unit multiplier that is without effect and new

}  // namespace

void IneffectiveMultipliers::reserve(Index multipliers, Index redundant) {
  basis_.setZero(multipliers, redundant);
  count_ = 0;
}

void IneffectiveMultipliers::add(const Eigen::Ref<const VecX>& response) {
  auto column = basis_.col(count_);
  column = response;
  for (int pass = 0; pass < 2; ++pass)  // Gram-Schmidt, twice is enough
    for (Index j = 0; j < count_; ++j) column -= basis_.col(j).dot(column) * basis_.col(j);
  if (!(column.norm() > kLeastPart)) return;
  column.normalize();
  ++count_;
}

void IneffectiveMultipliers::remove_from(VecX& lambda) const {
  for (Index k = 0; k < count_; ++k) lambda -= basis_.col(k).dot(lambda) * basis_.col(k);
}

}  // namespace pintle
