// Result files in MBDM's layout: what the card "mbdm" says; see mbdm_card.md.
#pragma once

#include <string>
#include <vector>

#include "pintle/model/card.h"
#include "pintle/model/checked_card.h"
#include "pintle/output/scene.h"

namespace pintle {

struct MbdmSettings {
  bool is_given = false;  // the model has such a card
  std::string case_name;
  int output_every = 0, checkpoint_every = 0, tracers_every = 0;  // steps; 0: never
  bool has_debug = false, has_timer = false, stores_matrices = false;
  std::vector<std::string> bodies;  // nodes, in the order of the bodies' IDs
  std::vector<Tracers> tracers;
  std::vector<std::string> moorings;  // names of spring-dampers

  bool has_tracers() const { return tracers_every > 0 && is_given; }
};

// `model` has the nodes and joints that are meant.
MbdmSettings read_mbdm(const CheckedCard& card, const ModelDesc& model, Diagnostics& diagnostics);

}  // namespace pintle
