// The numbers of an element by the names that models in MBDyn's language give them ("private data"): Fx, Mz,
// rz, wz, dx, L. A drive may listen to one of them as to any output: joint.hinge.rz; or by its number in the
// list of its element, joint.hinge.1; or without either where there is only one, joint.hinge.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/system/element_set.h"

namespace pintle {

// A name as expressions write it: letters, digits and underscores.
std::string as_identifier(std::string_view name);

// Where the datum stands that `name` means: its name, its number, or nothing.
std::optional<int> find_private_datum(const ElementSet& set, Index element, const Context& context,
                                      std::string_view name);
double private_datum(const ElementSet& set, Index element, const Context& context, int place);

// What is wrong with a name that is not found, and what would be right.
struct UnknownDatum {
  std::string message, advice;
};
UnknownDatum describe_unknown_datum(const ElementSet& set, Index element, const Context& context,
                                    const std::string& name);

// Names that some element has.
std::vector<std::string> every_private_datum();

}  // namespace pintle
