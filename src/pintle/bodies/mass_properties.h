// MassProperties: mass, first moment and inertia of rigidly joined masses, about the origin of the node that
// carries them.
#pragma once

#include <string>

#include "pintle/math/types.h"

namespace pintle {

// A mass as people describe it.
struct MassLump {
  double mass = 0.0;
  Vec3 center = Vec3::Zero();    // centre of mass from the node, node axes
  Mat3 inertia = Mat3::Zero();   // about the centre of mass, in the lump's own axes
  Mat3 axes = Mat3::Identity();  // of the lump in the node's
};

// Node axes throughout.
struct MassProperties {
  double mass = 0.0;
  Vec3 first_moment = Vec3::Zero();  // mass times centre of mass
  Mat3 inertia = Mat3::Zero();       // about the node's origin

  MassProperties& operator+=(const MassLump& lump);
};

// Why no real body has this inertia about its centre of mass; empty when one can.
// Two principal moments add up to at least the third (equality: all mass in a plane). Moments are often
// printed with three digits, so the sum may fall short by 2e-3 of the largest moment.
std::string inertia_fault(const Mat3& inertia);

}  // namespace pintle
