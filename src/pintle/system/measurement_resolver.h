// Turns the name of a quantity, "node.hub.position.x" or "joint.pin.reaction_force.y", into a Measurement.
#pragma once

#include "pintle/base/diagnostics.h"
#include "pintle/system/system.h"

namespace pintle {

// A name that means nothing, or two things, is an error with a suggestion; the result is then of no use.
// Names in expressions have letters, digits and underscores only: "hinge 12" is written hinge_12.
Measurement resolve_measurement(const std::string& name, const SourcePlace& place, const System& system,
                                Diagnostics& diagnostics);

}  // namespace pintle
