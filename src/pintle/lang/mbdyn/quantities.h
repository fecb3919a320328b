// Named quantities ("private data") and degrees of freedom of nodes in MBDyn's language, as drives and
// expressions of the model name them.
#pragma once

#include <optional>
#include <string>

#include "pintle/lang/mbdyn/symbol_table.h"

namespace pintle::mbdyn {

// What the drive `element`, `node` or `dof` listens to, "node.8.position.z" or "joint.5.lambda[1]"; throws
// CardError.
std::string spelled_quantity_of(const Binding& binding);

// What [elem|node|dof, ...] listens to, as expressions write it: "joint.5.lambda_1_".
std::string quantity_of(const Binding& binding);

// The same of a node as it is at the start; none for accelerations and the like.
std::optional<double> quantity_at_start(const Binding& binding, const ReferenceFrame& node);

}  // namespace pintle::mbdyn
