// The module pintle._core, in parts. What is here hands things over; what they are like in Python is in
// python/pintle.
#pragma once

#include <pybind11/pybind11.h>

#include "pintle/app/job.h"
#include "pintle/python/host_functions.h"

namespace pintle {

namespace py = pybind11;

void bind_schemas(py::module_& module);
void bind_models(py::module_& module);
void bind_statics(py::module_& module);
void bind_simulations(py::module_& module);
void bind_results(py::module_& module);

// The files of a sandbox: those of a folder, or all where its name is empty. Raises ValueError where it is
// none.
UserFiles files_of(const std::string& sandbox);

// A model of Python: its title, its file, its sandbox, its cards; and what the call overrides of it.
struct PythonJob {
  PythonJob(const std::string& title, const std::string& file, const std::string& sandbox,
            const py::list& cards, const py::dict& callbacks, const py::dict& overrides);

  ModelDesc model;
  JobOptions options;
  std::shared_ptr<RaisedError> error;
  Diagnostics diagnostics;

  // Raises ModelError when there are mistakes.
  Job make();
};

// Raises an error of the package, by name, with the diagnostics.
[[noreturn]] void raise_with(const char* name, const std::string& message, const Diagnostics& diagnostics);

}  // namespace pintle
