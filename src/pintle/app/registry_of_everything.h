// The registry with every card type of this build.
#pragma once

#include "pintle/system/registry.h"

namespace pintle {

const Registry& registry_of_everything();

}  // namespace pintle
