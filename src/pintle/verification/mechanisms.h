// Mechanisms with references from outside, for cases of every formulation.
#pragma once

#include <array>

#include "pintle/verification/model_cards.h"

namespace pintle {

// A02 of CASES.md: N four-bars in a row. Hinges turn about z. The far end of each coupler is held by an
// in-line joint, so that no equation is redundant; `is_redundant` makes it a hinge too, three redundant
// equations per loop. The top of the first bar is at (sin, cos) of an angle with a closed form.
ModelDesc four_bars(int n, bool is_redundant);
Vec3 top_of_first_bar(const State& state);
inline const Vec3 kTopOfTwoFourBars{0.3284581115408, 0.9445185381786, 0};  // after 10 s
inline const Vec3 kTopOfFortyFourBars{0.1805122266867, 0.9835727405823, 0};

// A03: Andrews' squeezer for 0.03 s. Its coordinates are beta, theta, gamma, phi, delta, omega, epsilon.
ModelDesc squeezer();
using SqueezerCoordinates = std::array<double, 7>;
inline constexpr std::array<const char*, 7> kSqueezerNames{"beta",  "theta", "gamma",  "phi",
                                                           "delta", "omega", "epsilon"};
inline constexpr SqueezerCoordinates kSqueezerAtEnd{
    15.81077119629904,  -15.75637105984298, 0.04082224013073101, -0.5347301163226948,
    0.5244099658805304, 0.5347301163226948, 1.048080741042263};
SqueezerCoordinates squeezer_at_end(const ModelDesc& model, const JobOptions& options = {});

// ERRATA 3: the crank-rocker of document 004 under gravity along -z. A uniform bar in the plane of x and z,
// `angle` from x towards z; its rate is about -y.
struct PlaneBar {
  std::string name;
  double mass = 1.0, length = 1.0;
  Vec3 from = Vec3::Zero();
  double angle = 0.0;
  Vec3 from_velocity = Vec3::Zero();
  double rate = 0.0;

  Vec3 along() const;
  Vec3 centre() const { return from + 0.5 * length * along(); }
  Vec3 centre_velocity() const;
  Vec3 inertia() const;
};
inline constexpr double kCrankRockerPeriod = 1.3514262;
inline const Vec3 kCrankRockerPivot{1, 0, 0};  // of the rocker
std::array<PlaneBar, 3> crank_rocker_bars();   // crank, coupler, rocker
ModelDesc crank_rocker();                      // on hinges A, B, C, D

}  // namespace pintle
