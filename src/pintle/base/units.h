// Units of measure: parsing, conversion to SI, and which unit may stand where another is expected.
#pragma once

#include <string>
#include <string_view>

#include "pintle/base/result.h"

namespace pintle {

// A product of powers of the base units times a factor: 1 [unit] = factor [m^m kg^kg s^s rad^rad A^A K^K].
// The radian is kept apart from pure numbers so that an angle cannot pass for a ratio, nor 1/s for rad/s.
struct Unit {
  int m = 0;
  int kg = 0;
  int s = 0;
  int rad = 0;
  int A = 0;
  int K = 0;
  double factor = 1.0;

  bool has_same_dimension(const Unit& other) const;
  bool is_dimensionless() const;

  // True if a quantity in this unit may be given where `expected` is asked for. The dimensions must agree;
  // only in quantities of mass (forces, stiffnesses, ...) may the radian be left out, as is customary:
  // 'N m' passes for 'N m/rad'. It may not be added ('N m/deg' is no moment), and quantities without mass
  // must say it: '1/s' or 'Hz' is not 'rad/s', 'm' is not 'm/rad' (per radian or per turn?).
  bool can_stand_for(const Unit& expected) const;

  friend Unit operator*(const Unit& a, const Unit& b);
  friend Unit operator/(const Unit& a, const Unit& b);
  friend bool operator==(const Unit&, const Unit&) = default;
};

Unit power(const Unit& unit, int exponent);

// Reads "kN m", "kg m^2", "m/s", "N/(m/s)", "1/s", "deg", "rpm", "%"; "" and "1" are the pure number.
// Factors are joined by a space, '*' or a middle dot. A product after a slash needs brackets: "kg/m s" is
// refused.
Result<Unit> parse_unit(std::string_view text);

// The unit's dimension in SI base units, such as "kg m^2/s^2"; "1" for the pure number. The factor is not
// shown.
std::string to_string(const Unit& unit);

// A number and its unit as a person writes them: "15 kN", "-90 deg", "2.5".
struct Quantity {
  double number = 0.0;
  std::string unit_text;
  Unit unit;

  double si() const { return number * unit.factor; }
};

Result<Quantity> parse_quantity(std::string_view text);

}  // namespace pintle
