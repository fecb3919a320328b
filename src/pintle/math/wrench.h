// A force at a point and the moment about it.
#pragma once

#include "pintle/math/types.h"

namespace pintle {

struct Wrench {
  Vec3 force = Vec3::Zero();
  Vec3 moment = Vec3::Zero();
};

}  // namespace pintle
