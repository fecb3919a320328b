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

// What is wrong with an inertia about the centre of mass. Two principal moments add up to at least the third
// (equality: all mass in a plane). Moments of flat bodies are often printed with three digits, so a sum that
// falls short by up to 2e-3 of the largest moment is a doubt only.
struct InertiaVerdict {
  enum class Level { sound, doubtful, impossible };
  Level level = Level::sound;
  std::string reason;  // "its principal moments are ..., but ..."; empty when sound
};
InertiaVerdict judge_inertia(const Mat3& inertia);

}  // namespace pintle
