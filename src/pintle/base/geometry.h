// Geometry: what becomes of a quantity when a model is turned or moved as a whole. Fields of cards and
// channels declare it, so that `pintle selfcheck` can do so.
#pragma once

#include <cstdint>

namespace pintle {

enum class Geometry : std::uint8_t {
  own,          // it stays: a number, or components in axes that turn along
  vector,       // components in ground axes
  position,     // of a point: from the ground's origin, in its axes
  orientation,  // of axes in those of the ground: a matrix, or a quaternion
  matrix,       // 3 x 3 blocks that turn one vector in ground axes into another
  from_origin,  // a number that depends on where the ground's origin is, as energies of weight do
  other         // it depends on the ground's axes in another way, such as angles do
};

}  // namespace pintle
