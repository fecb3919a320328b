// Symmetric scaling D A D that makes the pivots of mechanical systems comparable, whatever their units.
#pragma once

#include <span>
#include <vector>

#include "pintle/solvers/compressed_columns.h"

namespace pintle {

// With S and G of a saddle-point matrix [S Gᵀ; G 0]: D S D has a unit diagonal and every row of D G D the
// largest entry 1. Then a pivot threshold means the same for grams and for tonnes, and a lost pivot is one
// near the unit roundoff. The factors are powers of two, so that scaling rounds nothing.
class Equilibration {
 public:
  // Chooses the factors from finite values; may allocate.
  void choose(const CompressedColumns& pattern, std::span<const double> values);

  // Writes D A D; returns whether every value is finite.
  bool apply(std::span<const double> values, std::span<double> scaled) const;
  // The same for a matrix kept in another order, whose k-th entry is the one at source[k] of the pattern:
  // with entry_factors picked from those of this object by source.
  static bool apply(std::span<const double> values, std::span<const Index> source,
                    std::span<const double> entry_factors, std::span<double> scaled);
  // x := D x.
  void apply(std::span<double> vector) const;

  // 1 for unknowns whose diagonal entry is missing, zero or too small to be a pivot (multipliers).
  const std::vector<char>& is_weak() const { return is_weak_; }
  const std::vector<double>& factors() const { return factor_; }
  const std::vector<double>& entry_factors() const { return entry_factor_; }

 private:
  struct Couplings;

  void measure(const CompressedColumns& pattern, std::span<const double> values);
  void find_weak(const CompressedColumns& pattern, std::span<const double> values);
  void scale_weak(const CompressedColumns& pattern, std::span<const double> values);
  Couplings find_couplings(const CompressedColumns& pattern, std::span<const double> values) const;

  std::vector<double> diagonal_;  // |A_ii|, 0 where missing
  std::vector<double> size_;      // largest entry of a row and its column
  std::vector<char> is_weak_;
  std::vector<double> factor_;        // D
  std::vector<double> entry_factor_;  // D_i D_j for every entry of the pattern
};

}  // namespace pintle
