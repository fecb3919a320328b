#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <chrono>

#include "pintle/app/cross_check.h"
#include "pintle/app/run_report.h"
#include "pintle/app/simulation.h"
#include "pintle/output/state_file.h"
#include "pintle/python/bindings.h"
#include "pintle/python/python_values.h"
#include "pintle/results/file_kind.h"

namespace pintle {

namespace {

py::array_t<double> array_of(const VecX& values) { return py::array_t<double>(values.size(), values.data()); }

// A State, and which model and method it belongs to.
struct KeptState {
  State state;
  std::uint64_t model = 0;
  std::string scheme;
  friend bool operator==(const KeptState&, const KeptState&) = default;
};

// True and False of Python and of numpy; all else is no wish.
bool is_false(const py::handle& object) {
  const bool is_truth = PyBool_Check(object.ptr()) ||
                        std::string_view(Py_TYPE(object.ptr())->tp_name).starts_with("numpy.bool");
  return is_truth && PyObject_IsTrue(object.ptr()) == 0;
}

// While it lives the kernel is at work; nobody else may ask it for anything then, least of all a function
// that the kernel calls. Touched under Python's lock only.
class Work {
 public:
  explicit Work(bool& is_going_on) : is_going_on_(is_going_on) {
    if (is_going_on)
      raise_with(
          "RunError",
          "the simulation is in the middle of a step: functions in the model depend on their arguments "
          "alone; what looks at the simulation or changes it goes to on_step, and into one thread",
          {});
    is_going_on_ = true;
  }
  ~Work() { is_going_on_ = false; }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

 private:
  bool& is_going_on_;
};

// A Simulation and the functions of Python in it.
class PythonSimulation {
 public:
  PythonSimulation(PythonJob given, const std::filesystem::path& prefix, bool is_resumed, bool is_forced)
      : PythonSimulation(make(given), given, prefix, is_resumed, is_forced) {}
  // Records that are being written may need functions of Python, and so its lock.
  ~PythonSimulation() {
    const py::gil_scoped_release others_may_run;
    simulation_.reset();
  }
  PythonSimulation(const PythonSimulation&) = delete;
  PythonSimulation& operator=(const PythonSimulation&) = delete;

  // Steps until the time is reached, or so many. After each of them `on_step`, if it is not None; when that
  // returns False they end. Ctrl-C is noticed between steps.
  void advance(double until, std::int64_t steps, const py::object& on_step) {
    const std::int64_t last = simulation_->state().step + steps;
    const double end = until - 1e-9 * simulation_->state().step_size;
    while (goes_on_ && simulation_->state().time < end && (steps < 0 || simulation_->state().step < last)) {
      {
        const Work work(is_working_);
        const py::gil_scoped_release others_may_run;
        advance_for_a_while(end, steps < 0 ? -1 : last, !on_step.is_none());
      }
      is_record_current_ = false;
      error_->raise();
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (simulation_->report().status == RunStatus::failed || on_step.is_none()) continue;
      if (is_false(on_step())) return;
    }
  }

  void finish() {
    const Work work(is_working_);
    const py::gil_scoped_release others_may_run;
    simulation_->finish();
  }

  void bring_files_up_to_date() {
    const Work work(is_working_);
    const py::gil_scoped_release others_may_run;
    simulation_->bring_files_up_to_date();
  }

  bool goes_on() const { return goes_on_; }
  bool is_at_end() const { return simulation_->is_at_end(); }
  const State& state() const { return simulation_->state(); }
  double end_time() { return simulation_->job().settings.end_time; }
  std::string status() const { return std::string(name_of(simulation_->report().status)); }
  std::string failure() const { return simulation_->report().failure; }
  // As result files have it, JSON.
  std::string report() const {
    return run_report_text(simulation_->report(), simulation_->state(), simulation_->diagnostics(),
                           ResultsFile::kReportRoom);
  }
  py::list diagnostics() const { return to_python(simulation_->diagnostics()); }
  std::vector<std::string> file_errors() {
    return simulation_->files() ? simulation_->files()->errors() : std::vector<std::string>();
  }

  std::vector<std::tuple<std::string, std::string, std::string, std::size_t>> variables() const {
    std::vector<std::tuple<std::string, std::string, std::string, std::size_t>> list;
    for (const RecordVariable& variable : simulation_->variables())
      list.emplace_back(variable.name, variable.unit, variable.doc, variable.size);
    return list;
  }
  // A part of the record at the present State.
  py::array_t<double> values(std::size_t first, std::size_t size) {
    const Work work(is_working_);
    if (!is_record_current_) record_ = simulation_->record();
    error_->raise();
    is_record_current_ = true;
    return py::array_t<double>(static_cast<py::ssize_t>(size), record_.data() + first);
  }

  std::vector<std::pair<std::string, double>> inputs() const {
    std::vector<std::pair<std::string, double>> list;
    for (const SystemInput& input : simulation_->system().inputs())
      list.emplace_back(input.name, simulation_->state().history[input.entry]);
    return list;
  }
  bool set_input(const std::string& name, double value) {
    const Work work(is_working_);
    is_record_current_ = false;
    const bool is_known = simulation_->set_input(name, value);
    error_->raise();
    return is_known;
  }
  KeptState give_state() {
    const Work work(is_working_);
    State state = simulation_->give_state();
    error_->raise();
    return {std::move(state), model_, scheme()};
  }
  void set_state(const KeptState& kept) {
    if (kept.model != model_) raise_with("RunError", "the state is one of another model", {});
    const Work work(is_working_);
    is_record_current_ = false;
    State state = kept.state;
    if (kept.scheme != scheme()) state.memory.resize(0);
    if (state.memory.size() == 0 && settings().formulation == Formulation::linear)
      raise_with("RunError",
                 "the state was reached in another way: the linear formulation goes on from its own alone",
                 {});
    std::string problem;
    {
      const py::gil_scoped_release others_may_run;
      problem = simulation_->set_state(std::move(state));
    }
    error_->raise();
    goes_on_ = !simulation_->is_at_end();
    if (!problem.empty()) raise_with("RunError", problem, {});
  }
  void write_state(const std::filesystem::path& path, bool is_forced) {
    if (const std::string why = pintle::why_not_written({path, FileKind::run_state, {}, is_forced});
        !why.empty())
      raise_with("RunError", why, {});
    const KeptState kept = give_state();
    const std::string problem = write_state_file(path, simulation_->system(), kept.state, kept.scheme);
    if (!problem.empty()) raise_with("RunError", problem, {});
  }
  KeptState read_state(const std::filesystem::path& path) const {
    auto read = read_state_file(path, simulation_->system(), scheme());
    if (const auto* problem = std::get_if<std::string>(&read)) raise_with("RunError", *problem, {});
    return {std::get<State>(std::move(read)), model_, scheme()};
  }
  std::string formulation() const { return std::string(name_of(settings().formulation)); }
  std::string method() const { return std::string(method_of(settings())); }

 private:
  // `given` has told by now what there is to say of the job.
  PythonSimulation(Job job, PythonJob& given, const std::filesystem::path& prefix, bool is_resumed,
                   bool is_forced)
      : error_(given.error),
        simulation_(
            std::make_unique<Simulation>(std::move(job), prefix, is_resumed, std::move(given.diagnostics))) {
    if (simulation_->files())
      if (const std::string reason = simulation_->files()->claim(is_forced); !reason.empty())
        raise_with("RunError", reason, {});
    if (is_resumed)
      if (const std::string reason = simulation_->resume(); !reason.empty())
        raise_with("RunError", reason, {});
    {
      const py::gil_scoped_release others_may_run;
      goes_on_ = simulation_->start();
    }
    error_->raise();
    if (simulation_->diagnostics().has_errors())
      raise_with("ModelError", simulation_->report().failure, simulation_->diagnostics());
    if (!simulation_->has_started()) raise_with("RunError", why_not_written(), simulation_->diagnostics());
  }

  static Job make(PythonJob& job) {
    Job made = job.make();
    if (made.statics)
      raise_with("RunError", "the model's analysis is one at rest: use model.equilibrium() or model.linear()",
                 {});
    return made;
  }
  const DynamicSettings& settings() const { return simulation_->job().settings; }
  std::string scheme() const { return scheme_of(settings()); }

  std::string why_not_written() {
    const std::vector<std::string> errors = file_errors();
    return errors.empty() ? simulation_->report().failure : errors.front();
  }

  void advance_for_a_while(double end, std::int64_t last, bool is_single) {
    constexpr auto kWhile = std::chrono::milliseconds(50);
    const auto begin = std::chrono::steady_clock::now();
    do {
      goes_on_ = simulation_->advance();
      if (is_single || error_->is_pending()) return;
    } while (goes_on_ && simulation_->state().time < end && (last < 0 || simulation_->state().step < last) &&
             std::chrono::steady_clock::now() - begin < kWhile);
  }

  std::shared_ptr<RaisedError> error_;
  std::unique_ptr<Simulation> simulation_;
  std::uint64_t model_ = fingerprint(simulation_->system());
  bool is_working_ = false, goes_on_ = false, is_record_current_ = false;
  std::span<const double> record_;
};

// [(formulation, method, why it was not run, {quantity: (unit, largest difference, scale, time, where)})],
// and what all these runs have to say.
py::tuple run_otherwise_of(const std::string& title, const std::string& file, const std::string& sandbox,
                           const py::list& cards, const py::dict& callbacks, const py::dict& overrides) {
  PythonJob given(title, file, sandbox, cards, callbacks, overrides);
  Job job = given.make();  // before its diagnostics are handed on
  Simulation simulation(std::move(job), {}, false, std::move(given.diagnostics));
  ChannelRecord record(simulation.job().results.every);
  std::vector<OtherRun> runs;
  {
    const py::gil_scoped_release others_may_run;
    bool goes_on = simulation.start({}, {&record});
    while (goes_on) goes_on = simulation.advance();
    if (simulation.finish().status == RunStatus::finished)
      runs = run_otherwise(simulation.job(), simulation.described(), record);
  }
  given.error->raise();
  if (simulation.diagnostics().has_errors())
    raise_with("ModelError", simulation.report().failure, simulation.diagnostics());
  if (simulation.report().status == RunStatus::failed)
    raise_with("RunError", simulation.report().failure, simulation.diagnostics());
  py::list list, diagnostics = to_python(simulation.diagnostics());
  for (const OtherRun& other : runs) {
    for (const py::handle item : to_python(other.diagnostics))
      if (!diagnostics.contains(item)) diagnostics.append(item);
    py::dict differences;
    for (const std::string_view name : compared_quantities())
      for (const auto& [key, found] : other.differences)
        if (key.first == name)
          differences[py::str(std::string(name))] =
              py::make_tuple(key.second, found.largest, found.scale, found.time, found.where);
    list.append(py::make_tuple(std::string(name_of(other.settings.formulation)),
                               std::string(method_of(other.settings)),
                               other.refusal.empty() ? other.failure : other.refusal, differences));
  }
  return py::make_tuple(list, diagnostics);
}

}  // namespace

void bind_simulations(py::module_& module) {
  py::class_<KeptState>(module, "State")
      .def_property_readonly("time", [](const KeptState& kept) { return kept.state.time; })
      .def_property_readonly("step", [](const KeptState& kept) { return kept.state.step; })
      .def_property_readonly("q", [](const KeptState& kept) { return array_of(kept.state.q); })
      .def_property_readonly("v", [](const KeptState& kept) { return array_of(kept.state.v); })
      .def_property_readonly("a", [](const KeptState& kept) { return array_of(kept.state.a); })
      .def_property_readonly("x", [](const KeptState& kept) { return array_of(kept.state.x); })
      .def_property_readonly("multipliers", [](const KeptState& kept) { return array_of(kept.state.lambda); })
      .def(
          "__eq__", [](const KeptState& a, const KeptState& b) { return a == b; }, py::is_operator())
      .def("__repr__",
           [](const KeptState& kept) { return fmt::format("<State at t = {:.9g} s>", kept.state.time); });

  py::class_<PythonSimulation>(module, "Simulation")
      .def(py::init([](const std::string& title, const std::string& file, const std::string& sandbox,
                       const py::list& cards, const py::dict& callbacks, const py::dict& overrides,
                       const std::filesystem::path& prefix, bool is_resumed, bool is_forced) {
        return std::make_unique<PythonSimulation>(
            PythonJob(title, file, sandbox, cards, callbacks, overrides), prefix, is_resumed, is_forced);
      }))
      .def("advance", &PythonSimulation::advance)
      .def("finish", &PythonSimulation::finish)
      .def("bring_files_up_to_date", &PythonSimulation::bring_files_up_to_date)
      .def_property_readonly("goes_on", &PythonSimulation::goes_on)
      .def_property_readonly("is_at_end", &PythonSimulation::is_at_end)
      .def_property_readonly("time", [](const PythonSimulation& self) { return self.state().time; })
      .def_property_readonly("step", [](const PythonSimulation& self) { return self.state().step; })
      .def_property_readonly("step_size", [](const PythonSimulation& self) { return self.state().step_size; })
      .def_property_readonly("end_time", &PythonSimulation::end_time)
      .def_property_readonly("status", &PythonSimulation::status)
      .def_property_readonly("failure", &PythonSimulation::failure)
      .def_property_readonly("report", &PythonSimulation::report)
      .def_property_readonly("diagnostics", &PythonSimulation::diagnostics)
      .def_property_readonly("file_errors", &PythonSimulation::file_errors)
      .def_property_readonly("formulation", &PythonSimulation::formulation)
      .def_property_readonly("method", &PythonSimulation::method)
      .def_property_readonly("variables", &PythonSimulation::variables)
      .def("values", &PythonSimulation::values)
      .def_property_readonly("inputs", &PythonSimulation::inputs)
      .def("set_input", &PythonSimulation::set_input)
      .def_property("state", &PythonSimulation::give_state, &PythonSimulation::set_state)
      .def("write_state", &PythonSimulation::write_state)
      .def("read_state", &PythonSimulation::read_state);
  module.def("run_otherwise", &run_otherwise_of);
}

}  // namespace pintle
