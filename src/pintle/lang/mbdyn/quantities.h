// Named quantities ("private data") and degrees of freedom of nodes in MBDyn's language, as drives and
// expressions of the model name them.
#pragma once

#include <string>

#include "pintle/lang/mbdyn/symbol_table.h"

namespace pintle::mbdyn {

// What [elem|node|dof, ...] or the drive of that name listens to, "node.8.position.z"; throws CardError.
std::string quantity_of(const Binding& binding);

}  // namespace pintle::mbdyn
