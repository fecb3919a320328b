// Values -> numbers in SI: quantities, vectors and matrices, with a message for all that is not so.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/diagnostics.h"
#include "pintle/model/value.h"

namespace pintle {

using Numbers = std::vector<double>;

// `what` names the thing being read ("mass", "offset[2]"); messages read "<subject>: <what>: <problem>".
class NumberReader {
 public:
  NumberReader(std::string subject, Diagnostics& diagnostics, std::string driven_unit = "any")
      : subject_(std::move(subject)), diagnostics_(diagnostics), driven_unit_(std::move(driven_unit)) {}

  std::optional<double> real(const Value& value, const std::string& what, std::string_view unit) const;

  // A list of exactly `count` numbers. Two units, "N, N m", hold for one half each.
  std::optional<Numbers> vector(const Value& value, const std::string& what, int count,
                                std::string_view unit) const;

  // A list of any length.
  std::optional<Numbers> reals(const Value& value, const std::string& what, std::string_view unit) const;

  // n rows of n numbers, or n numbers for a diagonal; returns the rows one after the other.
  // Three units, "N/m, N/rad, N m/rad", hold for the blocks 11, 12 and 21, 22.
  std::optional<Numbers> matrix(const Value& value, const std::string& what, int n,
                                std::string_view unit) const;

  // A number, the numbers of a diagonal, or the rows of a square matrix; returns the rows one after the
  // other.
  std::optional<Numbers> square(const Value& value, const std::string& what, std::string_view unit) const;

  // At least one row; a unit for each column.
  std::optional<Numbers> table(const Value& value, const std::string& what,
                               const std::vector<std::string>& column_units) const;

  void error(const SourcePlace& place, const std::string& what, const std::string& problem,
             const std::string& advice = "") const;
  void expected(const Value& got, const std::string& what, const std::string& wanted) const;

  // "a number in kg", "3 numbers in m", "3 numbers"
  std::string wanted_numbers(int count, std::string_view unit) const;

  const std::string& driven_unit() const { return driven_unit_; }

 private:
  std::optional<double> quantity(const Value& value, const std::string& what, std::string_view unit) const;
  template <class UnitOf>
  std::optional<Numbers> each(const Value& list, const std::string& what, UnitOf unit_of) const;

  std::string subject_;
  Diagnostics& diagnostics_;
  std::string driven_unit_;
};

// "offset[2]"
std::string indexed(const std::string& what, std::size_t index);

}  // namespace pintle
