// The numbers that an element reports, by the names that models in MBDyn's language give them ("private
// data"): Fx, Mz, rz, wz, dx, L. A drive may listen to one of them as to any output: joint.hinge.rz.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/system/element_set.h"

namespace pintle {

std::optional<double> private_datum(const ElementSet& set, Index element, const Context& context,
                                    std::string_view name);

std::vector<std::string> private_data_names(const ElementSet& set, Index element, const Context& context);

// Those that some element has.
std::vector<std::string> every_private_datum();

}  // namespace pintle
