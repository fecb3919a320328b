// `pintle help [kind [name]]`: the manual, printed from the schemas.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace pintle {

// Words after `help`: none, a kind, or a kind and a type ("joint revolute hinge").
int help(const std::vector<std::string>& words, std::ostream& out, std::ostream& err);

// One line per registered type: kind, type, folder of its page.
int list_keywords(std::ostream& out);

// The model format as a JSON Schema, for editors and Python.
int print_json_schema(std::ostream& out);

}  // namespace pintle
