// What the schemas say, printed for people.
#pragma once

#include <string>

#include "pintle/model/schema.h"
#include "pintle/model/schema_registry.h"
#include "pintle/model/value.h"

namespace pintle {

// A card that shows the required fields with their examples, as a map.
Value example_card(const CardSchema& schema);

// The page of `pintle help joint revolute hinge`: summary, example, table of fields.
std::string manual_page(const CardSchema& schema);

// One line per card type, under the keys of their kinds: the page of `pintle help`.
std::string manual_overview(const SchemaRegistry& registry);

}  // namespace pintle
