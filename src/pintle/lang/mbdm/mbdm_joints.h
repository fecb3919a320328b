// Joints of MBDM, given by the points p, q, r on both bodies, as joints of the kernel.
#pragma once

#include <vector>

#include "pintle/lang/mbdm/mbdm_bodies.h"

namespace pintle {

// Adds a card for each joint without mistakes, "joint 1" and so on. Drivers start at `start_time`.
void read_mbdm_joints(const std::vector<MbdmItem>& items, const std::vector<MbdmBody>& bodies,
                      double start_time, ModelDesc& model);

}  // namespace pintle
