// Models of any size, built without files, for tests and benchmarks: chains of revolute links, free bodies,
// rows of four-bars.
#pragma once

#include <string>

#include "pintle/system/system_builder.h"

namespace pintle {

// All of them start in a consistent state.

// Links of 0.1 m and 0.1 kg (rods of 5 mm radius), hinged about y, held on the ground at the origin under
// gravity (-z, unless told). Open: released in a straight line along x. Closed: released as a half circle
// whose far end is held by an in-line joint along y.
Assembled make_chain(int links, bool is_closed, const Vec3& down = {0, 0, -1});

// Bodies tumbling freely, not connected.
Assembled make_free_bodies(int bodies);

// IFToMM A02: 2N + 1 links of 1 m and 1 kg.
Assembled make_four_bars(int n);

}  // namespace pintle
