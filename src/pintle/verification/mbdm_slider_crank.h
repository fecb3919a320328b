// The slider-crank of sections 10.2 and 10.3 of MBDM's document: crank 2 m, rod 3.5 m; its motion in closed
// form.
#pragma once

#include <array>

#include "pintle/verification/mbdm_files.h"

namespace pintle {

// Values, rates and accelerations.
struct SliderCrankMotion {
  std::array<double, 3> rod_angle, slider;
  std::array<Vec3, 3> rod_centre;
};

// With the crank at `theta`, turning steadily at `rate`; a rate of 1 gives derivatives by theta.
SliderCrankMotion slider_crank_motion(double theta, double rate);

// Four bodies (crank, rod, slider, ground) and the joints 1 to 7 that tables 26 and 28 share.
MbdmFileSet slider_crank_files();

}  // namespace pintle
