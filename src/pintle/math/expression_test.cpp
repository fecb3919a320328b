// Expressions from text: values, precedence, folding and errors.
#include "pintle/math/expression.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "pintle/math/expression_test_support.h"

namespace pintle {
namespace {

using namespace expression_test;

ExpressionError error_of(std::string_view text) {
  auto result = Expression::compile(text, slot_of, kNames);
  if (const auto* error = std::get_if<ExpressionError>(&result)) return *error;
  ADD_FAILURE() << text << " was accepted";
  return {};
}

double evaluate(std::string_view text, double t = 0.0, double x = 0.0, double y = 0.0) {
  return compile(text).value(std::array{t, x, y, 0.0, 0.0, 7.0});
}

TEST(Expression, operators_have_the_usual_precedence) {
  EXPECT_EQ(evaluate("1 + 2*3"), 7.0);
  EXPECT_EQ(evaluate("(1 + 2)*3"), 9.0);
  EXPECT_EQ(evaluate("8 - 3 - 2"), 3.0);
  EXPECT_EQ(evaluate("16/4/2"), 2.0);
  EXPECT_EQ(evaluate("2^3^2"), 512.0);
  EXPECT_EQ(evaluate("-2^2"), -4.0);
  EXPECT_EQ(evaluate("2^-1"), 0.5);
  EXPECT_EQ(evaluate("2*-3"), -6.0);
  EXPECT_EQ(evaluate("--3"), 3.0);
  EXPECT_EQ(evaluate("7 % 4 * 2"), 6.0);
  EXPECT_EQ(evaluate("1 + 1 < 3 == 1"), 1.0);
  EXPECT_EQ(evaluate("1 || 0 && 0"), 1.0);
  EXPECT_EQ(evaluate("1 ~| 1"), 0.0);
  EXPECT_EQ(evaluate("1 ~| 0 || 0"), 1.0);
  EXPECT_EQ(evaluate("!0 + 1"), 2.0);
  EXPECT_EQ(evaluate("!x == 0", 0, 5), 1.0);
  EXPECT_EQ(evaluate("0 ? 1 : 1 ? 2 : 3"), 2.0);
  EXPECT_EQ(evaluate("x > 1 ? x : -x", 0, -3), 3.0);
}

TEST(Expression, pieces_change_where_a_formula_may_have_a_kink) {
  const auto piece = [](std::string_view text, double x, double y = 0.0) {
    return compile(text).piece(std::array{0.0, x, y, 0.0, 0.0, 7.0});
  };
  // Each changes between 1 and 2 and nowhere else on the way from 0.6 to 2.4.
  for (const std::string_view text : {"abs(x - 1.5)",
                                      "sign(x - 1.5)",
                                      "floor(x + 0.5)",
                                      "ceil(x + 0.5)",
                                      "round(x)",
                                      "rint(x)",
                                      "trunc(x + 0.5)",
                                      "step(x - 1.5)",
                                      "ramp(x - 1.5)",
                                      "par(x - 1.5)",
                                      "min(x, 1.5)",
                                      "max(x, 1.5)",
                                      "sramp(x - 1.5, 9)",
                                      "copysign(2, x - 1.5)",
                                      "mod(x + 0.5, 2)",
                                      "(x + 0.5) % 2",
                                      "in_range(0, x, 1.5)",
                                      "x < 1.5",
                                      "x >= 1.5",
                                      "x <= 1.5 ? x : 1.5",
                                      "x > 1.5 && x > 0 ? 3 : sin(x)"}) {
    EXPECT_TRUE(compile(text).has_pieces()) << text;
    EXPECT_EQ(piece(text, 0.6), piece(text, 1.4)) << text;
    EXPECT_NE(piece(text, 1.4), piece(text, 1.6)) << text;
    EXPECT_EQ(piece(text, 1.6), piece(text, 2.4)) << text;
  }
  EXPECT_FALSE(compile("x*sin(t) - y^2/3 + (2 > 1 ? 1 : 0)").has_pieces());
  // The compressor: two conditions, three pieces.
  const std::string_view gas =
      "y > 0 ? (x <= 5 ? -282857/(6 - x) + 62857 : -110000*(1 - sin(2*pi*(x - 5.25)))) : 0";
  EXPECT_NE(piece(gas, 4, 1), piece(gas, 5.2, 1));
  EXPECT_NE(piece(gas, 4, 1), piece(gas, 4, -1));
  EXPECT_EQ(piece(gas, 4, -1), piece(gas, 5.2, -1));
}

TEST(Expression, numbers_are_read_in_every_spelling) {
  EXPECT_EQ(evaluate("2."), 2.0);
  EXPECT_EQ(evaluate(".5"), 0.5);
  EXPECT_EQ(evaluate("1.5e-3"), 1.5e-3);
  EXPECT_EQ(evaluate("3E2"), 300.0);
  EXPECT_EQ(evaluate("2*e"), 2.0 * std::numbers::e);
  EXPECT_EQ(evaluate("pi"), std::numbers::pi);
}

TEST(Expression, functions_agree_with_the_library) {
  volatile double hidden =
      0.3;  // the compiler must not fold the library's calls, which may differ in the last bit
  const double x = hidden, y = x + 1.4;
  const auto at = [&](std::string_view text) { return evaluate(text, 0.0, x, y); };
  EXPECT_EQ(at("sin(x)"), std::sin(x));
  EXPECT_EQ(at("cos(x)"), std::cos(x));
  EXPECT_EQ(at("tan(x)"), std::tan(x));
  EXPECT_EQ(at("asin(x)"), std::asin(x));
  EXPECT_EQ(at("acos(x)"), std::acos(x));
  EXPECT_EQ(at("atan(x)"), std::atan(x));
  EXPECT_EQ(at("atan2(x, y)"), std::atan2(x, y));
  EXPECT_EQ(at("sinh(x)"), std::sinh(x));
  EXPECT_EQ(at("cosh(x)"), std::cosh(x));
  EXPECT_EQ(at("tanh(x)"), std::tanh(x));
  EXPECT_EQ(at("asinh(x)"), std::asinh(x));
  EXPECT_EQ(at("acosh(y)"), std::acosh(y));
  EXPECT_EQ(at("atanh(x)"), std::atanh(x));
  EXPECT_EQ(at("exp(x)"), std::exp(x));
  EXPECT_EQ(at("log(x)"), std::log(x));
  EXPECT_EQ(at("log10(x)"), std::log10(x));
  EXPECT_EQ(at("sqrt(x)"), std::sqrt(x));
  EXPECT_EQ(at("pow(x, y)"), std::pow(x, y));
  EXPECT_EQ(at("x^2.5"), std::pow(x, 2.5));
  EXPECT_NEAR(at("x^-3"), std::pow(x, -3.0),
              4e-16 * std::pow(x, -3.0));  // two roundings of products, one division
  EXPECT_EQ(at("min(x, y) + 10*max(x, y)"), x + 10.0 * y);
  EXPECT_EQ(at("copysign(x, -y)"), -x);
}

TEST(Expression, piecewise_functions_are_defined_at_their_corners) {
  EXPECT_EQ(evaluate("step(-1e-300)"), 0.0);
  EXPECT_EQ(evaluate("step(0)"), 0.5);
  EXPECT_EQ(evaluate("step(1e-300)"), 1.0);
  EXPECT_EQ(evaluate("ramp(-2) + ramp(0)"), 0.0);
  EXPECT_EQ(evaluate("ramp(2)"), 2.0);
  EXPECT_EQ(evaluate("par(-2)"), 0.0);
  EXPECT_EQ(evaluate("par(3)"), 9.0);
  EXPECT_EQ(evaluate("in_range(1, 1, 2) + in_range(1, 2, 2)"), 2.0);
  EXPECT_EQ(evaluate("in_range(1, 2.5, 2)"), 0.0);
  EXPECT_EQ(evaluate("sign(-3) + 10*sign(0) + 100*sign(2)"), 99.0);
  EXPECT_EQ(evaluate("floor(-1.5)"), -2.0);
  EXPECT_EQ(evaluate("ceil(-1.5)"), -1.0);
  EXPECT_EQ(evaluate("round(2.5)"), 3.0);
  EXPECT_EQ(evaluate("abs(-2)"), 2.0);
  EXPECT_EQ(evaluate("-7 % 3"), -1.0);
  EXPECT_EQ(evaluate("mod(-7, 3)"), 2.0);
  EXPECT_EQ(evaluate("sramp(-1, 2) + 10*sramp(1, 2) + 100*sramp(3, 2)"), 210.0);
  EXPECT_EQ(evaluate("rint(2.5) + 10*rint(3.5) + 100*rint(-0.5)"), 42.0);
  EXPECT_EQ(evaluate("trunc(2.7) + 10*trunc(-2.7)"), -18.0);
}

// Numbers printed by MBDyn for the same calls (five digits).
TEST(Expression, cotangents_and_their_inverses) {
  EXPECT_NEAR(evaluate("actan(-2)"), 2.6779, 5e-5);
  EXPECT_NEAR(evaluate("actan(0.5)"), 1.1071, 5e-5);
  EXPECT_NEAR(evaluate("actan2(-1, 2)"), 2.0344, 5e-5);
  EXPECT_NEAR(evaluate("actan2(-1, -2)"), -2.0344, 5e-5);
  EXPECT_NEAR(evaluate("ctan(0.7)"), 1.1872, 5e-5);
  EXPECT_NEAR(evaluate("ctanh(0.7)"), 1.6546, 5e-5);
  EXPECT_NEAR(evaluate("actanh(2)"), 0.54931, 5e-6);
  EXPECT_NEAR(evaluate("ctan(actan(-3)) + ctanh(actanh(4))"), 1.0, 1e-14);
}

TEST(Expression, inputs_are_read_from_their_slots) {
  const Expression f = compile("t + 10*y + 100*node.hub.position.z + 0*t");
  EXPECT_EQ(f.value(std::array{1.0, -1.0, 2.0, -1.0, -1.0, 3.0}), 321.0);
  EXPECT_EQ(std::vector<int>(f.inputs_used().begin(), f.inputs_used().end()), (std::vector{0, 2, 5}));
  EXPECT_EQ(f.text(), "t + 10*y + 100*node.hub.position.z + 0*t");
}

TEST(Expression, constants_are_folded) {
  EXPECT_EQ(compile("2*pi/3 + sin(1)").program().instructions().size(), 1u);
  EXPECT_EQ(compile("2*pi*t").program().instructions().size(), 3u);
  EXPECT_EQ(compile("(1 < 2 ? 3 : x)*2").program().instructions().size(), 1u);
  EXPECT_EQ(compile("x^2").program().instructions().size(), 2u);
  EXPECT_TRUE(compile("0 ? x : 4").inputs_used().empty());
  EXPECT_EQ(evaluate("(x ? 1 : 2) + 3", 0, 1), 4.0);
  EXPECT_EQ(evaluate("-(x ? 1 : 2)", 0, 1), -1.0);
  EXPECT_EQ(evaluate("-(1 ? (x ? 1 : 2) : 3)", 0, 1), -1.0);
}

TEST(Expression, singularities_at_run_time_give_infinity_or_nan) {
  EXPECT_EQ(evaluate("1/x"), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(evaluate("sqrt(x)", 0, -1)));
  EXPECT_TRUE(std::isnan(evaluate("max(1, log(x))", 0, -1)));
  EXPECT_TRUE(std::isnan(evaluate("step(log(x))", 0, -1)));
  EXPECT_EQ(evaluate("x > 0 ? sqrt(x) : 0", 0, -1), 0.0);
}

TEST(Expression, error_names_the_word_and_suggests_another) {
  EXPECT_EQ(error_of("1 + sine(t)").message, "unknown function 'sine'; did you mean 'sin'?");
  EXPECT_EQ(error_of("1 + sine(t)").offset, 4u);
  EXPECT_EQ(error_of("2*node.hub.positon.z").message,
            "unknown name 'node.hub.positon.z'; did you mean 'node.hub.position.z'?");
  EXPECT_EQ(error_of("2*wholly_unknown").message, "unknown name 'wholly_unknown'");
  EXPECT_EQ(error_of("sin + 1").message, "'sin' is a function: write 'sin(...)'");
  EXPECT_EQ(error_of("t(2)").message, "'t' is not a function; to multiply, write 't*(...)'");
}

TEST(Expression, syntax_errors_say_what_was_expected_and_where) {
  const auto expect = [](std::string_view text, std::size_t offset, std::string_view part) {
    const ExpressionError error = error_of(text);
    EXPECT_EQ(error.offset, offset) << text;
    EXPECT_NE(error.message.find(part), std::string::npos) << text << ": " << error.message;
  };
  expect("", 0, "empty");
  expect("  ", 2, "empty");
  expect("1 +", 3, "ends where a value is expected");
  expect("(1 + 2", 6, "expected ')' to close the bracket, found the end");
  expect("1 2", 2, "expected an operator instead of '2'");
  expect("x = 3", 2, "write '=='");
  expect("x & y", 2, "write '&&'");
  expect("x ? 1", 5, "expected ':'");
  expect("atan2(x)", 0, "'atan2' takes 2 arguments, but 1 is given");
  expect("sin()", 0, "'sin' takes 1 argument, but 0 are given");
  expect("sin(x, y)", 0, "but 2 are given");
  expect("1 + $", 4, "instead of '$'");
  expect("2 * \xC3\xA9", 4, "instead of '\xC3\xA9'");
  expect(std::string_view("1\0 2", 4), 1, "expected an operator");
  expect(".", 0, "digit");
  expect("1e999", 0, "out of range");
  expect("1 + 2*(3/0)", 8, "division by zero in a constant part");
  expect("3 % 0", 2, "division by zero");
  expect("x + sqrt(-1)", 4, "not a real number");
  expect("exp(1000)", 0, "not finite");
}

TEST(Expression, nesting_is_limited_and_never_overflows) {
  EXPECT_EQ(evaluate(std::string(100, '(') + "1" + std::string(100, ')')), 1.0);
  error_of(std::string(100000, '('));
  error_of(std::string(100000, '-') + "1");
  std::string right = "x";
  for (int k = 0; k < 70; ++k) right = "x+(" + right + ")";
  EXPECT_NE(error_of(right).message.find("more than 64 intermediate values"), std::string::npos);
  std::string left = "x";
  for (int k = 0; k < 10000; ++k) left += "+x";
  EXPECT_EQ(evaluate(left, 0, 1), 10001.0);
  for (const char* rung : {"t ? 1 : ", "t ? "}) {
    std::string ladder;
    for (int i = 0; i < 1'000'000; ++i) ladder += rung;
    EXPECT_NE(error_of(ladder + "t").message.find("more than 1000 '?'"), std::string::npos);
  }
}

TEST(Expression, random_text_is_refused_or_compiled_but_never_crashes) {
  const std::vector<std::string> words{"t", "x", "sin(", "max(", ",", "(",         ")", "+",  "-",
                                       "*", "/", "^",    "?",    ":", "<",         "!", "&&", "~|",
                                       "1", "0", "2.5",  "pi",   " ", "in_range(", "%", "=",  "."};
  std::mt19937 random(3);
  int accepted = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    std::string text;
    for (unsigned k = random() % 12 + 1; k > 0; --k) text += words[random() % words.size()];
    auto result = Expression::compile(text, slot_of);
    if (const auto* error = std::get_if<ExpressionError>(&result)) {
      EXPECT_LE(error->offset, text.size()) << text;
      EXPECT_FALSE(error->message.empty()) << text;
    } else {
      const std::array<double, 2> at{0.5, 1.5};
      std::array<double, 2> gradient{};
      const Expression& f = std::get<Expression>(result);
      const double value = f.value(at);
      const double again = f.value_and_gradient(at, gradient);
      EXPECT_TRUE(value == again || (std::isnan(value) && std::isnan(again))) << text;
      ++accepted;
    }
  }
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace pintle
