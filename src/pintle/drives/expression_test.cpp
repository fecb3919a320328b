#include "pintle/drives/expression.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

BuiltDrive expression(const std::string& text) {
  return build(register_expression_drive, Card().set("expression", text));
}

TEST(ExpressionDrive, is_a_function_of_time) {
  const BuiltDrive built = expression("e^(-t)*cos(2.*pi*time)");
  EXPECT_EQ(built.problems, "");
  EXPECT_TRUE(built.drive.depends_on_time_only());
  EXPECT_DOUBLE_EQ(at(built.drive, 0.3), std::exp(-0.3) * std::cos(0.6 * std::numbers::pi));
  // The differences err by up to e^0.5 w^4 h^2/12 = 2e-6, with w = |-1 + 2 pi i|.
  expect_derivatives_match(built.drive, {-0.5, 0.0, 0.3, 2.0}, 10.0);
}

TEST(ExpressionDrive, reads_quantities_of_the_model) {
  const BuiltDrive built = expression("10*node.hub.x + t*node.tip.y^2 - node.hub.x");
  EXPECT_EQ(built.problems, "");
  EXPECT_EQ(built.channels, (std::vector<std::string>{"node.hub.x", "node.tip.y"}));
  EXPECT_FALSE(built.drive.depends_on_time_only());
  const std::array<double, 3> channels{2.0, 3.0, -1.0};
  EXPECT_EQ(built.drive.value({5.0, channels}), 9.0 * 2.0 + 5.0 * 9.0);
  // Gradients stand at the slots of the channels; others are left alone.
  std::array<double, 3> by_channel{-7.0, -7.0, -7.0};
  double by_time = 0.0;
  EXPECT_EQ(built.drive.value_and_gradient({5.0, channels}, by_time, by_channel), 63.0);
  EXPECT_EQ(by_time, 9.0);
  EXPECT_EQ(by_channel, (std::array{9.0, 30.0, -7.0}));
  EXPECT_TRUE(std::isnan(built.drive.derivatives(5.0).value));
}

TEST(ExpressionDrive, tells_the_piece_that_its_formula_is_in) {
  const BuiltDrive built = expression("node.hub.x > 2 ? t : max(0, t - 1)");
  ASSERT_TRUE(built.drive.has_pieces());
  const std::array<double, 1> near{1.0}, far{3.0};
  EXPECT_EQ(built.drive.piece({0.2, near}), built.drive.piece({0.9, near}));
  EXPECT_NE(built.drive.piece({0.9, near}), built.drive.piece({1.1, near}));
  EXPECT_NE(built.drive.piece({0.9, near}), built.drive.piece({0.9, far}));
  EXPECT_EQ(built.drive.piece({0.9, far}), built.drive.piece({1.1, far}));
  EXPECT_FALSE(expression("node.hub.x*t").drive.has_pieces());
}

TEST(ExpressionDrive, uses_the_slots_it_was_given) {
  Diagnostics diagnostics;
  DriveBuildContext context{
      diagnostics, [](std::string_view name, const SourcePlace&) { return name == "node.a.x" ? 4 : 1; }, {}};
  DriveRegistry registry;
  register_expression_drive(registry);
  Card card;
  card.kind = "drive";
  card.type = "expression";
  card.set("expression", "100*node.a.x + node.b.x");
  const Drive drive = registry.build(check_card(card, *registry.find("expression"), diagnostics), context);
  const std::array<double, 5> channels{0.0, 2.0, 0.0, 0.0, 3.0};
  EXPECT_EQ(drive.value({0.0, channels}), 302.0);
  EXPECT_EQ(std::vector<int>(drive.channels_used().begin(), drive.channels_used().end()),
            (std::vector{1, 4}));
  std::array<double, 5> by_channel{};
  double by_time = -1.0;
  drive.value_and_gradient({0.0, channels}, by_time, by_channel);
  EXPECT_EQ(by_channel, (std::array{0.0, 1.0, 0.0, 0.0, 100.0}));
  EXPECT_EQ(by_time, 0.0);
}

TEST(ExpressionDrive, knows_argument_step_and_step_size) {
  const Drive drive = expression("argument + 10*step_number + 1000*step_size + 1e4*t").drive;
  EXPECT_EQ(drive.value({2.0, {}, 3.0, 0.5}), 20530.0);
  EXPECT_EQ(drive.value(DriveInputs{2.0, {}, 3.0, 0.5}.with_argument(7.0)), 20537.0);
  EXPECT_FALSE(drive.depends_on_time_only());
  EXPECT_TRUE(std::isnan(drive.derivatives(2.0).rate));
  EXPECT_EQ(expression("Var + 10*Step + 1000*TimeStep + 1e4*Time").drive.value({2.0, {}, 3.0, 0.5}), 20530.0);
}

// Not nested, the argument is zero and does not move with the time.
// u = a^2 + 3 a t with a = sin 2t
TEST(ExpressionDrive, contains_other_drives_by_name) {
  const auto inputs = [](std::string_view name) -> std::optional<int> {
    return name == "a" ? ExpressionDrive::kFirstDrive : ExpressionDrive::kTime;
  };
  const Drive drive(std::make_shared<const ExpressionDrive>(
      std::get<Expression>(Expression::compile("a^2 + 3*a*t", inputs)), std::vector<int>{},
      std::vector{expression("sin(2*t)").drive}));
  EXPECT_TRUE(drive.depends_on_time_only());
  EXPECT_DOUBLE_EQ(at(drive, 0.4), std::pow(std::sin(0.8), 2) + 1.2 * std::sin(0.8));
  expect_derivatives_match(drive, {-0.5, 0.0, 0.3, 2.0}, 10.0, 1e-15);  // two orders of addition
  double by_time = 0.0;
  drive.value_and_gradient({0.4}, by_time, {});
  EXPECT_NEAR(by_time, drive.derivatives(0.4).rate, 1e-14);
}

TEST(ExpressionDrive, passes_on_what_its_parts_depend_on) {
  const auto inputs = [](std::string_view) { return std::optional<int>(ExpressionDrive::kFirstDrive); };
  const Drive drive(std::make_shared<const ExpressionDrive>(
      std::get<Expression>(Expression::compile("2*a", inputs)), std::vector<int>{},
      std::vector{expression("3*node.hub.x").drive}));
  EXPECT_FALSE(drive.depends_on_time_only());
  std::array<double, 1> by_channel{};
  const std::array channels{5.0};
  double by_time = 0.0;
  EXPECT_EQ(drive.value_and_gradient({1.0, channels}, by_time, by_channel), 30.0);
  EXPECT_EQ(by_channel[0], 6.0);
}

TEST(ExpressionDrive, has_no_argument_of_its_own) {
  const Drive drive = expression("5*argument + t").drive;
  EXPECT_EQ(drive.derivatives(2.0).rate, 1.0);
  double by_time = 0.0;
  EXPECT_EQ(drive.value_and_gradient({2.0, {}}, by_time, {}), 2.0);
  EXPECT_EQ(by_time, 1.0);
}

TEST(ExpressionDrive, without_inputs_becomes_a_constant) {
  const BuiltDrive built = expression("2*pi");
  EXPECT_TRUE(built.drive.is_constant());
  EXPECT_EQ(at(built.drive, 0.0), 2.0 * std::numbers::pi);
}

TEST(ExpressionDrive, mistakes_are_reported_with_a_suggestion) {
  const auto expect = [](const std::string& text, std::string_view part) {
    const std::string problems = expression(text).problems;
    EXPECT_NE(problems.find(part), std::string::npos) << text << ": " << problems;
  };
  expect("sine(t)", "unknown function 'sine'; did you mean 'sin'? (character 1 of 'sine(t)')");
  expect("2*tiem", "unknown name 'tiem'; did you mean 'time'?");
  expect("1/0", "division by zero");
  expect("", "empty");
}

TEST(ExpressionDrive, limits_the_number_of_quantities) {
  std::string text = "t";
  for (int k = 0; k < 63; ++k) text += "+node.n" + std::to_string(k) + ".x";
  EXPECT_EQ(expression(text).problems, "");
  const std::vector<double> channels(63, 1.0);
  EXPECT_EQ(expression(text).drive.value({1.0, channels}), 64.0);
  EXPECT_NE(expression(text + "+node.m.x").problems.find("at most 63 quantities"), std::string::npos);
}

}  // namespace
}  // namespace pintle
