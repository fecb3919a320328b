// The optional files of MBDM beside the main one: tracers, moorings, flags, solvers to couple with.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/lang/mbdm/mbdm_bodies.h"

namespace pintle {

using MbdmFileName = std::shared_ptr<const std::string>;

// <main>.expert.tracers: a list of {node, points}.
Value read_mbdm_tracers(std::string_view text, const MbdmFileName& file, const std::vector<MbdmBody>& bodies,
                        Diagnostics& diagnostics);

// <main>.expert.mooring: adds a spring_damper for each line; returns their names.
ValueList read_mbdm_moorings(std::string_view text, const MbdmFileName& file,
                             const std::vector<MbdmBody>& bodies, ModelDesc& model, Diagnostics& diagnostics);

// <main>.expert.parameters: fields of the cards.
void read_mbdm_flags(std::string_view text, const MbdmFileName& file, Card& solver, Card& mbdm,
                     Diagnostics& diagnostics);

// <main>.expert.solvers: is checked; a run coupled with other solvers is an error for now.
void check_mbdm_solvers(std::string_view text, const MbdmFileName& file, const std::vector<MbdmBody>& bodies,
                        Diagnostics& diagnostics);

}  // namespace pintle
