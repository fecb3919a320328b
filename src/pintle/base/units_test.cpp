#include "pintle/base/units.h"

#include <gtest/gtest.h>

#include <numbers>

namespace pintle {
namespace {

constexpr double kPi = std::numbers::pi;

void expect_unit(std::string_view text, std::string_view dimension, double factor) {
  const Result<Unit> unit = parse_unit(text);
  ASSERT_TRUE(unit) << text << ": " << unit.message();
  EXPECT_EQ(to_string(*unit), dimension) << text;
  // A few products and quotients of exactly rounded factors.
  EXPECT_NEAR(unit->factor / factor, 1.0, 1e-15) << text;
}

std::string refusal(std::string_view text) {
  const Result<Unit> unit = parse_unit(text);
  return unit ? "accepted as " + to_string(*unit) : unit.message();
}

bool can_stand_for(std::string_view given, std::string_view expected) {
  return parse_unit(given)->can_stand_for(*parse_unit(expected));
}

TEST(Unit, reads_the_units_of_mechanics) {
  expect_unit("m", "m", 1.0);
  expect_unit("mm", "m", 1e-3);
  expect_unit("km", "m", 1e3);
  expect_unit("g", "kg", 1e-3);
  expect_unit("kg", "kg", 1.0);
  expect_unit("t", "kg", 1e3);
  expect_unit("s", "s", 1.0);
  expect_unit("ms", "s", 1e-3);
  expect_unit("min", "s", 60.0);
  expect_unit("h", "s", 3600.0);
  expect_unit("rad", "rad", 1.0);
  expect_unit("mrad", "rad", 1e-3);
  expect_unit("deg", "rad", kPi / 180.0);
  expect_unit("°", "rad", kPi / 180.0);
  expect_unit("rpm", "rad/s", kPi / 30.0);
  expect_unit("Hz", "1/s", 1.0);
  expect_unit("N", "kg m/s^2", 1.0);
  expect_unit("J", "kg m^2/s^2", 1.0);
  expect_unit("W", "kg m^2/s^3", 1.0);
  expect_unit("MPa", "kg/(m s^2)", 1e6);
  expect_unit("mbar", "kg/(m s^2)", 1e2);
  expect_unit("%", "1", 0.01);
  expect_unit("kn", "m/s", 1852.0 / 3600.0);
  expect_unit("lbf", "kg m/s^2", 4.4482216152605);
  expect_unit("µm", "m", 1e-6);
}

TEST(Unit, reads_products_quotients_and_powers) {
  expect_unit("", "1", 1.0);
  expect_unit("1", "1", 1.0);
  expect_unit("1/s", "1/s", 1.0);
  expect_unit("kN m", "kg m^2/s^2", 1e3);
  expect_unit("kNm", "kg m^2/s^2", 1e3);
  expect_unit("N*m", "kg m^2/s^2", 1.0);
  expect_unit("N·m", "kg m^2/s^2", 1.0);
  expect_unit("kg m^2", "kg m^2", 1.0);
  expect_unit("g cm^2", "kg m^2", 1e-7);
  expect_unit("kg m²", "kg m^2", 1.0);
  expect_unit("m s^-2", "m/s^2", 1.0);
  expect_unit("m/s/s", "m/s^2", 1.0);
  expect_unit("km/h", "m/s", 1.0 / 3.6);
  expect_unit("N/(m/s)", "kg/s", 1.0);
  expect_unit("N m s/rad", "kg m^2/(s rad)", 1.0);
  expect_unit("(m/s)^2", "m^2/s^2", 1.0);
  expect_unit(" m / s ", "m/s", 1.0);
}

TEST(Unit, says_what_it_cannot_read) {
  EXPECT_EQ(refusal("KG"), "unknown unit 'KG'; did you mean 'kg'?");
  EXPECT_EQ(refusal("furlong"), "unknown unit 'furlong'");
  EXPECT_TRUE(refusal("kt").starts_with("unknown unit 'kt'"));  // knot or kilotonne?
  EXPECT_EQ(refusal("kg/m s"), "cannot read the unit 'kg/m s': a product after '/' needs brackets");
  EXPECT_EQ(refusal("m/"), "cannot read the unit 'm/': it ends too early");
  EXPECT_EQ(refusal("/s"), "cannot read the unit '/s': unexpected '/s'");
  EXPECT_EQ(refusal("m^"), "cannot read the unit 'm^': '^' needs a whole number");
  EXPECT_EQ(refusal("m^x"), "cannot read the unit 'm^x': '^' needs a whole number");
  EXPECT_EQ(refusal("(m"), "cannot read the unit '(m': missing ')'");
  EXPECT_EQ(refusal("m)"), "cannot read the unit 'm)': unexpected ')'");
  EXPECT_EQ(refusal("2 m"), "cannot read the unit '2 m': unexpected '2 m'");
  EXPECT_EQ(refusal("((m^9)^9)^9"), "cannot read the unit '((m^9)^9)^9': the exponents are too large");
  EXPECT_EQ(refusal("m^99999999999999"), "cannot read the unit 'm^99999999999999': '^' needs a whole number");
  EXPECT_EQ(refusal(std::string(5000, '(')), "the text of a unit is too long");
}

TEST(Unit, stands_only_for_its_own_dimension) {
  EXPECT_TRUE(can_stand_for("mm", "m"));
  EXPECT_TRUE(can_stand_for("rpm", "rad/s"));
  EXPECT_FALSE(can_stand_for("deg", "m"));
  EXPECT_FALSE(can_stand_for("deg", "1"));
  EXPECT_FALSE(can_stand_for("1", "rad"));
  EXPECT_FALSE(can_stand_for("Hz", "rad/s"));
  EXPECT_FALSE(can_stand_for("rad/s", "Hz"));
}

TEST(Unit, may_leave_out_the_radian_only_where_there_is_mass) {
  EXPECT_TRUE(can_stand_for("N m", "N m/rad"));
  EXPECT_TRUE(can_stand_for("N m s", "N m s/rad"));
  EXPECT_TRUE(can_stand_for("N m/deg", "N m/rad"));
  EXPECT_FALSE(can_stand_for("N m/rad", "N m"));
  EXPECT_FALSE(can_stand_for("m", "m/rad"));
}

TEST(Quantity, is_a_number_with_a_unit) {
  const auto force = parse_quantity("15 kN");
  ASSERT_TRUE(force);
  EXPECT_EQ(force->number, 15.0);
  EXPECT_EQ(force->unit_text, "kN");
  EXPECT_EQ(force->si(), 15000.0);
  EXPECT_EQ(parse_quantity("-90 deg")->si(), -kPi / 2);
  EXPECT_EQ(parse_quantity("1e-3m")->si(), 1e-3);
  EXPECT_EQ(parse_quantity(" +2.5 ")->si(), 2.5);
  EXPECT_EQ(parse_quantity(".5 m")->si(), 0.5);
  EXPECT_EQ(parse_quantity("3 1/s")->si(), 3.0);
}

TEST(Quantity, says_what_it_cannot_read) {
  EXPECT_EQ(parse_quantity("heavy").message(), "'heavy' does not start with a number");
  EXPECT_EQ(parse_quantity("").message(), "'' does not start with a number");
  EXPECT_EQ(parse_quantity("inf").message(), "'inf' does not start with a number");
  EXPECT_EQ(parse_quantity("-nan kg").message(), "'-nan kg' does not start with a number");
  EXPECT_EQ(parse_quantity("+-3").message(), "'+-3' does not start with a number");
  EXPECT_EQ(parse_quantity("1e400 m").message(), "the number in '1e400 m' is out of range");
  EXPECT_EQ(parse_quantity("1e308 km").message(), "'1e308 km' is out of range in SI");
  EXPECT_EQ(parse_quantity("5 kq").message(), "unknown unit 'kq'; did you mean 'kg'?");
  EXPECT_EQ(parse_quantity("2*t").message(), "cannot read the unit '*t': unexpected '*t'");
  EXPECT_EQ(parse_quantity("1 1").message(), "'1 1' is more than one number");
}

}  // namespace
}  // namespace pintle
