// What the cards of output have in common: when to write, and the state to resume from.
#pragma once

#include "pintle/system/registry.h"

namespace pintle {

CardSchema& with_output_fields(CardSchema& schema);
void build_output(const CheckedCard& card, SystemBuilder& builder);  // its meter

}  // namespace pintle
