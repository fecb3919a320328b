// Building of expression byte code: stack bookkeeping, branches, folding of constants.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "pintle/math/expression_operations.h"
#include "pintle/math/expression_program.h"

namespace pintle {

using namespace expression_operations;

namespace {

// Integer exponents up to this magnitude are multiplied out.
constexpr int kMaxIntegerExponent = 16;

bool divides(Opcode op) { return op == Opcode::divide || op == Opcode::remainder || op == Opcode::modulo; }

}  // namespace

void ExpressionBuilder::constant(double value) {
  if (!std::isfinite(value)) return fail("a constant must be finite");
  emit({.op = Opcode::constant, .constant = value}, 0);
}

void ExpressionBuilder::input(int slot) {
  if (slot < 0) return fail("an input slot must not be negative");
  emit({.op = Opcode::input, .index = slot}, 0);
}

void ExpressionBuilder::apply(Opcode op) {
  if (!error_.empty()) return;
  if (op < Opcode::negate || op == Opcode::power_integer || op == Opcode::power_constant) {
    return fail("this operation cannot be applied by itself");
  }
  const int operands = operand_count(op);
  if (available_operands() < operands) return fail("an operand is missing");
  if (fold(op, operands) || !error_.empty()) return;
  if (op == Opcode::power && specialise_power()) return;
  emit({.op = op}, operands);
}

void ExpressionBuilder::begin_if() {
  if (!error_.empty()) return;
  if (available_operands() < 1) return fail("a condition is missing");
  Branch branch{.folded = is_constant(0)};
  branch.depth = --depth_;
  if (branch.folded) {
    branch.truth = code_.back().constant != 0.0;
    code_.pop_back();
  } else {
    branch.patch = code_.size();
    code_.push_back({.op = Opcode::jump_if_zero});
  }
  branch.start = code_.size();
  branches_.push_back(branch);
}

void ExpressionBuilder::begin_else() {
  if (!error_.empty()) return;
  if (branches_.empty() || branches_.back().has_else) return fail("else without if");
  Branch& branch = branches_.back();
  if (depth_ != branch.depth + 1) return fail("a branch must leave one value");
  depth_ = branch.depth;
  branch.has_else = true;
  if (branch.folded) {
    if (!branch.truth) truncate(branch.start);
  } else {
    code_.push_back({.op = Opcode::jump});
    code_[branch.patch].index = static_cast<std::int32_t>(code_.size());
    branch.patch = code_.size() - 1;
  }
  branch.start = code_.size();
}

void ExpressionBuilder::end_if() {
  if (!error_.empty()) return;
  if (branches_.empty() || !branches_.back().has_else) return fail("end of a branch that has no else");
  const Branch branch = branches_.back();
  if (depth_ != branch.depth + 1) return fail("a branch must leave one value");
  branches_.pop_back();
  if (branch.folded) {
    if (branch.truth) truncate(branch.start);
  } else {
    code_[branch.patch].index = static_cast<std::int32_t>(code_.size());
    join_ = code_.size();
  }
}

Result<ExpressionProgram> ExpressionBuilder::finish() && {
  if (error_.empty() && !branches_.empty()) fail("a branch was not ended");
  if (error_.empty() && depth_ != 1) fail("an expression must leave one value");
  if (!error_.empty()) return Failure{error_};
  ExpressionProgram program;
  for (const Instruction& instruction : code_) {
    if (instruction.op == Opcode::input) program.inputs_used_.push_back(instruction.index);
  }
  std::sort(program.inputs_used_.begin(), program.inputs_used_.end());
  const auto last = std::unique(program.inputs_used_.begin(), program.inputs_used_.end());
  program.inputs_used_.erase(last, program.inputs_used_.end());
  program.code_ = std::move(code_);
  program.stack_depth_ = max_depth_;
  return program;
}

void ExpressionBuilder::emit(Instruction instruction, int popped) {
  if (!error_.empty()) return;
  code_.push_back(instruction);
  depth_ += 1 - popped;
  max_depth_ = std::max(max_depth_, depth_);
  if (max_depth_ > ExpressionProgram::kMaxStackDepth) {
    fail(fmt::format("the expression needs more than {} intermediate values",
                     ExpressionProgram::kMaxStackDepth));
  }
}

// Replaces constant operands at the end of the code by the constant result. True if that was possible.
bool ExpressionBuilder::fold(Opcode op, int operands) {
  for (int k = 0; k < operands; ++k) {
    if (!is_constant(static_cast<std::size_t>(k))) return false;
  }
  const Instruction* last = &code_.back();
  const double b = last->constant;
  const double a = operands > 1 ? (last - 1)->constant : 0.0;
  double result = 0.0;
  if (operands == 1) result = unary_value({.op = op}, b);
  if (operands == 2) result = binary_value(op, a, b);
  if (operands == 3) result = in_range_value((last - 2)->constant, a, b);
  if (!std::isfinite(result)) {
    const char* what = divides(op) && b == 0.0 ? "division by zero"
                       : std::isnan(result)    ? "the result is not a real number"
                                               : "the result is not finite";
    fail(fmt::format("{} in a constant part of the expression", what));
    return false;
  }
  code_.resize(code_.size() - static_cast<std::size_t>(operands - 1));
  code_.back() = {.op = Opcode::constant, .constant = result};
  depth_ -= operands - 1;
  return true;
}

// x^c with a constant c becomes an operation on x alone.
bool ExpressionBuilder::specialise_power() {
  if (!is_constant(0)) return false;
  const double exponent = code_.back().constant;
  code_.pop_back();
  --depth_;
  if (exponent == 1.0) return true;
  if (std::fabs(exponent) <= kMaxIntegerExponent && exponent == std::trunc(exponent)) {
    emit({.op = Opcode::power_integer, .index = static_cast<std::int32_t>(exponent)}, 1);
  } else {
    emit({.op = Opcode::power_constant, .constant = exponent}, 1);
  }
  return true;
}

// Values on the stack that belong to the branch being written.
int ExpressionBuilder::available_operands() const {
  return depth_ - (branches_.empty() ? 0 : branches_.back().depth);
}

bool ExpressionBuilder::is_constant(std::size_t from_end) const {
  return code_.size() > join_ + from_end && code_[code_.size() - 1 - from_end].op == Opcode::constant;
}

void ExpressionBuilder::truncate(std::size_t size) {
  code_.resize(size, Instruction{.op = Opcode::constant});
  join_ = std::min(join_, size);
}

void ExpressionBuilder::fail(std::string message) {
  if (error_.empty()) error_ = std::move(message);
}

}  // namespace pintle
