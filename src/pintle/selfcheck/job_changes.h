// Changes of a job before it is run: another start by a hair, other tolerances, finer steps.
#pragma once

#include <cstdint>

#include "pintle/app/job.h"
#include "pintle/selfcheck/unit_change.h"

namespace pintle {

// Places by a part of the model's size, axes by an angle, velocities by a part of themselves: 1e-12, a few
// thousand times what a number's last digit is.
void disturb(Job& job, std::uint64_t seed);

// Another tolerance of iterations, and of nothing else.
void iterate_to(Job& job, double factor);

// Half the step; where steps follow the local error, a tenth of that.
void refine(Job& job);

// Tolerances that are forces, moments and lengths.
void rescale_tolerances(Job& job, const UnitScale& scale);

// Whether steps are as long as the method finds right.
bool chooses_steps(const DynamicSettings& settings);

}  // namespace pintle
