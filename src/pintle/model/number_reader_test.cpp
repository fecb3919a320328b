#include "pintle/model/number_reader.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace pintle {
namespace {

constexpr double kPi = std::numbers::pi;

class NumberReaderTest : public testing::Test {
 protected:
  NumberReader reader(std::string driven = "any") {
    return NumberReader("body 'b'", diagnostics_, std::move(driven));
  }

  // The problems found since the last call.
  std::string problems() {
    const std::string text = diagnostics_.to_text();
    diagnostics_ = {};
    return text;
  }

  Diagnostics diagnostics_;
};

TEST_F(NumberReaderTest, takes_plain_numbers_as_si) {
  EXPECT_EQ(reader().real(3, "mass", "kg"), 3.0);
  EXPECT_EQ(reader().real(2.5, "mass", "kg"), 2.5);
  EXPECT_EQ(problems(), "");
}

TEST_F(NumberReaderTest, converts_texts_with_a_unit) {
  EXPECT_EQ(reader().real("15 t", "mass", "kg"), 15000.0);
  EXPECT_EQ(reader().real("-90 deg", "angle", "rad"), -kPi / 2);
  EXPECT_EQ(reader().real("50 %", "ratio", ""), 0.5);
  EXPECT_EQ(reader().real("15 kN", "amplitude", "any"), 15000.0);
  EXPECT_EQ(reader("N").real("15 kN", "amplitude", "any"), 15000.0);
  EXPECT_EQ(problems(), "");
}

TEST_F(NumberReaderTest, refuses_a_wrong_unit) {
  EXPECT_EQ(reader().real("15 m", "mass", "kg"), std::nullopt);
  EXPECT_EQ(problems(), "error: body 'b': mass: expected kg, got 'm' in '15 m'\n");
  reader().real("2 deg", "length", "m");
  EXPECT_EQ(problems(), "error: body 'b': length: expected m, got 'deg' in '2 deg'\n");
  reader().real("2 s", "coordinate", "m or rad");
  EXPECT_EQ(problems(), "error: body 'b': coordinate: expected m or rad, got 's' in '2 s'\n");
  reader().real("5 m", "ratio", "");
  EXPECT_EQ(problems(), "error: body 'b': ratio: expected a pure number, got 'm' in '5 m'\n");
  reader("N").real("5 m", "amplitude", "any");
  EXPECT_EQ(problems(), "error: body 'b': amplitude: expected N, got 'm' in '5 m'\n");
}

TEST_F(NumberReaderTest, refuses_what_is_no_number) {
  reader().real("15", "mass", "kg");
  EXPECT_EQ(
      problems(),
      "error: body 'b': mass: expected kg, got no unit in '15'; leave out the quotes for a number in SI\n");
  reader().real("heavy", "mass", "kg");
  EXPECT_EQ(problems(),
            "error: body 'b': mass: expected a number in kg: 'heavy' does not start with a number\n");
  reader().real("5 kq", "mass", "kg");
  EXPECT_EQ(problems(),
            "error: body 'b': mass: expected a number in kg: unknown unit 'kq'; did you mean 'kg'?\n");
  reader().real(true, "mass", "kg");
  EXPECT_EQ(problems(), "error: body 'b': mass: expected a number in kg, got true\n");
  reader().real(Value(), "ratio", "");
  EXPECT_EQ(problems(), "error: body 'b': ratio: expected a number, got null\n");
}

TEST_F(NumberReaderTest, refuses_what_is_not_finite) {
  EXPECT_EQ(reader().real(std::nan(""), "mass", "kg"), std::nullopt);
  EXPECT_EQ(problems(), "error: body 'b': mass: nan is not a finite number\n");
  reader().real(-std::numeric_limits<double>::infinity(), "mass", "kg");
  EXPECT_EQ(problems(), "error: body 'b': mass: -inf is not a finite number\n");
  reader().real("1e308 t", "mass", "kg");
  EXPECT_EQ(problems(), "error: body 'b': mass: expected a number in kg: '1e308 t' is out of range in SI\n");
}

TEST_F(NumberReaderTest, reads_vectors_and_reports_each_bad_number) {
  EXPECT_EQ(reader().vector(Value::list({1, "20 mm", 3.5}), "offset", 3, "m"), (Numbers{1.0, 0.02, 3.5}));
  EXPECT_EQ(problems(), "");
  EXPECT_EQ(reader().vector(Value::list({"1 s", 2, "x"}), "offset", 3, "m"), std::nullopt);
  EXPECT_EQ(problems(),
            "error: body 'b': offset[0]: expected m, got 's' in '1 s'\n"
            "error: body 'b': offset[2]: expected a number in m: 'x' does not start with a number\n");
  reader().vector(Value::list({1, 2}), "offset", 3, "m");
  EXPECT_EQ(problems(), "error: body 'b': offset: expected a list of 3 numbers in m, got a list of 2\n");
  reader().vector(7, "offset", 3, "");
  EXPECT_EQ(problems(), "error: body 'b': offset: expected a list of 3 numbers, got the number 7\n");
}

TEST_F(NumberReaderTest, reads_the_halves_of_a_vector_in_their_own_units) {
  const Value good = Value::list({"1 kN", 0, 0, "1 kN m", 0, 0});
  EXPECT_EQ(reader().vector(good, "load", 6, "N, N m"), (Numbers{1e3, 0, 0, 1e3, 0, 0}));
  reader().vector(Value::list({0, 0, "1 N m", "1 N", 0, 0}), "load", 6, "N, N m");
  EXPECT_EQ(problems(),
            "error: body 'b': load[2]: expected N, got 'N m' in '1 N m'\n"
            "error: body 'b': load[3]: expected N m, got 'N' in '1 N'\n");
}

TEST_F(NumberReaderTest, reads_matrices_by_rows_or_by_their_diagonal) {
  const Value rows = Value::list({Value::list({1, 2, 3}), Value::list({4, 5, 6}), Value::list({7, 8, 9})});
  EXPECT_EQ(reader().matrix(rows, "m", 3, ""), (Numbers{1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(reader().matrix(Value::list({1, 2, 3}), "m", 3, ""), (Numbers{1, 0, 0, 0, 2, 0, 0, 0, 3}));
  EXPECT_EQ(problems(), "");
}

TEST_F(NumberReaderTest, reads_the_blocks_of_a_matrix_in_their_own_units) {
  const char* unit = "N/m, N/rad, N m/rad";
  const Value good = Value::list({"1 kN/m", 0, 0, 0, 0, "1 kN m/rad"});
  ASSERT_TRUE(reader().matrix(good, "k", 6, unit));
  reader().matrix(Value::list({"1 N m/rad", 0, 0, 0, 0, "1 N/m"}), "k", 6, unit);
  EXPECT_EQ(problems(),
            "error: body 'b': k[0]: expected N/m, got 'N m/rad' in '1 N m/rad'\n"
            "error: body 'b': k[5]: expected N m/rad, got 'N/m' in '1 N/m'\n");
  ValueList rows(6, Value(ValueList(6, Value(0))));
  rows[0].as_list()[3] = "1 N/m";
  rows[4].as_list()[2] = "1 N/deg";
  reader().matrix(rows, "k", 6, unit);
  EXPECT_EQ(problems(), "error: body 'b': k[0][3]: expected N/rad, got 'N/m' in '1 N/m'\n");
}

TEST_F(NumberReaderTest, refuses_matrices_of_the_wrong_shape) {
  reader().matrix(Value::list({1, 2}), "m", 3, "kg");
  EXPECT_EQ(problems(),
            "error: body 'b': m: expected 3 rows of 3 numbers in kg, or a diagonal, got a list of 2\n");
  const Value ragged = Value::list({Value::list({1, 2, 3}), Value::list({4, 5}), 6});
  reader().matrix(ragged, "m", 3, "kg");
  EXPECT_EQ(problems(),
            "error: body 'b': m[1]: expected a row of 3 numbers in kg, got a list of 2\n"
            "error: body 'b': m[2]: expected a row of 3 numbers in kg, got the number 6\n");
}

TEST_F(NumberReaderTest, reads_lists_of_any_length) {
  EXPECT_EQ(reader().reals(Value::list({}), "x", "m"), Numbers{});
  EXPECT_EQ(reader().reals(Value::list({1, "1 mm"}), "x", "m"), (Numbers{1.0, 1e-3}));
  EXPECT_EQ(problems(), "");
  reader().reals("1 m", "x", "m");
  EXPECT_EQ(problems(), "error: body 'b': x: expected a list of numbers, got the text '1 m'\n");
}

TEST_F(NumberReaderTest, reads_tables_with_a_unit_for_each_column) {
  const std::vector<std::string> units = {"s", "N"};
  const Value good = Value::list({Value::list({0, 1}), Value::list({"1 min", "1 kN"})});
  EXPECT_EQ(reader().table(good, "data", units), (Numbers{0, 1, 60, 1000}));
  const Value bad = Value::list({Value::list({0, "1 s"}), Value::list({0}), Value::list({"1 N", 0})});
  EXPECT_EQ(reader().table(bad, "data", units), std::nullopt);
  EXPECT_EQ(problems(),
            "error: body 'b': data[0][1]: expected N, got 's' in '1 s'\n"
            "error: body 'b': data[1]: expected a row of 2 numbers, got a list of 1\n"
            "error: body 'b': data[2][0]: expected s, got 'N' in '1 N'\n");
  reader().table(Value::list({}), "data", units);
  EXPECT_EQ(problems(),
            "error: body 'b': data: expected a list of at least one row of 2 numbers, got a list of 0\n");
}

}  // namespace
}  // namespace pintle
