// Elimination order for saddle-point matrices [S Gᵀ; G 0]: minimum degree, but no multiplier before its
// bodies.
#pragma once

#include <span>
#include <vector>

#include "pintle/solvers/compressed_columns.h"

namespace pintle {

// A symmetric permutation of the unknowns (position -> unknown) that keeps fill small when pivots are taken
// from the diagonal. An unknown without a diagonal to speak of (is_weak; a multiplier) has a pivot only
// through unknowns eliminated before it, so it waits until those can carry it: see saddle_ordering.cpp. The
// pattern of A + Aᵀ is used; A need not be symmetric.
std::vector<Index> order_saddle_point(const CompressedColumns& pattern, std::span<const char> is_weak);

}  // namespace pintle
