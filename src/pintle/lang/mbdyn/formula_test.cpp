#include "pintle/lang/mbdyn/formula.h"

#include <gmock/gmock.h>

#include <cmath>

#include "pintle/lang/mbdyn/quantities.h"
#include "pintle/math/so3.h"

namespace pintle::mbdyn {
namespace {

using testing::HasSubstr;

class Formulas : public testing::Test {
 protected:
  Scalar value(std::string_view text) {
    const Formula formula = parse_formula_text(text, {}, diagnostics_);
    return within_text(text, {}, [&] { return evaluate(formula, symbols_); });
  }
  std::string expression(std::string_view text) {
    return expression_of_text(text, {}, symbols_, diagnostics_);
  }
  std::string problem(std::string_view text) {
    try {
      value(text);
    } catch (const CardError& error) {
      return std::string(error.what()) + "; " + error.advice;
    }
    return "none";
  }
  SymbolTable symbols_;
  Diagnostics diagnostics_;
};

// Each line was evaluated by MBDyn (develop, `remark` card) and gives the same there, value and type.
TEST_F(Formulas, follow_the_program) {
  EXPECT_EQ(value("-2.^2."), Scalar(4.0));
  EXPECT_EQ(value("2^3^2"), Scalar(512.0));
  EXPECT_EQ(value("7/2"), Scalar(std::int64_t{3}));
  EXPECT_EQ(value("-7/2"), Scalar(std::int64_t{-3}));
  EXPECT_EQ(value("-7 % 3"), Scalar(std::int64_t{-1}));
  EXPECT_EQ(value("1./3"), Scalar(1.0 / 3.0));
  EXPECT_EQ(value("!1 == 0"), Scalar(true));
  EXPECT_EQ(value("!0 + 1"), Scalar(std::int64_t{2}));
  EXPECT_EQ(value("1 == 2 > 0"), Scalar(false));
  EXPECT_EQ(value("1 || 0 && 0"), Scalar(false));
  EXPECT_EQ(value("3 > 2 && 2 > 3 || 1"), Scalar(true));
  EXPECT_EQ(value("5 - 2 - 1"), Scalar(std::int64_t{2}));
  EXPECT_EQ(value("2*-3"), Scalar(std::int64_t{-6}));
  EXPECT_EQ(value("floor(2.5)"), Scalar(2.0));
  EXPECT_EQ(value("round(2.5)"), Scalar(2.0));
  EXPECT_EQ(value("round(3.5)"), Scalar(4.0));
  EXPECT_EQ(value("sign(-2.)"), Scalar(std::int64_t{-1}));
  EXPECT_EQ(value("step(0.)"), Scalar(0.5));
  EXPECT_EQ(value("sramp(2., 1.)"), Scalar(1.0));
  EXPECT_NEAR(std::get<double>(value("ctan(0.3)")), 3.23273, 1e-5);
  EXPECT_NEAR(std::get<double>(value("actan(0.3)")), 1.27934, 1e-5);
  EXPECT_NEAR(std::get<double>(value("actan2(0.3, 0.5)")), 1.03038, 1e-5);
  EXPECT_EQ(value("copysign(3., -0.)"), Scalar(-3.0));
  EXPECT_EQ(value("(real a = 2.; a*2.)"), Scalar(4.0));
  EXPECT_EQ(value("(ifndef real a = 5.; a)"), Scalar(2.0));
  EXPECT_EQ(value("\"abc\" + \"d\""), Scalar(std::string("abcd")));
  EXPECT_EQ(value("\"a\" + 3.5"), Scalar(std::string("a3.500000e+00")));
  EXPECT_EQ(value("\"x\" + TRUE"), Scalar(std::string("x1")));
  EXPECT_EQ(value("string s = 3"), Scalar(std::string("3")));
  EXPECT_EQ(value("integer(-2.7)"), Scalar(std::int64_t{-2}));
  EXPECT_EQ(value("real(3)"), Scalar(3.0));
  EXPECT_EQ(value("bool(3)"), Scalar(true));
  EXPECT_EQ(value("1.d3 + 1D-1"), Scalar(1000.1));
  EXPECT_EQ(value("sprintf(\"N%04d\", 9) + \" = \" + sprintf(\"%e\", 0.1)"),
            Scalar(std::string("N0009 = 1.000000e-01")));
  EXPECT_EQ(value("sprintf(\"0x%x\", 255)"), Scalar(std::string("0xff")));
  EXPECT_EQ(value("in_ll(1., 1., 2.) + in_le(1., 2., 2.) + in_el(1., 1., 2.) + in_ee(1., 2., 2.)"),
            Scalar(3.0));
  EXPECT_EQ(value("stop(0, 3)"), Scalar(std::int64_t{0}));
}

TEST_F(Formulas, declare_and_assign_typed_variables) {
  EXPECT_EQ(value("integer i = 2.7"), Scalar(std::int64_t{2}));
  EXPECT_EQ(value("i = 5"), Scalar(std::int64_t{5}));
  EXPECT_EQ(value("real r = 3; r/2"), Scalar(1.5));
  EXPECT_EQ(value("const real k = 1.; k"), Scalar(1.0));
  EXPECT_THAT(problem("k = 2."), HasSubstr("'k' is constant"));
  EXPECT_THAT(problem("real r = 1."),
              HasSubstr("'r' is there already; to give it another value, write r = ..."));
  EXPECT_THAT(problem("real pi = 3."), HasSubstr("'pi' is there already; it is constant; choose"));
  EXPECT_THAT(problem("b = 3"), HasSubstr("no variable 'b'"));
}

TEST_F(Formulas, say_what_is_wrong) {
  EXPECT_THAT(problem("1/0"), HasSubstr("division by zero"));
  EXPECT_THAT(problem("2^-1"), HasSubstr("negative integer; write the base with a point"));
  EXPECT_THAT(problem("2147483647 + 1"), HasSubstr("result of 2147483647 + 1 is too large; use real"));
  EXPECT_THAT(problem("100000*100000"), HasSubstr("too large"));
  EXPECT_THAT(problem("2147483648"), HasSubstr("too large for an integer; write a real number"));
  EXPECT_THAT(problem("integer(1e10)"), HasSubstr("too large for an integer"));
  EXPECT_THAT(problem("1e308*10."), HasSubstr("out of the range of numbers"));
  EXPECT_THAT(problem("real sin = 1."), HasSubstr("'sin' is a word of the language; choose another name"));
  EXPECT_THAT(problem("const real k"), HasSubstr("the constant 'k' needs a value"));
  EXPECT_THAT(problem("sprintf(\"%d %d\", 1)"), HasSubstr("does not go with 1"));
  EXPECT_THAT(problem("sprintf(\"%99999999d\", 1)"), HasSubstr("does not go with 1"));
  EXPECT_THAT(problem("stop(1 > 0, 7)"), HasSubstr("'stop' ends the reading, with the status 7"));
  EXPECT_THAT(problem("99999999999999999999"), HasSubstr("too large for an integer"));
  EXPECT_THAT(problem("sqrtt(2.)"), HasSubstr("no function 'sqrtt'; did you mean 'sqrt'?"));
  EXPECT_THAT(problem("sin(1., 2.)"), HasSubstr("'sin' takes 1 argument, not 2"));
  EXPECT_THAT(problem("sqrt(-1.)"), HasSubstr("not a finite number"));
  EXPECT_THAT(problem("(1 + 2"), HasSubstr("')' is missing before the end"));
  EXPECT_THAT(problem("1 + "), HasSubstr("a number or formula is missing"));
  EXPECT_THAT(problem("\"a\" * 2"), HasSubstr("does not go with texts"));
}

std::string repeated(int count, const std::string& part) {
  std::string text;
  for (int i = 0; i < count; ++i) text += part;
  return text;
}

// Each of these would exhaust the stack or the memory.
TEST_F(Formulas, have_bounds) {
  constexpr int kMany = 100'000;
  EXPECT_THAT(problem(repeated(kMany, "(") + "1"), HasSubstr("nested too deeply"));
  EXPECT_THAT(problem(repeated(kMany, "-") + "1"), HasSubstr("nested too deeply"));
  EXPECT_THAT(problem(repeated(kMany, "1.^") + "1."), HasSubstr("nested too deeply"));
  EXPECT_THAT(problem(repeated(kMany, "a=") + "1"), HasSubstr("nested too deeply"));
  EXPECT_THAT(problem(repeated(kMany, "1+") + "1"), HasSubstr("too many operators"));
  EXPECT_EQ(value(repeated(1000, "1+") + "1"), Scalar(std::int64_t{1001}));
  EXPECT_EQ(expression(repeated(1000, "Time+") + "1").size(), 1000 * std::string("(t + )").size() + 1);
  value("string s = \"0123456789\"");
  EXPECT_THAT(problem(repeated(40, "s = s + s;") + "0"), HasSubstr("more than 10000 characters"));
}

TEST_F(Formulas, become_expressions_of_what_changes) {
  EXPECT_EQ(expression("2*3."), "6");
  EXPECT_EQ(expression("(real w = 2.; sin(w*Time))"), "sin((2 * t))");
  EXPECT_EQ(expression("-Time^2"), "((-t) ^ 2)");
  EXPECT_EQ(expression("ctan(Var)"), "(1/tan(Var))");
  EXPECT_EQ(expression("real x = 1.; x = 2.*Time; x + x"), "((2 * t) + (2 * t))");
  EXPECT_EQ(expression("integer(x)"), "trunc((2 * t))");
  EXPECT_EQ(expression("(real y = 3.*Time) + y"), "((3 * t) + (3 * t))");  // from the left
  EXPECT_EQ(expression("in_ll(1., Time, 2.)"), "(1 < t && t < 2)");
  EXPECT_THROW(expression("x = x + x; x = x + x; x = x + x; x = x + x; x = x + x; x = x + x; x = x + x;"
                          "x = x + x; x = x + x; x = x + x; x = x + x; x = x + x"),
               CardError);
}

TEST_F(Formulas, know_the_motion_of_nodes) {
  std::map<std::int64_t, ReferenceFrame> nodes;
  nodes[8].x = {1, 2, 3};
  nodes[8].w = {0, 0, 2};
  nodes[9].x = {1, 5, 7};
  nodes[9].R = so3::exp(Vec3(0, 0, 0.5));
  nodes[9].v = {3, 0, 0};
  symbols_.node = [&nodes](std::int64_t label) { return nodes.contains(label) ? &nodes[label] : nullptr; };
  symbols_.bind = quantity_of;
  symbols_.value_at_start = [&nodes](const Binding& binding) {
    return binding.plugin == "node" ? quantity_at_start(binding, nodes[binding.label]) : std::nullopt;
  };
  EXPECT_EQ(value("model::yposition(8)"), Scalar(2.0));
  EXPECT_EQ(value("model::distance(8, 9)"), Scalar(5.0));
  EXPECT_EQ(value("model::distance2(8, 9)"), Scalar(25.0));
  EXPECT_EQ(value("model::zdistance(9, 8)"), Scalar(-4.0));
  EXPECT_EQ(value("model::yunitvec(8, 9)"), Scalar(0.6));
  EXPECT_EQ(value("model::velocity(9)"), Scalar(3.0));
  EXPECT_EQ(value("model::xvrel(9, 8)"), Scalar(-3.0));
  EXPECT_EQ(value("model::zangvel(8)"), Scalar(2.0));
  EXPECT_NEAR(to_real(value("model::zanglerel(8, 9)")), 0.5, 1e-15);
  EXPECT_EQ(expression("model::yposition(8)"), "node.8.position.y");
  EXPECT_EQ(value("[node, y8, 8, structural, string=\"X[2]\"]; y8 + 1."), Scalar(3.0));
  EXPECT_EQ(expression("y8 + 1."), "(node.8.position.y + 1)");
  EXPECT_THAT(problem("[elem, rz, 4, joint, string=\"rz\"]; rz + 1."),
              HasSubstr("the value of 'rz' is known only while the model runs"));
  EXPECT_EQ(expression("model::xvrel(8, 9)"), "(node.9.velocity.x - node.8.velocity.x)");
  EXPECT_EQ(expression("2.*model::node::structural(8, \"Omega[3]\")"), "(2 * node.8.angular_velocity.z)");
  EXPECT_EQ(expression("model::element::joint(4, \"rz\")"), "joint.4.rz");
  EXPECT_THAT(problem("model::yposition(7)"), HasSubstr("no structural node 7"));
  EXPECT_THAT(problem("model::jposition(8)"), HasSubstr("has no function 'jposition'; there are position,"));
  EXPECT_THROW(expression("model::node::structural(8.5, \"X[1]\")"), CardError);
  EXPECT_THROW(expression("model::node::structural(8, \"Y[1]\")"), CardError);
}

}  // namespace
}  // namespace pintle::mbdyn
