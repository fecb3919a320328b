// Functions written in Python as HostFunctions of callback drives.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pintle/drives/host_function.h"

namespace pintle {

namespace py = pybind11;

// What a function of Python raised within a step: kept until the step has ended. All but is_pending() under
// Python's lock.
class RaisedError {
 public:
  bool is_pending() const { return is_pending_; }
  void keep(py::error_already_set& error, const std::string& function, double time);
  // Raises it in Python, if there is one.
  void raise();

 private:
  std::unique_ptr<py::error_already_set> error_;
  std::atomic<bool> is_pending_ = false;
};

// Finds functions in a dictionary of (function, gradient or None, a function that tells who uses it) by name.
class PythonFunctions {
 public:
  PythonFunctions(py::dict functions, std::shared_ptr<RaisedError> error)
      : functions_(std::move(functions)), error_(std::move(error)) {}

  std::shared_ptr<const HostFunction> operator()(std::string_view name, std::span<const int> sizes);

 private:
  using Key = std::pair<std::string, std::vector<int>>;
  py::dict functions_;
  std::shared_ptr<RaisedError> error_;
  // Components of one function share its values, and so do copies of this.
  using Made = std::map<Key, std::shared_ptr<const HostFunction>>;
  std::shared_ptr<Made> made_ = std::make_shared<Made>();
};

}  // namespace pintle
