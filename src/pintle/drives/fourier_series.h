// Fourier series drive: harmonics of one frequency.
#pragma once

#include <limits>
#include <vector>

#include "pintle/drives/drive.h"

namespace pintle {

class DriveRegistry;

struct FourierSeries {
  struct Term {
    double cosine = 0.0, sine = 0.0;
  };
  double initial_time = 0.0;
  double angular_velocity = 0.0;
  double constant = 0.0;  // a0: it counts half
  std::vector<Term> terms;
  double final_time = std::numeric_limits<double>::infinity();
  double initial_value = 0.0;

  double value(double time) const noexcept { return derivatives(time).value; }
  DriveValue derivatives(double time) const noexcept;
};

void register_fourier_series_drive(DriveRegistry& registry);

}  // namespace pintle
