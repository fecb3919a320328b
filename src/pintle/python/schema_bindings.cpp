#include <pybind11/stl.h>

#include "pintle/app/registry_of_everything.h"
#include "pintle/base/suggest.h"
#include "pintle/model/manual.h"
#include "pintle/python/bindings.h"
#include "pintle/python/python_values.h"

namespace pintle {

namespace {

py::dict schema_of(const FieldSchema& field) {
  py::dict result;
  result["name"] = field.name;
  result["type"] = std::string(to_string(field.type));
  result["unit"] = field.unit;
  result["doc"] = field.doc;
  result["required"] = field.required;
  result["default"] = field.default_value ? to_python(*field.default_value) : py::none();
  result["choices"] = field.choices;
  result["kind"] = field.kind;
  return result;
}

py::dict schema_of(const CardSchema& schema) {
  py::list fields;
  for (const FieldSchema& field : schema.fields()) fields.append(schema_of(field));
  py::dict result;
  result["kind"] = schema.kind();
  result["type"] = schema.type();
  result["summary"] = schema.summary();
  result["aliases"] = schema.aliases();
  result["fields"] = fields;
  result["example"] = to_python(example_card(schema));
  result["manual"] = manual_page(schema);
  return result;
}

}  // namespace

void bind_schemas(py::module_& module) {
  module.def("kinds", [] {
    const SchemaRegistry& schemas = registry_of_everything().schemas();
    py::list list;
    for (const KindSchema& kind : schemas.kinds()) {
      py::dict item;
      item["name"] = kind.name;
      item["key"] = kind.key;
      item["single"] = kind.is_single;
      item["needs_name"] = kind.needs_name;
      item["default_type"] = schemas.default_type(kind.name);
      list.append(item);
    }
    return list;
  });
  module.def("schemas", [] {
    py::list list;
    for (const CardSchema& schema : registry_of_everything().schemas().schemas())
      list.append(schema_of(schema));
    return list;
  });
  module.def("did_you_mean", [](const std::string& word, const std::vector<std::string>& candidates) {
    return did_you_mean(word, candidates);
  });
  // The same of what schemas know: keys of models, types of a kind, fields of a type.
  module.def("suggest_key",
             [](const std::string& key) { return registry_of_everything().schemas().suggest_key(key); });
  module.def("suggest_type", [](const std::string& kind, const std::string& type) {
    return registry_of_everything().schemas().suggest_type(kind, type);
  });
  module.def("suggest_field", [](const std::string& kind, const std::string& type, const std::string& field) {
    const CardSchema* schema = registry_of_everything().schemas().find(kind, type);
    return schema ? schema->suggest_field(field) : "";
  });
}

}  // namespace pintle
