// What the sine and the cosine drive have in common: their fields, and when they stop.
#pragma once

#include <string>

#include "pintle/drives/drive_registry.h"

namespace pintle {

struct Oscillation {
  double initial_time = 0.0;
  double angular_velocity = 0.0;
  double amplitude = 0.0;
  int cycles = 0;  // 0: for ever
  double initial_value = 0.0;

  // When this many turns are done; never, if cycles is zero.
  double end_after(double turns) const noexcept;
};

CardSchema oscillation_schema(std::string type, std::string summary);

Oscillation read_oscillation(const CheckedCard& card, DriveBuildContext& context);

}  // namespace pintle
