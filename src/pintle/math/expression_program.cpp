// Evaluation of expression byte code: values, gradients and second derivatives by forward propagation.
#include "pintle/math/expression_program.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

#include "pintle/math/expression_operations.h"
#include "pintle/math/expression_pieces.h"

namespace pintle {

using namespace expression_operations;

int operand_count(Opcode op) noexcept {
  if (op < Opcode::negate) return op == Opcode::jump_if_zero ? 1 : 0;
  if (op < Opcode::add) return 1;
  return op < Opcode::in_range ? 2 : 3;
}

namespace {

// The chain rule with 0 * inf = 0: what does not depend on an input has derivative zero also at a singular
// point.
double chain(double slope, double tangent) noexcept { return tangent == 0.0 ? 0.0 : slope * tangent; }

// A value with its derivatives in N directions.
template <int N>
struct Tangents {
  double value;
  std::array<double, N> d;

  static Tangents constant(double v) noexcept { return {v, {}}; }
};

// A value with its first and second derivative along one direction.
struct Jet {
  double value, d1, d2;

  static Jet constant(double v) noexcept { return {v, 0.0, 0.0}; }
};

struct Plain {
  double value;

  static Plain constant(double v) noexcept { return {v}; }
};

// A value with the place where decisions on the way to it are noted; constants have none.
struct Decided {
  double value;
  std::uint64_t* decisions;

  static Decided constant(double v) noexcept { return {v, nullptr}; }
};

void note(std::uint64_t* decisions, double decision) noexcept {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;  // spreads the bits: 2^64 / golden ratio
  if (decisions) *decisions = (*decisions ^ std::bit_cast<std::uint64_t>(decision + 1.0)) * kOdd;
}

Decided apply_unary(const Instruction& instruction, Decided x) noexcept {
  if (has_pieces(instruction.op)) note(x.decisions, decision_of(instruction.op, x.value));
  return {unary_value(instruction, x.value), x.decisions};
}

Decided apply_binary(Opcode op, Decided a, Decided b) noexcept {
  std::uint64_t* const decisions = a.decisions ? a.decisions : b.decisions;
  if (has_pieces(op)) note(decisions, decision_of(op, a.value, b.value));
  return {binary_value(op, a.value, b.value), decisions};
}

Decided apply_in_range(Decided a, Decided x, Decided b) noexcept {
  std::uint64_t* const decisions = a.decisions ? a.decisions : x.decisions ? x.decisions : b.decisions;
  const double value = in_range_value(a.value, x.value, b.value);
  note(decisions, value);
  return {value, decisions};
}

template <class Scalar>
Scalar apply_in_range(const Scalar& a, const Scalar& x, const Scalar& b) noexcept {
  return Scalar::constant(in_range_value(a.value, x.value, b.value));
}

Plain apply_unary(const Instruction& instruction, Plain x) noexcept {
  return {unary_value(instruction, x.value)};
}

template <int N>
Tangents<N> apply_unary(const Instruction& instruction, const Tangents<N>& x) noexcept {
  Tangents<N> result;
  result.value = unary_value(instruction, x.value);
  const double slope = unary_slopes(instruction, x.value, result.value).d1;
  for (int k = 0; k < N; ++k) result.d[k] = chain(slope, x.d[k]);
  return result;
}

Jet apply_unary(const Instruction& instruction, const Jet& x) noexcept {
  const double f = unary_value(instruction, x.value);
  const UnarySlopes s = unary_slopes(instruction, x.value, f);
  return {f, chain(s.d1, x.d1), chain(s.d2, x.d1 * x.d1) + chain(s.d1, x.d2)};
}

Plain apply_binary(Opcode op, Plain a, Plain b) noexcept { return {binary_value(op, a.value, b.value)}; }

template <int N>
Tangents<N> apply_binary(Opcode op, const Tangents<N>& a, const Tangents<N>& b) noexcept {
  Tangents<N> result;
  result.value = binary_value(op, a.value, b.value);
  const BinarySlopes s = binary_slopes(op, a.value, b.value, result.value);
  for (int k = 0; k < N; ++k) result.d[k] = chain(s.da, a.d[k]) + chain(s.db, b.d[k]);
  return result;
}

Jet apply_binary(Opcode op, const Jet& a, const Jet& b) noexcept {
  const double f = binary_value(op, a.value, b.value);
  const BinarySlopes s = binary_slopes(op, a.value, b.value, f);
  return {f, chain(s.da, a.d1) + chain(s.db, b.d1),
          chain(s.da, a.d2) + chain(s.db, b.d2) + chain(s.daa, a.d1 * a.d1) +
              chain(2.0 * s.dab, a.d1 * b.d1) + chain(s.dbb, b.d1 * b.d1)};
}

// Runs the code on a stack of Scalars; load(slot) gives an input with its directions. The frequent operations
// are spelt out so that the compiler sees them with their operation known.
template <class Scalar, class Load>
Scalar run(std::span<const Instruction> code, Load load) noexcept {
  std::array<Scalar, ExpressionProgram::kMaxStackDepth> stack;
  Scalar* next = stack.data();  // the top of the stack is next[-1]
  const Instruction* const begin = code.data();
  const Instruction* const end = begin + code.size();
  const auto binary = [&next](Opcode op) {
    --next;
    next[-1] = apply_binary(op, next[-1], next[0]);
  };
  for (const Instruction* i = begin; i != end;) {
    const Instruction& now = *i++;
    switch (now.op) {
      case Opcode::constant:
        *next++ = Scalar::constant(now.constant);
        break;
      case Opcode::input:
        *next++ = load(now.index);
        break;
      case Opcode::jump:
        i = begin + now.index;
        break;
      case Opcode::jump_if_zero:
        if ((--next)->value == 0.0) i = begin + now.index;
        break;
      case Opcode::add:
        binary(Opcode::add);
        break;
      case Opcode::subtract:
        binary(Opcode::subtract);
        break;
      case Opcode::multiply:
        binary(Opcode::multiply);
        break;
      case Opcode::divide:
        binary(Opcode::divide);
        break;
      case Opcode::in_range:
        next -= 2;
        next[-1] = apply_in_range(next[-1], next[0], next[1]);
        break;
      default:
        if (now.op < Opcode::add) {
          next[-1] = apply_unary(now, next[-1]);
        } else {
          binary(now.op);
        }
    }
  }
  return next[-1];
}

// N directions at a time: enough for most expressions in one run.
template <int N>
double gradient_in_runs(std::span<const Instruction> code, std::span<const int> used,
                        std::span<const double> inputs, std::span<double> gradient) noexcept {
  double value = 0.0;
  for (std::size_t first = 0; first < used.size(); first += N) {
    const std::size_t count = std::min<std::size_t>(N, used.size() - first);
    std::array<int, N> direction;
    direction.fill(-1);
    std::copy_n(used.begin() + static_cast<std::ptrdiff_t>(first), count, direction.begin());
    const Tangents<N> result = run<Tangents<N>>(code, [&](int slot) {
      Tangents<N> x;
      x.value = inputs[static_cast<std::size_t>(slot)];
      for (int k = 0; k < N; ++k) x.d[k] = direction[k] == slot ? 1.0 : 0.0;
      return x;
    });
    value = result.value;
    std::copy_n(result.d.begin(), count, gradient.begin() + static_cast<std::ptrdiff_t>(first));
  }
  return value;
}

}  // namespace

double ExpressionProgram::value(std::span<const double> inputs) const noexcept {
  assert(inputs_used_.empty() || static_cast<std::size_t>(inputs_used_.back()) < inputs.size());
  return run<Plain>(code_, [&](int slot) { return Plain{inputs[static_cast<std::size_t>(slot)]}; }).value;
}

double ExpressionProgram::value_and_gradient(std::span<const double> inputs,
                                             std::span<double> gradient) const noexcept {
  assert(inputs_used_.empty() || static_cast<std::size_t>(inputs_used_.back()) < inputs.size());
  assert(gradient.size() >= inputs_used_.size());
  if (inputs_used_.empty()) return value(inputs);
  if (inputs_used_.size() == 1) return gradient_in_runs<1>(code_, inputs_used_, inputs, gradient);
  return gradient_in_runs<4>(code_, inputs_used_, inputs, gradient);
}

ExpressionDerivatives ExpressionProgram::derivatives(std::span<const double> inputs,
                                                     int slot) const noexcept {
  assert(inputs_used_.empty() || static_cast<std::size_t>(inputs_used_.back()) < inputs.size());
  const Jet result = run<Jet>(code_, [&](int used) {
    return Jet{inputs[static_cast<std::size_t>(used)], used == slot ? 1.0 : 0.0, 0.0};
  });
  return {result.value, result.d1, result.d2};
}

std::uint64_t ExpressionProgram::piece(std::span<const double> inputs) const noexcept {
  std::uint64_t decisions = 0;
  run<Decided>(code_, [&](int slot) { return Decided{inputs[static_cast<std::size_t>(slot)], &decisions}; });
  return decisions;
}

bool ExpressionProgram::has_pieces() const noexcept {
  return std::any_of(code_.begin(), code_.end(),
                     [](const Instruction& i) { return expression_operations::has_pieces(i.op); });
}

ExpressionDerivatives ExpressionProgram::along(std::span<const ExpressionDerivatives> inputs) const noexcept {
  assert(inputs_used_.empty() || static_cast<std::size_t>(inputs_used_.back()) < inputs.size());
  const Jet result = run<Jet>(code_, [&](int slot) {
    const ExpressionDerivatives& input = inputs[static_cast<std::size_t>(slot)];
    return Jet{input.value, input.first, input.second};
  });
  return {result.value, result.d1, result.d2};
}

}  // namespace pintle
