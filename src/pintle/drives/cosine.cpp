#include "pintle/drives/cosine.h"

#include <cmath>

#include "pintle/drives/time_function.h"

namespace pintle {

// n > 0: n turns, back at the initial value; n < 0: |n| - 1/2 turns, at the top               (cosine.md 2)
CosineWave::CosineWave(const Oscillation& oscillation)
    : wave_(oscillation),
      end_time_(wave_.end_after(wave_.cycles > 0 ? wave_.cycles : -wave_.cycles - 0.5)),
      final_value_(wave_.initial_value + (wave_.cycles < 0 ? 2.0 * wave_.amplitude : 0.0)) {}

// u = u0 + A (1 - cos p), p = w (t - t0); 1 - cos p = 2 sin^2(p/2) keeps its digits at small p (cosine.md 1)
double CosineWave::value(double time) const noexcept {
  if (time < wave_.initial_time) return wave_.initial_value;
  if (time >= end_time_) return final_value_;
  const double s = std::sin(0.5 * wave_.angular_velocity * (time - wave_.initial_time));
  return wave_.initial_value + 2.0 * wave_.amplitude * s * s;
}

DriveValue CosineWave::derivatives(double time) const noexcept {
  if (time < wave_.initial_time || time >= end_time_) return {value(time), 0.0, 0.0};
  const double A = wave_.amplitude;
  const double w = wave_.angular_velocity;
  const double half_phase = 0.5 * w * (time - wave_.initial_time);
  const double s = std::sin(half_phase);
  const double c = std::cos(half_phase);
  return {wave_.initial_value + 2.0 * A * s * s, 2.0 * A * w * s * c, A * w * w * (c - s) * (c + s)};
}

namespace {

Drive build_cosine(const CheckedCard& card, DriveBuildContext& context) {
  return drive_of_time(CosineWave(read_oscillation(card, context)));
}

}  // namespace

void register_cosine_drive(DriveRegistry& registry) {
  registry.add(
      oscillation_schema("cosine",
                         "Smooth rises and falls, amplitude * (1 - cos), that may stop after some cycles."),
      build_cosine);
}

}  // namespace pintle
