// What a joint leaves free, for formulations that take it as an edge of a tree instead of as equations.
#pragma once

#include <cstdint>
#include <span>

#include "pintle/system/attachment.h"

namespace pintle {

// How B may move relative to A when the joint's equations on positions are met: turning about or sliding
// along an axis (0, 1, 2) of A, or of B.
struct FreeMotion {
  enum class Kind : std::uint8_t { rotation, translation };
  enum class Side : std::uint8_t { a, b };
  Kind kind;
  int axis;
  Side side = Side::a;
  friend bool operator==(const FreeMotion&, const FreeMotion&) = default;
};

struct RelativeMotion {
  Attachment a, b;
  std::span<const FreeMotion> free;
};

}  // namespace pintle
