// One field of a card: Value -> checked data, as its schema says.
#pragma once

#include "pintle/model/checked_card.h"
#include "pintle/model/number_reader.h"
#include "pintle/model/schema.h"
#include "pintle/model/value.h"

namespace pintle {

// Fills result.data and result.value. False, with the problems reported, when the value is not what the
// schema asks for; the data are then safe (the first choice, ground, or none).
bool read_field(const FieldSchema& schema, const Value& value, const NumberReader& reader,
                CheckedField& result);

}  // namespace pintle
