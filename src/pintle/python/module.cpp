#include "pintle/base/version.h"
#include "pintle/base/wording.h"
#include "pintle/python/bindings.h"

PYBIND11_MODULE(_core, module) {
  module.doc() = "What the package pintle is made of.";
  module.attr("version") = std::string(pintle::kVersion);
  pintle::set_wording(pintle::Wording::python);
  pintle::bind_schemas(module);
  pintle::bind_models(module);
  pintle::bind_simulations(module);
  pintle::bind_statics(module);
  pintle::bind_results(module);
}
