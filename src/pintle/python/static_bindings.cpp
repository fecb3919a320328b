#include <fmt/format.h>
#include <pybind11/complex.h>
#include <pybind11/eigen.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "pintle/analysis/linear.h"
#include "pintle/app/mode_motions.h"
#include "pintle/output/record_source.h"
#include "pintle/python/bindings.h"
#include "pintle/python/python_values.h"
#include "pintle/results/file_kind.h"

namespace pintle {

namespace {

// All quantities of a State by name, as in result files, with their units.
py::dict quantities_of(const System& system, const State& state) {
  ChannelRecords records;
  records.start(system);
  std::size_t size = 0;
  for (const RecordVariable& variable : records.variables()) size += variable.size;
  std::vector<double> record(size);
  Snapshot snapshot = system.make_snapshot();
  system.fill(state, snapshot);
  records.evaluate(system, state, snapshot.context(), record.data());
  py::dict result;
  std::size_t first = 0;
  for (const RecordVariable& variable : records.variables()) {
    result[py::str(variable.name)] = py::make_tuple(
        variable.unit, py::array_t<double>(static_cast<py::ssize_t>(variable.size), record.data() + first));
    first += variable.size;
  }
  return result;
}

// (value, shape, motion of each node by name) of a mode.
py::tuple mode_of(const MotionMode& mode, const System& system) {
  const Layout& layout = system.layout();
  py::dict motion;
  for (FrameIndex frame = 1; frame < layout.frames(); ++frame)
    motion[py::str(system.node_of(frame).label.name)] =
        VecXc(mode.displacement.segment(layout.motion_of(frame), layout.motion_width(frame)));
  return py::make_tuple(mode.value, mode.shape, motion);
}

py::dict matrices_of(const LinearModel& model, const System& system, const State& state) {
  std::vector<std::string> names;
  for (const CoordinateInfo& coordinate : model.coordinates) names.push_back(coordinate.name);
  std::vector<std::string> inputs;
  for (const SystemInput& input : system.inputs()) inputs.push_back(input.name);
  py::dict result;
  result["coordinates"] = names;
  result["inputs"] = inputs;
  result["input_matrix"] = input_matrix(model, system, state);
  result["states"] = model.states;
  result["mass"] = model.M;
  result["damping"] = model.C;
  result["stiffness"] = model.K;
  return result;
}

py::dict overrides_of(bool is_linear) {
  py::dict overrides;
  overrides["analysis"] = is_linear ? "linear" : "equilibrium";
  return overrides;
}

LinearReport analyse(PythonJob& given, Job& job) {
  LinearReport report;
  {
    const py::gil_scoped_release others_may_run;
    if (job.statics->is_linear)
      report = analyse_linear(job.system, job.state, job.statics->settings, given.diagnostics);
    else
      report.equilibrium = find_equilibrium(job.system, job.state, job.statics->settings, given.diagnostics);
  }
  given.error->raise();
  if (given.diagnostics.has_errors()) raise_with("ModelError", report.equilibrium.failure, given.diagnostics);
  if (!report.equilibrium.is_found) raise_with("RunError", report.equilibrium.failure, given.diagnostics);
  return report;
}

// An analysis at rest: the equilibrium and, if `is_linear`, the small motions about it.
py::dict analyse_model(const std::string& title, const std::string& file, const std::string& sandbox,
                       const py::list& cards, const py::dict& callbacks, bool is_linear) {
  PythonJob given(title, file, sandbox, cards, callbacks, overrides_of(is_linear));
  Job job = given.make();
  const LinearReport report = analyse(given, job);
  py::dict result;
  result["iterations"] = report.equilibrium.iterations;
  result["imbalance"] = report.equilibrium.imbalance;
  result["quantities"] = quantities_of(job.system, job.state);
  result["diagnostics"] = to_python(given.diagnostics);
  if (!is_linear) return result;
  result["matrices"] = matrices_of(report.model, job.system, job.state);
  py::list modes;
  for (const MotionMode& mode : report.modes) modes.append(mode_of(mode, job.system));
  result["modes"] = modes;
  return result;
}

void animate_mode(const std::string& title, const std::string& file, const std::string& sandbox,
                  const py::list& cards, const py::dict& callbacks, std::size_t mode, const std::string& path,
                  bool is_forced) {
  if (const std::string why = why_not_written({path, FileKind::linear, {}, is_forced}); !why.empty())
    raise_with("ResultError", why, {});
  PythonJob given(title, file, sandbox, cards, callbacks, overrides_of(true));
  Job job = given.make();
  const LinearReport report = analyse(given, job);
  if (mode >= report.modes.size()) throw py::index_error(fmt::format("there is no mode {}", mode));
  if (const std::string error = write_mode_motion(report, mode, job, path); !error.empty())
    raise_with("ResultError", error, {});
}

}  // namespace

void bind_statics(py::module_& module) {
  module.def("analyse", &analyse_model);
  module.def("animate_mode", &animate_mode);
}

}  // namespace pintle
