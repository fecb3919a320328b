#include "pintle/python/host_functions.h"

#include <fmt/format.h>
#include <pybind11/numpy.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "pintle/drives/callback.h"

namespace pintle {

void RaisedError::keep(py::error_already_set& error, const std::string& function, double time) {
  if (error_) return;
  py::object note =
      py::str(fmt::format("raised by the function '{}' of a callback drive at t = {:.9g} s", function, time));
  if (py::hasattr(error.value(), "add_note")) error.value().attr("add_note")(note);
  error_ = std::make_unique<py::error_already_set>(error);
  is_pending_ = true;
}

void RaisedError::raise() {
  if (!error_) return;
  const std::unique_ptr<py::error_already_set> error = std::move(error_);
  is_pending_ = false;
  throw py::error_already_set(*error);
}

namespace {

constexpr std::size_t kMaxArguments = CallbackDrive::kMaxArguments;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

using Array = py::array_t<double, py::array::c_style | py::array::forcecast>;

// What was found last is kept: components are asked for one after the other at the same arguments. All of it
// is touched under Python's lock only.
class PythonFunction final : public HostFunction {
 public:
  PythonFunction(std::string name, const py::tuple& parts, std::span<const int> sizes,
                 std::shared_ptr<RaisedError> error)
      : name_(std::move(name)),
        function_(parts[0]),
        gradient_(parts[1]),
        users_(parts[2]),
        sizes_(sizes.begin(), sizes.end()),
        error_(std::move(error)) {}

  double value(std::size_t component, std::span<const double> arguments) const noexcept override {
    const py::gil_scoped_acquire lock;
    return guarded(arguments, [&] { return component_of(values_at(arguments), component); });
  }

  double gradient(std::size_t component, std::span<const double> arguments,
                  std::span<double> by_argument) const noexcept override {
    const py::gil_scoped_acquire lock;
    std::fill(by_argument.begin(), by_argument.end(), kNone);
    return guarded(arguments, [&] {
      const double value = component_of(values_at(arguments), component);
      find_slopes(arguments);
      const std::size_t first = component * arguments.size();
      if (first + arguments.size() > slopes_.size()) fail_size(component);
      std::copy_n(slopes_.begin() + static_cast<std::ptrdiff_t>(first), arguments.size(),
                  by_argument.begin());
      return value;
    });
  }

 private:
  template <class Evaluate>
  double guarded(std::span<const double> arguments, Evaluate&& evaluate) const noexcept {
    if (error_->is_pending()) return kNone;
    try {
      try {
        return evaluate();
      } catch (py::error_already_set&) {
        throw;
      } catch (py::builtin_exception& exception) {  // ours: made an error of Python, as others are
        exception.set_error();
        throw py::error_already_set();
      } catch (const std::exception& exception) {
        PyErr_SetString(PyExc_RuntimeError, exception.what());
        throw py::error_already_set();
      }
    } catch (py::error_already_set& error) {
      error_->keep(error, name_, arguments[0]);
      return kNone;
    }
  }

  // function(t, a, b, ...): numbers, and arrays where several were asked for together.
  void call(const py::object& callee, std::span<const double> arguments, std::vector<double>& values) const {
    // One place before the arguments is free for the callee's own use, as vectorcall likes it.
    std::array<py::object, kMaxArguments> held;
    std::array<PyObject*, kMaxArguments + 1> handed{};
    const auto hand_over = [&](std::size_t i, py::object object) {
      held[i] = std::move(object);
      handed[i + 1] = held[i].ptr();
    };
    hand_over(0, py::float_(arguments[0]));
    std::size_t at = 1;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      const auto size = static_cast<std::size_t>(sizes_[i]);
      if (size == 1)
        hand_over(i + 1, py::float_(arguments[at]));
      else
        hand_over(i + 1, Array(static_cast<py::ssize_t>(size), &arguments[at]));
      at += size;
    }
    const auto returned = py::reinterpret_steal<py::object>(PyObject_Vectorcall(
        callee.ptr(), &handed[1], (sizes_.size() + 1) | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr));
    if (!returned) throw py::error_already_set();
    take(returned, values);
  }

  void take(const py::object& returned, std::vector<double>& values) const {
    if (PyFloat_Check(returned.ptr())) {
      values.assign(1, PyFloat_AS_DOUBLE(returned.ptr()));
      return;
    }
    const bool is_nothing = returned.is_none() || PyUnicode_Check(returned.ptr());  // which numpy would take
    const Array array = is_nothing ? Array() : Array::ensure(returned);
    if (is_nothing || !array)
      throw py::type_error(
          fmt::format("the function '{}' returned an object of type {}; {} wants a number or several", name_,
                      py::cast<std::string>(py::str(py::type::of(returned).attr("__name__"))),
                      py::cast<std::string>(users_())));
    values.assign(array.data(), array.data() + array.size());
  }

  const std::vector<double>& values_at(std::span<const double> arguments) const {
    if (std::equal(at_.begin(), at_.end(), arguments.begin(), arguments.end())) return values_;
    at_.clear();  // in case it raises
    call(function_, arguments, values_);
    slopes_.clear();
    at_.assign(arguments.begin(), arguments.end());
    return values_;
  }

  double component_of(const std::vector<double>& values, std::size_t component) const {
    if (component >= values.size()) fail_size(component);
    return values[component];
  }

  // By components, then arguments. A given gradient has no column for the time.
  void find_slopes(std::span<const double> arguments) const {
    if (!slopes_.empty()) return;
    const std::size_t count = arguments.size(), rows = values_.size();
    std::vector<double> slopes(rows * count, 0.0);
    if (gradient_.is_none()) {
      // Forward differences: wrong by about 1e-8 of the function, which costs Newton nothing.
      static const double kRelative = std::sqrt(std::numeric_limits<double>::epsilon());
      std::vector<double> moved(arguments.begin(), arguments.end()), there;
      for (std::size_t k = 0; k < count; ++k) {
        moved[k] = arguments[k] + kRelative * std::max(1.0, std::abs(arguments[k]));
        call(function_, moved, there);
        if (there.size() != rows)
          throw py::value_error(fmt::format(
              "the function '{}' returned different numbers of components at neighbouring arguments", name_));
        for (std::size_t row = 0; row < rows; ++row)
          slopes[row * count + k] = (there[row] - values_[row]) / (moved[k] - arguments[k]);
        moved[k] = arguments[k];
      }
    } else {
      std::vector<double> given;
      call(gradient_, arguments, given);
      if (given.size() != rows * (count - 1))
        throw py::value_error(fmt::format(
            "the gradient of the function '{}' returned {} numbers; expected {} components by {} arguments",
            name_, given.size(), rows, count - 1));
      for (std::size_t row = 0; row < rows; ++row)
        std::copy_n(given.begin() + static_cast<std::ptrdiff_t>(row * (count - 1)), count - 1,
                    slopes.begin() + static_cast<std::ptrdiff_t>(row * count + 1));
    }
    slopes_ = std::move(slopes);
  }

  [[noreturn]] void fail_size(std::size_t component) const {
    throw py::value_error(fmt::format("the function '{}' returned {} number{}, but {} uses component {}",
                                      name_, values_.size(), values_.size() == 1 ? "" : "s",
                                      py::cast<std::string>(users_()), component + 1));
  }

  std::string name_;
  py::object function_, gradient_, users_;
  std::vector<int> sizes_;
  std::shared_ptr<RaisedError> error_;
  mutable std::vector<double> at_, values_, slopes_;
};

}  // namespace

std::shared_ptr<const HostFunction> PythonFunctions::operator()(std::string_view name,
                                                                std::span<const int> sizes) {
  const py::gil_scoped_acquire lock;
  Key key{std::string(name), {sizes.begin(), sizes.end()}};
  if (const auto known = made_->find(key); known != made_->end()) return known->second;
  const py::str word(key.first);
  if (!functions_.contains(word)) return nullptr;
  const auto parts = py::cast<py::tuple>(functions_[word]);
  // Let go of under Python's lock, wherever that happens.
  const std::shared_ptr<const HostFunction> made(new PythonFunction(key.first, parts, sizes, error_),
                                                 [](const PythonFunction* function) {
                                                   const py::gil_scoped_acquire held;
                                                   delete function;
                                                 });
  made_->emplace(std::move(key), made);
  return made;
}

}  // namespace pintle
