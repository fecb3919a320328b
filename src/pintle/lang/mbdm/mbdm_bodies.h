// Bodies of MBDM: each becomes a node and a rigid body.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pintle/lang/mbdm/mbdm_item.h"
#include "pintle/model/card.h"

namespace pintle {

struct MbdmBody {
  std::string node;              // its name
  Mat3 axes = Mat3::Identity();  // A at the start: body axes to global axes
};

// Adds their cards to the model. All bodies are returned, also those with mistakes: IDs count them.
std::vector<MbdmBody> read_mbdm_bodies(std::vector<MbdmItem>& items, ModelDesc& model);

// The body with an ID; IDs that no body has are reported.
const MbdmBody* find_mbdm_body(const MbdmItem& item, std::string_view label, double id,
                               const SourcePlace& place, const std::vector<MbdmBody>& bodies);

// A name made of letters, digits and '_', as formulas know it.
std::string mbdm_identifier(std::string_view name);

}  // namespace pintle
