// A vector as the span that the kernel's functions take.
#pragma once

#include <cstddef>
#include <span>

#include "pintle/math/types.h"

namespace pintle {

inline std::span<double> span_of(VecX& vector) {
  return {vector.data(), static_cast<std::size_t>(vector.size())};
}

}  // namespace pintle
