// The largest entry of a vector by size; zero when it has none.
#pragma once

#include "pintle/math/types.h"

namespace pintle {

template <class Derived>
double largest_of(const Eigen::DenseBase<Derived>& vector) {
  return vector.size() ? vector.derived().template lpNorm<Eigen::Infinity>() : 0.0;
}

}  // namespace pintle
