// How far sums of some numbers can be off, as a part of the largest.
#pragma once

#include <limits>

namespace pintle {

inline constexpr double kSumRoundOff = 16 * std::numeric_limits<double>::epsilon();

}  // namespace pintle
