// Named quantities ("private data") and degrees of freedom of nodes in MBDyn's language, as drives and
// expressions of the model name them.
#pragma once

#include <optional>
#include <string>

#include "pintle/lang/mbdyn/symbol_table.h"

namespace pintle::mbdyn {

// What [elem|node|dof, ...] or the drive of that name listens to, "node.8.position.z"; throws CardError.
std::string quantity_of(const Binding& binding);

// The same of a node as it is at the start; none for accelerations and the like.
std::optional<double> quantity_at_start(const Binding& binding, const ReferenceFrame& node);

}  // namespace pintle::mbdyn
