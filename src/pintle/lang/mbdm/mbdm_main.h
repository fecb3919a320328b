// The main file of MBDM: numerical parameters, then bodies and joints.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/lang/mbdm/mbdm_item.h"

namespace pintle {

// Parameters that are wrong keep these values, so that the rest can be read.
struct MbdmParameters {
  std::string case_name;
  bool is_dynamic = true;
  double start_time = 0.0, end_time = 1.0, step = 1e-3;
  double accuracy = 1e-8;
  int max_iterations = 100;
  int output_every = 1, checkpoint_every = 0, tracers_every = 0;  // 0: never
};

// The file in pieces: what the lines of bodies and joints mean is for others to say.
struct MbdmMain {
  MbdmItem parameters;
  std::string case_name;
  SourcePlace case_place;
  std::vector<MbdmItem> bodies, joints;
};

MbdmMain read_mbdm_main(std::string_view text, const std::shared_ptr<const std::string>& file,
                        Diagnostics& diagnostics);

MbdmParameters read_mbdm_parameters(const MbdmMain& main);

}  // namespace pintle
