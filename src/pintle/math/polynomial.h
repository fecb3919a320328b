// Horner's rule for fixed coefficients, lowest power first. Dual numbers have a cheaper overload in dual.h.
#pragma once

#include <array>
#include <cstddef>

namespace pintle {

template <std::size_t K, typename S>
inline S polynomial(const std::array<double, K>& terms, const S& x) {
  S sum(terms[K - 1]);
  for (std::size_t k = K - 1; k-- > 0;) sum = sum * x + terms[k];
  return sum;
}

}  // namespace pintle
