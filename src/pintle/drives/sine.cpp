#include "pintle/drives/sine.h"

#include <cmath>

#include "pintle/drives/time_function.h"

namespace pintle {

// n > 0: n - 1/2 turns, back at the initial value; n < 0: |n| - 3/4 turns, at the top             (sine.md 2)
SineWave::SineWave(const Oscillation& oscillation)
    : wave_(oscillation),
      end_time_(wave_.end_after(wave_.cycles > 0 ? wave_.cycles - 0.5 : -wave_.cycles - 0.75)),
      final_value_(wave_.initial_value +
                   (wave_.cycles < 0 ? std::copysign(1.0, wave_.angular_velocity) * wave_.amplitude : 0.0)) {}

// u = u0 + A sin(w (t - t0))                                                                      (sine.md 1)
double SineWave::value(double time) const noexcept {
  if (time < wave_.initial_time) return wave_.initial_value;
  if (time >= end_time_) return final_value_;
  return wave_.initial_value +
         wave_.amplitude * std::sin(wave_.angular_velocity * (time - wave_.initial_time));
}

DriveValue SineWave::derivatives(double time) const noexcept {
  if (time < wave_.initial_time || time >= end_time_) return {value(time), 0.0, 0.0};
  const double w = wave_.angular_velocity;
  const double s = wave_.amplitude * std::sin(w * (time - wave_.initial_time));
  const double c = wave_.amplitude * std::cos(w * (time - wave_.initial_time));
  return {wave_.initial_value + s, w * c, -w * w * s};
}

namespace {

Drive build_sine(const CheckedCard& card, DriveBuildContext& context) {
  return drive_of_time(SineWave(read_oscillation(card, context)));
}

}  // namespace

void register_sine_drive(DriveRegistry& registry) {
  registry.add(oscillation_schema("sine", "A sine that begins at an instant and may stop after some cycles.")
                   .synonyms({"sinusoid", "sinusoidal", "harmonic"}),
               build_sine);
}

}  // namespace pintle
