#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "pintle/app/registry_of_everything.h"
#include "pintle/lang/json/json_reader.h"
#include "pintle/lang/json/json_writer.h"
#include "pintle/python/bindings.h"
#include "pintle/python/python_values.h"

namespace pintle {

void raise_with(const char* name, const std::string& message, const Diagnostics& diagnostics) {
  const py::object type = py::module_::import("pintle.errors").attr(name);
  const py::object error = type(message, to_python(diagnostics));
  PyErr_SetObject(type.ptr(), error.ptr());
  throw py::error_already_set();
}

namespace {

ModelDesc model_of(const std::string& title, const std::string& file, const py::list& cards) {
  ModelDesc model;
  model.title = title;
  if (!file.empty()) model.file = std::make_shared<const std::string>(file);
  for (const py::handle card : cards) model.cards.push_back(py::cast<const Card&>(card));
  return model;
}

// (title, file, cards)
py::tuple model_to_python(std::optional<ModelDesc> model, const Diagnostics& diagnostics,
                          const std::string& what) {
  if (!model || diagnostics.has_errors()) raise_with("ModelError", what + " cannot be read", diagnostics);
  py::list cards;
  for (Card& card : model->cards) cards.append(py::cast(std::make_shared<Card>(std::move(card))));
  return py::make_tuple(model->title, model->file ? *model->file : "", cards, to_python(diagnostics));
}

template <class Number>
std::optional<Number> taken(const py::dict& from, const char* name) {
  if (!from.contains(name) || from[name].is_none()) return {};
  return py::cast<Number>(from[name]);
}

}  // namespace

UserFiles files_of(const std::string& sandbox) {
  if (sandbox.empty()) return {};
  Result<UserFiles> files = UserFiles::inside(sandbox);
  if (!files) throw py::value_error("sandbox: " + files.message());
  return std::move(files).value();
}

PythonJob::PythonJob(const std::string& title, const std::string& file, const std::string& sandbox,
                     const py::list& cards, const py::dict& callbacks, const py::dict& overrides)
    : model(model_of(title, file, cards)), error(std::make_shared<RaisedError>()) {
  options.step = taken<double>(overrides, "step");
  options.end_time = taken<double>(overrides, "end_time");
  options.rho = taken<double>(overrides, "rho");
  options.group = taken<std::string>(overrides, "group");
  options.formulation = taken<std::string>(overrides, "formulation");
  options.analysis = taken<std::string>(overrides, "analysis");
  options.functions = PythonFunctions(callbacks, error);
  options.files = files_of(sandbox);
}

Job PythonJob::make() {
  std::optional<Job> job = make_job(std::move(model), options, diagnostics);
  options.functions = {};
  if (!job) raise_with("ModelError", "the model has mistakes", diagnostics);
  error->raise();
  return std::move(*job);
}

void bind_models(py::module_& module) {
  py::class_<Card, std::shared_ptr<Card>>(module, "Card")
      .def(py::init(
          [](std::string kind, std::string type, std::string name, const std::string& file, int line) {
            return std::make_shared<Card>(
                Card{std::move(kind), std::move(type), std::move(name), place_of(file, line), {}});
          }))
      .def_readonly("kind", &Card::kind)
      .def_readonly("type", &Card::type)
      .def_readwrite("name", &Card::name)
      .def_property_readonly("place", [](const Card& card) { return card.place.to_string(); })
      .def_property_readonly("fields",
                             [](const Card& card) {
                               std::vector<std::string> names;
                               for (const Field& field : card.fields) names.push_back(field.name);
                               return names;
                             })
      .def("get",
           [](const Card& card, const std::string& field) {
             const Value* value = card.find(field);
             return value ? to_python(*value) : py::none();
           })
      .def("set", [](Card& card, const std::string& field, const py::object& object, const std::string& file,
                     int line) { card.set(field, from_python(object, place_of(file, line))); })
      .def("remove",
           [](Card& card, const std::string& name) {
             std::erase_if(card.fields, [&](const Field& field) { return field.name == name; });
           })
      .def("copy", [](const Card& card) { return std::make_shared<Card>(card); })
      .def("__eq__", [](const Card& a, const Card& b) { return a == b; });

  module.def("read_model", [](const std::filesystem::path& path, const std::string& sandbox) {
    Diagnostics diagnostics;
    std::optional<ModelDesc> model = read_model(path, diagnostics, files_of(sandbox));
    return model_to_python(std::move(model), diagnostics, path.string());
  });
  module.def("read_model_text", [](const std::string& text) {
    Diagnostics diagnostics;
    std::optional<ModelDesc> model =
        read_json_model_text(text, "text", registry_of_everything().schemas(), diagnostics);
    return model_to_python(std::move(model), diagnostics, "the text");
  });
  module.def("write_model", [](const std::string& title, const std::string& file, const py::list& cards) {
    return write_json_model(model_of(title, file, cards), registry_of_everything().schemas());
  });
  module.def("check_model", [](const std::string& title, const std::string& file, const std::string& sandbox,
                               const py::list& cards, const py::dict& callbacks, const py::dict& overrides) {
    PythonJob job(title, file, sandbox, cards, callbacks, overrides);
    Job made = job.make();
    if (!made.statics)
      assemble_initial_state(made.system, made.state, made.settings.assembly, job.diagnostics);
    job.error->raise();
    if (job.diagnostics.has_errors())
      raise_with("ModelError", "the model cannot be assembled", job.diagnostics);
    return to_python(job.diagnostics);
  });
}

}  // namespace pintle
