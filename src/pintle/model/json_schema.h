// The schemas as JSON Schema (draft 2020-12), for editors, Python and other readers.
#pragma once

#include "pintle/model/schema.h"
#include "pintle/model/schema_registry.h"
#include "pintle/model/value.h"

namespace pintle {

// Of one card.
Value json_schema(const CardSchema& schema);

// Of a whole model file.
Value json_schema(const SchemaRegistry& registry);

}  // namespace pintle
