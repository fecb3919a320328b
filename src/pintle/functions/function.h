// ScalarFunction: a function of one variable with its derivatives; an immutable value, cheap to copy,
// evaluated without allocation.
#pragma once

#include <memory>
#include <utility>

namespace pintle {

struct FunctionValue {
  double value = 0.0;
  double first = 0.0;   // derivative
  double second = 0.0;  // second derivative
};

// What a type of function implements. At a corner the derivatives are those to the right.
class FunctionFormula {
 public:
  virtual ~FunctionFormula() = default;
  virtual double value(double x) const noexcept = 0;
  virtual FunctionValue derivatives(double x) const noexcept = 0;
};

class ScalarFunction {
 public:
  ScalarFunction() = default;  // zero
  explicit ScalarFunction(std::shared_ptr<const FunctionFormula> formula) : formula_(std::move(formula)) {}

  double value(double x) const noexcept { return formula_ ? formula_->value(x) : 0.0; }
  FunctionValue derivatives(double x) const noexcept {
    return formula_ ? formula_->derivatives(x) : FunctionValue{};
  }

 private:
  std::shared_ptr<const FunctionFormula> formula_;
};

// A function from any value type with `FunctionValue derivatives(double) const noexcept`.
template <class Formula>
ScalarFunction function_of(Formula formula) {
  class Wrapped final : public FunctionFormula {
   public:
    explicit Wrapped(Formula inner) : inner_(std::move(inner)) {}
    double value(double x) const noexcept override { return inner_.derivatives(x).value; }
    FunctionValue derivatives(double x) const noexcept override { return inner_.derivatives(x); }

   private:
    Formula inner_;
  };
  return ScalarFunction(std::make_shared<const Wrapped>(std::move(formula)));
}

}  // namespace pintle
