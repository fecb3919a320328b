// Programs built by call rather than from text.
#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "pintle/math/expression_program.h"

namespace pintle {
namespace {

TEST(ExpressionBuilder, emits_operands_before_operations) {
  ExpressionBuilder builder;
  builder.input(1);
  builder.input(0);
  builder.constant(2.0);
  builder.apply(Opcode::multiply);
  builder.apply(Opcode::subtract);
  const Result<ExpressionProgram> program = std::move(builder).finish();
  ASSERT_TRUE(program);
  EXPECT_EQ(program->value(std::array{3.0, 10.0}), 4.0);
  EXPECT_EQ(program->stack_depth(), 3);
  EXPECT_EQ(program->instructions().size(), 5u);
}

TEST(ExpressionBuilder, branches_evaluate_one_side_only) {
  ExpressionBuilder builder;
  builder.input(0);
  builder.begin_if();
  builder.constant(1.0);
  builder.input(0);
  builder.apply(Opcode::divide);
  builder.begin_else();
  builder.constant(-1.0);
  builder.end_if();
  builder.apply(Opcode::negate);
  const Result<ExpressionProgram> program = std::move(builder).finish();
  ASSERT_TRUE(program);
  EXPECT_EQ(program->value(std::array{4.0}), -0.25);
  EXPECT_EQ(program->value(std::array{0.0}), 1.0);
}

TEST(ExpressionBuilder, constant_condition_keeps_one_side) {
  for (const double condition : {0.0, 3.0}) {
    ExpressionBuilder builder;
    builder.constant(condition);
    builder.begin_if();
    builder.input(0);
    builder.begin_else();
    builder.input(1);
    builder.end_if();
    const Result<ExpressionProgram> program = std::move(builder).finish();
    ASSERT_TRUE(program);
    EXPECT_EQ(program->instructions().size(), 1u);
    EXPECT_EQ(program->value(std::array{5.0, 6.0}), condition != 0.0 ? 5.0 : 6.0);
  }
}

TEST(ExpressionBuilder, mistakes_are_reported_by_finish) {
  const auto message = [](auto steps) {
    ExpressionBuilder builder;
    steps(builder);
    const Result<ExpressionProgram> program = std::move(builder).finish();
    return program ? std::string("accepted") : program.message();
  };
  EXPECT_EQ(message([](ExpressionBuilder&) {}), "an expression must leave one value");
  EXPECT_EQ(message([](ExpressionBuilder& b) {
              b.input(0);
              b.input(1);
            }),
            "an expression must leave one value");
  EXPECT_EQ(message([](ExpressionBuilder& b) {
              b.input(0);
              b.apply(Opcode::add);
            }),
            "an operand is missing");
  // A branch may not take operands from outside.
  EXPECT_EQ(message([](ExpressionBuilder& b) {
              b.input(0);
              b.input(0);
              b.begin_if();
              b.apply(Opcode::negate);
            }),
            "an operand is missing");
  EXPECT_EQ(message([](ExpressionBuilder& b) {
              b.input(0);
              b.begin_if();
              b.begin_else();
            }),
            "a branch must leave one value");
  EXPECT_EQ(message([](ExpressionBuilder& b) {
              b.input(0);
              b.begin_if();
              b.input(0);
            }),
            "a branch was not ended");
  EXPECT_EQ(message([](ExpressionBuilder& b) { b.end_if(); }), "end of a branch that has no else");
  EXPECT_EQ(message([](ExpressionBuilder& b) { b.apply(Opcode::jump); }),
            "this operation cannot be applied by itself");
  EXPECT_EQ(message([](ExpressionBuilder& b) { b.input(-1); }), "an input slot must not be negative");
  EXPECT_EQ(message([](ExpressionBuilder& b) { b.constant(std::numeric_limits<double>::infinity()); }),
            "a constant must be finite");
}

}  // namespace
}  // namespace pintle
