#include "pintle/laws/friction.h"

#include <cmath>

namespace pintle {

FrictionShapeValue shape_of(FrictionShape shape, double f) noexcept {
  if (shape == FrictionShape::simple) return {f, 1.0};
  const double root = std::sqrt(1.0 + f * f);
  return {f / root, 1.0 / (root * root * root)};
}

}  // namespace pintle
