// The card "mbdm": what the result files of MBDM are made of.
#pragma once

#include <string>
#include <vector>

#include "pintle/math/types.h"
#include "pintle/model/checked_card.h"

namespace pintle {

// Points of a body that are written as one zone, in the axes of its node.
struct MbdmTracerGroup {
  std::string node;
  std::vector<Vec3> points;
};

struct MbdmSettings {
  std::string case_name;                                          // files are called by it
  int output_every = 1, checkpoint_every = 0, tracers_every = 0;  // steps; 0: never
  bool debug = false, timer = false, store_matrices = false;
  std::vector<std::string> bodies;  // names of nodes, in the order of their IDs
  std::vector<MbdmTracerGroup> tracers;
  std::vector<std::string> moorings;  // names of joints
};

// Reads a checked card of the kind "mbdm"; what is wrong with its lists is reported.
MbdmSettings read_mbdm_card(const CheckedCard& card, Diagnostics& diagnostics);

}  // namespace pintle
