// Scalar function drive: a function card of the time.
#pragma once

#include "pintle/drives/drive.h"
#include "pintle/functions/function.h"

namespace pintle {

class DriveRegistry;

struct FunctionOfTime {
  ScalarFunction function;

  double value(double time) const noexcept { return function.value(time); }
  DriveValue derivatives(double time) const noexcept {
    const FunctionValue f = function.derivatives(time);
    return {f.value, f.first, f.second};
  }
};

void register_scalar_function_drive(DriveRegistry& registry);

}  // namespace pintle
