// Derivatives of expressions, and evaluation without allocation.
#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <new>
#include <random>
#include <string>
#include <vector>

#include "pintle/math/expression_test_support.h"

namespace {

long allocations = 0;

}  // namespace

// Counts every allocation of this test program.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace pintle {
namespace {

using namespace expression_test;

// Points inside the domain and away from corners, for expressions of t, x and y.
const std::vector<std::string> kSmooth{"sin(x)*cos(y)",
                                       "tan(t) + asin(t)",
                                       "acos(t)*atan(x)",
                                       "atan2(x, y)",
                                       "atan2(y*t, x - 3)",
                                       "sinh(x) - cosh(y) + tanh(t)",
                                       "asinh(x*y)",
                                       "acosh(1 + x)*atanh(t)",
                                       "exp(-t)*log(x)",
                                       "log10(y)/sqrt(x)",
                                       "x^y",
                                       "pow(x, t*y)",
                                       "x^3 - y^-2 + t^0.5",
                                       "(x - 2)^7",
                                       "abs(x - 2)*y",
                                       "x % t",
                                       "mod(-x, t)",
                                       "x*(y % (x*t))",
                                       "min(x, t)*max(x, t)",
                                       "ramp(x - y) + par(x - t)",
                                       "ctan(x) + actan(y)*t",
                                       "actan2(x, y - 3)",
                                       "ctanh(x)*actanh(1 + y)",
                                       "sramp(x, y)*sramp(y, x)*x",
                                       "x > y ? x*y : y/x",
                                       "copysign(x, -y)*t",
                                       "step(x)*t*x",
                                       "(x/y)/(t/x)",
                                       "-(x - y)*(t - x)",
                                       "in_range(0, t, 1)*x*x*y",
                                       "sqrt(x*x + y*y + t*t)",
                                       "e^(-t)*cos(2*pi*t)",
                                       "x*(1 ? y : t)*(t > 0 ? t : x)"};

TEST(ExpressionDerivatives, gradient_agrees_with_central_differences) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> in(0.2, 0.9);
  for (const std::string& text : kSmooth) {
    const Expression f = compile(text);
    for (int trial = 0; trial < 5; ++trial) {
      std::array<double, 3> at{in(random), 2.0 * in(random), 1.5 * in(random)};
      std::array<double, 3> gradient{};
      EXPECT_EQ(f.value_and_gradient(at, gradient), f.value(at)) << text;
      for (std::size_t k = 0; k < f.inputs_used().size(); ++k) {
        // Error of the difference: h^2 f'''/6 + 2^-53 f/h, near 1e-10 for h = 1e-5 and derivatives of order 1
        // to 10.
        const double h = 1e-5;
        double& input = at[static_cast<std::size_t>(f.inputs_used()[k])];
        const double centre = input;
        input = centre + h;
        const double above = f.value(at);
        input = centre - h;
        const double below = f.value(at);
        input = centre;
        EXPECT_NEAR(gradient[k], (above - below) / (2 * h), 1e-7 * (1.0 + std::fabs(gradient[k])))
            << text << " by slot " << f.inputs_used()[k];
      }
    }
  }
}

TEST(ExpressionDerivatives, second_derivative_agrees_with_differences_of_the_first) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> in(0.2, 0.9);
  for (const std::string& text : kSmooth) {
    const Expression f = compile(text);
    for (int trial = 0; trial < 5; ++trial) {
      std::array<double, 3> at{in(random), 2.0 * in(random), 1.5 * in(random)};
      std::array<double, 3> gradient{};
      f.value_and_gradient(at, gradient);
      for (std::size_t k = 0; k < f.inputs_used().size(); ++k) {
        const int slot = f.inputs_used()[k];
        const ExpressionDerivatives d = f.derivatives(at, slot);
        EXPECT_EQ(d.value, f.value(at)) << text;
        EXPECT_DOUBLE_EQ(d.first, gradient[k]) << text;
        const double h = 1e-5;
        double& input = at[static_cast<std::size_t>(slot)];
        const double centre = input;
        input = centre + h;
        const double above = f.derivatives(at, slot).first;
        input = centre - h;
        const double below = f.derivatives(at, slot).first;
        input = centre;
        EXPECT_NEAR(d.second, (above - below) / (2 * h), 1e-6 * (1.0 + std::fabs(d.second)))
            << text << " by slot " << slot;
      }
    }
  }
}

TEST(ExpressionDerivatives, derivatives_are_finite_where_a_naive_chain_rule_fails) {
  std::array<double, 2> gradient{};
  // The part that is singular does not depend on y.
  EXPECT_EQ(compile("sqrt(x) + y").value_and_gradient(std::array{0.0, 0.0, 3.0}, gradient), 3.0);
  EXPECT_EQ(gradient[1], 1.0);
  // A negative base with a constant exponent; a zero base.
  compile("x^2*y").value_and_gradient(std::array{0.0, -3.0, 1.0}, gradient);
  EXPECT_EQ(gradient[0], -6.0);
  compile("pow(x, y)").value_and_gradient(std::array{0.0, 0.0, 2.0}, gradient);
  EXPECT_EQ(gradient[0], 0.0);
  EXPECT_EQ(gradient[1], 0.0);
  compile("x^y").value_and_gradient(std::array{0.0, -2.0, 3.0}, gradient);
  EXPECT_EQ(gradient[0], 12.0);
  for (const char* text : {"x^0", "x^1", "x^2"}) {
    const ExpressionDerivatives d = compile(text).derivatives(std::array{0.0, 0.0}, 1);
    EXPECT_EQ(d.first, text == std::string("x^1") ? 1.0 : 0.0) << text;
    EXPECT_EQ(d.second, text == std::string("x^2") ? 2.0 : 0.0) << text;
  }
}

TEST(ExpressionDerivatives, derivative_at_a_corner_is_the_one_to_the_right) {
  const auto slope = [](std::string_view text) { return compile(text).derivatives(std::array{0.0}, 0); };
  EXPECT_EQ(slope("abs(t)").first, 1.0);
  EXPECT_EQ(slope("ramp(t)").first, 1.0);
  EXPECT_EQ(slope("par(t)").second, 2.0);
  EXPECT_EQ(slope("step(t)").first, 0.0);
}

// d/ds and d2/ds2 of f(t(s), x(s), y(s)) against the expression with the curve written out.
TEST(ExpressionDerivatives, along_a_curve_is_the_chain_rule) {
  for (const std::string& text : kSmooth) {
    std::string composed;  // t -> (0.3 + 0.2*t), x -> sin(1 + t), y -> (1.1 + t*t), at t = 0.4
    for (std::size_t i = 0; i < text.size(); ++i) {
      const auto is_letter = [&](std::size_t k) { return k < text.size() && std::isalpha(text[k]); };
      const bool is_alone = !is_letter(i + 1) && (i == 0 || !is_letter(i - 1));
      if (is_alone && text[i] == 't')
        composed += "(0.3 + 0.2*t)";
      else if (is_alone && text[i] == 'x')
        composed += "sin(1 + t)";
      else if (is_alone && text[i] == 'y')
        composed += "(1.1 + t*t)";
      else
        composed += text[i];
    }
    const double s = 0.4;
    const std::array<ExpressionDerivatives, 3> inputs{{{0.3 + 0.2 * s, 0.2, 0.0},
                                                       {std::sin(1 + s), std::cos(1 + s), -std::sin(1 + s)},
                                                       {1.1 + s * s, 2 * s, 2.0}}};
    const ExpressionDerivatives along = compile(text).along(inputs);
    const ExpressionDerivatives direct = compile(composed).derivatives(std::array{s}, 0);
    // Both are exact; they round differently.
    EXPECT_NEAR(along.value, direct.value, 1e-13 * (1.0 + std::fabs(direct.value))) << composed;
    EXPECT_NEAR(along.first, direct.first, 1e-12 * (1.0 + std::fabs(direct.first))) << composed;
    EXPECT_NEAR(along.second, direct.second, 1e-11 * (1.0 + std::fabs(direct.second))) << composed;
  }
}

TEST(ExpressionDerivatives, many_inputs_are_differentiated_in_several_runs) {
  std::string text = "1";
  for (int k = 0; k < 11; ++k) text += "*x" + std::to_string(k);
  const auto slot = [](std::string_view name) {
    return std::optional(10 - std::stoi(std::string(name.substr(1))));
  };
  const Expression f = std::get<Expression>(Expression::compile(text, slot));
  std::array<double, 11> at{};
  for (std::size_t k = 0; k < at.size(); ++k) at[k] = 1.0 + 0.5 * static_cast<double>(k);
  std::array<double, 11> gradient{};
  const double value = f.value_and_gradient(at, gradient);
  for (std::size_t k = 0; k < at.size(); ++k) {
    EXPECT_NEAR(gradient[k], value / at[k], 1e-13 * value) << k;  // ten products
  }
}

TEST(Expression, evaluation_does_not_allocate) {
  const Expression f = compile("x > 0 ? sin(t)*exp(-x) + y^2.5 : atan2(x, y)/min(t, 2)");
  const std::array<double, 3> at{0.5, 1.5, 2.5};
  std::array<double, 3> gradient{};
  const long before = allocations;
  double sum = f.value(at) + f.value_and_gradient(at, gradient) + f.derivatives(at, 0).second;
  const Expression copy = f;
  sum += copy.value(at);
  EXPECT_EQ(allocations, before);
  EXPECT_TRUE(std::isfinite(sum));
  const std::string long_text(1000, 'x');  // the counter counts
  EXPECT_GT(allocations, before);
}

}  // namespace
}  // namespace pintle
