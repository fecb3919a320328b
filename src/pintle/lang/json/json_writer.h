// Models in JSON: ModelDesc -> text.
#pragma once

#include <string>

#include "pintle/model/card.h"
#include "pintle/model/schema_registry.h"

namespace pintle {

// Reading the text again gives an equal ModelDesc; numbers keep all their bits. Throws std::invalid_argument
// for a model that the format cannot hold: a kind unknown to the registry, a single given twice, a number not
// finite.
std::string write_json_model(const ModelDesc& model, const SchemaRegistry& registry);

}  // namespace pintle
