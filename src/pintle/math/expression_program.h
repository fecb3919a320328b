// Byte code of a scalar expression: a flat list of instructions on a small stack, and the builder that makes
// it. Front ends (the text of expression.h, the integer-typed MBDyn language) lower to this code through the
// builder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pintle/base/result.h"

namespace pintle {

// The order is used: control, unary, binary and ternary operations are contiguous (see operand_count).
enum class Opcode : std::uint8_t {
  // control: push a constant, push an input, jump forward, pop and jump forward if zero
  constant,
  input,
  jump,
  jump_if_zero,
  // one operand; the two powers carry their exponent in the instruction
  negate,
  logical_not,
  power_integer,
  power_constant,
  sine,
  cosine,
  tangent,
  cotangent,
  arcsine,
  arccosine,
  arctangent,
  arccotangent,
  sinh,
  cosh,
  tanh,
  coth,
  asinh,
  acosh,
  atanh,
  acoth,
  exponential,
  logarithm,
  logarithm10,
  square_root,
  absolute,
  sign,
  floor,
  ceiling,
  round,       // halves away from zero
  round_even,  // halves to the even neighbour
  truncate,    // toward zero
  step,
  ramp,
  parabola,
  // two operands
  add,
  subtract,
  multiply,
  divide,
  remainder,
  modulo,
  power,
  arctangent2,
  arccotangent2,
  saturated_ramp,
  minimum,
  maximum,
  copy_sign,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  logical_xor,
  // three operands
  in_range,
};

int operand_count(Opcode op) noexcept;

struct Instruction {
  Opcode op;
  std::int32_t index = 0;  // input slot, jump target or integer exponent
  double constant = 0.0;   // pushed constant or real exponent
};

// A function and its first two derivatives along one input.
struct ExpressionDerivatives {
  double value, first, second;
};

class ExpressionProgram {
 public:
  static constexpr int kMaxStackDepth = 64;

  // None of the evaluations allocates. `inputs` is indexed by slot and must reach the largest slot used.
  double value(std::span<const double> inputs) const noexcept;
  // gradient[k] is the derivative with respect to inputs_used()[k].
  double value_and_gradient(std::span<const double> inputs, std::span<double> gradient) const noexcept;
  ExpressionDerivatives derivatives(std::span<const double> inputs, int slot) const noexcept;
  // The same along a curve: each input is given with its first two derivatives by the curve's parameter.
  ExpressionDerivatives along(std::span<const ExpressionDerivatives> inputs) const noexcept;

  // A number that stays the same while the formula does: comparisons, min, max, abs, step, floor, ... decide
  // alike. Where it changes, the function may have a kink or a jump.
  std::uint64_t piece(std::span<const double> inputs) const noexcept;
  bool has_pieces() const noexcept;

  // Slots read by the program, ascending, without repetition.
  std::span<const int> inputs_used() const noexcept { return inputs_used_; }
  std::span<const Instruction> instructions() const noexcept { return code_; }
  int stack_depth() const noexcept { return stack_depth_; }

 private:
  friend class ExpressionBuilder;
  ExpressionProgram() = default;

  std::vector<Instruction> code_;
  std::vector<int> inputs_used_;
  int stack_depth_ = 0;
};

// Emits instructions in the order of evaluation (operands first) and folds constants on the way. A mistake is
// remembered, later calls are ignored, and finish() returns the message.
//   condition, begin_if(), value if true, begin_else(), value if false, end_if()
// leaves one of the two values and evaluates only that one.
class ExpressionBuilder {
 public:
  void constant(double value);
  void input(int slot);
  void apply(Opcode op);
  void begin_if();
  void begin_else();
  void end_if();

  const std::string& error() const noexcept { return error_; }  // empty when all is well
  Result<ExpressionProgram> finish() &&;

 private:
  struct Branch {
    bool folded = false;  // the condition was a constant: only one side is kept
    bool truth = false;   // value of a constant condition
    bool has_else = false;
    std::size_t start = 0;  // first instruction of the side being written
    std::size_t patch = 0;  // jump whose target is still open
    int depth = 0;          // stack depth below the branch
  };

  void emit(Instruction instruction, int popped);
  bool fold(Opcode op, int operands);
  bool specialise_power();
  int available_operands() const;
  bool is_constant(std::size_t from_end) const;
  void truncate(std::size_t size);
  void fail(std::string message);

  std::vector<Instruction> code_;
  std::vector<Branch> branches_;
  std::size_t join_ = 0;  // a jump may land here: instructions before must not be folded with later ones
  int depth_ = 0;
  int max_depth_ = 0;
  std::string error_;
};

}  // namespace pintle
