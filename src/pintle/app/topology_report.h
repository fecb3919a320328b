// The tree of a model in words, and as a picture for Graphviz.
#pragma once

#include <iosfwd>

#include "pintle/formulations/topology.h"

namespace pintle {

void print_topology(const System& system, const Topology& topology, std::ostream& out);

// In the language of `dot`: bodies as boxes, tree joints as arrows from parent to child, joints that close
// loops dashed.
void draw_topology(const System& system, const Topology& topology, std::ostream& out);

}  // namespace pintle
