// HostFunction: a function that the program around the kernel provides, one written in Python, say.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace pintle {

// Of the time, which comes first, and of other arguments; with one or more components. It may be asked from
// any thread. Where it fails it gives NaN, and the program knows why.
class HostFunction {
 public:
  virtual ~HostFunction() = default;
  virtual double value(std::size_t component, std::span<const double> arguments) const noexcept = 0;
  // Derivatives of the component by every argument; returns its value.
  virtual double gradient(std::size_t component, std::span<const double> arguments,
                          std::span<double> by_argument) const noexcept = 0;
};

// The function of a name; `sizes` says how the arguments after the time are to be handed to it: as numbers
// (1) and vectors of so many numbers. Null: there is none.
using FindHostFunction =
    std::function<std::shared_ptr<const HostFunction>(std::string_view name, std::span<const int> sizes)>;

}  // namespace pintle
