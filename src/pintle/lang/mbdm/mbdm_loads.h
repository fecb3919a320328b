// <main>.expert.loads: gravity, forces and moments on bodies as formulas. An extension of MBDM, whose users
// had to edit its source for them.
#pragma once

#include <string_view>
#include <vector>

#include "pintle/lang/mbdm/mbdm_expert_files.h"

namespace pintle {

// Adds a card for each load and sets the acceleration of gravity if the file gives one.
void read_mbdm_loads(std::string_view text, const MbdmFileName& file, const std::vector<MbdmBody>& bodies,
                     Card& gravity, ModelDesc& model, Diagnostics& diagnostics);

}  // namespace pintle
