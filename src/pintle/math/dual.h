// Forward-mode dual numbers: a value and N derivatives carried through ordinary formulas.
//
// Dual<double, N> gives first derivatives; Dual<Dual<double, N>, N> gives second ones. Where a function has
// no derivative (asin at 1, log at 0) the derivatives are infinite or NaN; sqrt at 0 keeps zero in directions
// that do not move.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <compare>
#include <cstddef>
#include <type_traits>

#include "pintle/math/polynomial.h"

namespace pintle {

template <typename T>
concept Arithmetic = std::is_arithmetic_v<T>;

template <typename S, int N>
struct Dual {
  S value{};
  std::array<S, N> grad{};

  Dual() = default;
  // Plain numbers are constants: the conversions are meant to be silent.
  template <Arithmetic T>
  Dual(T v)  // NOLINT(google-explicit-constructor)
      : value(static_cast<double>(v)) {}
  Dual(const S& v) requires(!Arithmetic<S>)  // NOLINT(google-explicit-constructor)
      : value(v) {}

  // The independent variable number `index`.
  static Dual variable(const S& v, int index) {
    Dual x;
    x.value = v;
    x.grad[index] = S(1.0);
    return x;
  }

  Dual& operator+=(const Dual& y) { return *this = *this + y; }
  Dual& operator-=(const Dual& y) { return *this = *this - y; }
  Dual& operator*=(const Dual& y) { return *this = *this * y; }
  Dual& operator/=(const Dual& y) { return *this = *this / y; }

  // value f; derivatives by(i).
  template <typename By>
  static Dual make(const S& f, By by) {
    Dual r;
    r.value = f;
    for (int i = 0; i < N; ++i) r.grad[i] = by(i);
    return r;
  }
  // f(x) with derivative slope.
  static Dual chain(const Dual& x, const S& f, const S& slope) {
    return make(f, [&](int i) { return slope * x.grad[i]; });
  }

  friend Dual operator+(const Dual& x) { return x; }
  friend Dual operator-(const Dual& x) {
    return make(-x.value, [&](int i) { return -x.grad[i]; });
  }
  friend Dual operator+(const Dual& x, const Dual& y) {
    return make(x.value + y.value, [&](int i) { return x.grad[i] + y.grad[i]; });
  }
  friend Dual operator-(const Dual& x, const Dual& y) {
    return make(x.value - y.value, [&](int i) { return x.grad[i] - y.grad[i]; });
  }
  friend Dual operator*(const Dual& x, const Dual& y) {
    return make(x.value * y.value, [&](int i) { return x.grad[i] * y.value + x.value * y.grad[i]; });
  }
  friend Dual operator/(const Dual& x, const Dual& y) {
    const S inverse = 1.0 / y.value;
    const S f = x.value / y.value;
    return make(f, [&](int i) { return (x.grad[i] - f * y.grad[i]) * inverse; });
  }

  // Constants cost no derivative work.
  friend Dual operator+(Dual x, double y) {
    x.value = x.value + y;
    return x;
  }
  friend Dual operator+(double x, const Dual& y) { return y + x; }
  friend Dual operator-(const Dual& x, double y) { return x + (-y); }
  friend Dual operator-(double x, const Dual& y) { return -y + x; }
  friend Dual operator*(const Dual& x, double y) {
    return make(x.value * y, [&](int i) { return x.grad[i] * y; });
  }
  friend Dual operator*(double x, const Dual& y) { return y * x; }
  friend Dual operator/(const Dual& x, double y) {
    return make(x.value / y, [&](int i) { return x.grad[i] / y; });
  }
  friend Dual operator/(double x, const Dual& y) {
    const S f = x / y.value;
    return chain(y, f, -f / y.value);
  }

  // Comparisons look at the value only.
  friend bool operator==(const Dual& x, const Dual& y) { return x.value == y.value; }
  friend bool operator==(const Dual& x, double y) { return x.value == y; }
  friend std::partial_ordering operator<=>(const Dual& x, const Dual& y) { return x.value <=> y.value; }
  friend std::partial_ordering operator<=>(const Dual& x, double y) { return x.value <=> y; }

  friend Dual sqrt(const Dual& x) {
    using std::sqrt;
    const S f = sqrt(x.value);
    if (!(x.value == 0.0)) return chain(x, f, 0.5 / f);
    return make(f, [&](int i) { return x.grad[i] == 0.0 ? S(0.0) : S(x.grad[i] / 0.0); });
  }
  friend Dual sin(const Dual& x) {
    using std::cos, std::sin;
    return chain(x, sin(x.value), cos(x.value));
  }
  friend Dual cos(const Dual& x) {
    using std::cos, std::sin;
    return chain(x, cos(x.value), -sin(x.value));
  }
  friend Dual tan(const Dual& x) {
    using std::tan;
    const S f = tan(x.value);
    return chain(x, f, 1.0 + f * f);
  }
  friend Dual asin(const Dual& x) {
    using std::asin, std::sqrt;
    return chain(x, asin(x.value), 1.0 / sqrt((1.0 - x.value) * (1.0 + x.value)));
  }
  friend Dual acos(const Dual& x) {
    using std::acos, std::sqrt;
    return chain(x, acos(x.value), -1.0 / sqrt((1.0 - x.value) * (1.0 + x.value)));
  }
  friend Dual atan(const Dual& x) {
    using std::atan;
    return chain(x, atan(x.value), 1.0 / (1.0 + x.value * x.value));
  }
  friend Dual atan2(const Dual& y, const Dual& x) {
    using std::atan2;
    const S inverse = 1.0 / (x.value * x.value + y.value * y.value);
    const S dy = x.value * inverse, dx = -y.value * inverse;
    return make(atan2(y.value, x.value), [&](int i) { return dy * y.grad[i] + dx * x.grad[i]; });
  }
  friend Dual exp(const Dual& x) {
    using std::exp;
    const S f = exp(x.value);
    return chain(x, f, f);
  }
  friend Dual log(const Dual& x) {
    using std::log;
    return chain(x, log(x.value), 1.0 / x.value);
  }
  friend Dual sinh(const Dual& x) {
    using std::cosh, std::sinh;
    return chain(x, sinh(x.value), cosh(x.value));
  }
  friend Dual cosh(const Dual& x) {
    using std::cosh, std::sinh;
    return chain(x, cosh(x.value), sinh(x.value));
  }
  friend Dual tanh(const Dual& x) {
    using std::tanh;
    const S f = tanh(x.value);
    return chain(x, f, 1.0 - f * f);
  }
  // The derivative of |x| at zero is taken as that of x.
  friend Dual abs(const Dual& x) { return x.value < 0.0 ? -x : x; }
  friend Dual pow(const Dual& x, double p) {
    using std::pow;
    if (p == 0.0) return Dual(1.0);
    return chain(x, pow(x.value, p), p * pow(x.value, p - 1.0));
  }
  // x^p; the logarithm enters only where the exponent moves, so integer powers of negative numbers work.
  friend Dual pow(const Dual& x, const Dual& p) {
    using std::log, std::pow;
    const S f = pow(x.value, p.value);
    const S dx = p.value == 0.0 ? S(0.0) : S(p.value * pow(x.value, p.value - 1.0));
    const S dp = x.value > 0.0 ? S(f * log(x.value)) : S(0.0);
    return make(f, [&](int i) { return dx * x.grad[i] + dp * p.grad[i]; });
  }
  friend Dual pow(double x, const Dual& p) { return pow(Dual(x), p); }
  friend bool isfinite(const Dual& x) {
    using std::isfinite;
    for (const S& g : x.grad)
      if (!isfinite(g)) return false;
    return isfinite(x.value);
  }
};

// The plain number inside, through every level.
inline double value_of(double x) { return x; }
template <typename S, int N>
double value_of(const Dual<S, N>& x) {
  return value_of(x.value);
}

// Value and slope by Horner's rule on the inner scalar: the derivatives are touched once, not at every power.
template <std::size_t K, typename S, int N>
Dual<S, N> polynomial(const std::array<double, K>& terms, const Dual<S, N>& x) {
  std::array<double, K> slope{};
  for (std::size_t k = 1; k < K; ++k) slope[k - 1] = static_cast<double>(k) * terms[k];
  return Dual<S, N>::chain(x, polynomial(terms, x.value), polynomial(slope, x.value));
}

// x as N independent variables.
template <int N>
Eigen::Matrix<Dual<double, N>, N, 1> dual_variables(const Eigen::Matrix<double, N, 1>& x) {
  Eigen::Matrix<Dual<double, N>, N, 1> y;
  for (int i = 0; i < N; ++i) y[i] = Dual<double, N>::variable(x[i], i);
  return y;
}

// Values, and the matrix of derivatives (row: function, column: variable), of a vector of duals.
template <int N, int M>
Eigen::Matrix<double, M, 1> values_of(const Eigen::Matrix<Dual<double, N>, M, 1>& f) {
  return f.unaryExpr([](const Dual<double, N>& x) { return x.value; });
}
template <int N, int M>
Eigen::Matrix<double, M, N> jacobian_of(const Eigen::Matrix<Dual<double, N>, M, 1>& f) {
  Eigen::Matrix<double, M, N> jacobian(f.size(), N);
  for (Eigen::Index i = 0; i < f.size(); ++i)
    for (int j = 0; j < N; ++j) jacobian(i, j) = f[i].grad[j];
  return jacobian;
}

}  // namespace pintle

namespace Eigen {

template <typename S, int N>
struct NumTraits<pintle::Dual<S, N>> : NumTraits<double> {
  using Real = pintle::Dual<S, N>;
  using NonInteger = Real;
  using Nested = Real;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = (N + 1) * NumTraits<S>::ReadCost,
    AddCost = (N + 1) * NumTraits<S>::AddCost,
    MulCost = (2 * N + 1) * NumTraits<S>::MulCost + N * NumTraits<S>::AddCost
  };
  static Real epsilon() { return NumTraits<double>::epsilon(); }
  static Real dummy_precision() { return NumTraits<double>::dummy_precision(); }
  static Real highest() { return NumTraits<double>::highest(); }
  static Real lowest() { return NumTraits<double>::lowest(); }
};

template <typename S, int N, typename BinaryOp>
struct ScalarBinaryOpTraits<pintle::Dual<S, N>, double, BinaryOp> {
  using ReturnType = pintle::Dual<S, N>;
};
template <typename S, int N, typename BinaryOp>
struct ScalarBinaryOpTraits<double, pintle::Dual<S, N>, BinaryOp> {
  using ReturnType = pintle::Dual<S, N>;
};

}  // namespace Eigen
