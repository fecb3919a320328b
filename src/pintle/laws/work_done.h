// What forces may do to the energy of a system.
#pragma once

#include <cstdint>

namespace pintle {

// none: what they do is the change of stored energy. taken: besides, they may take energy. any: they may add
// some, or nobody knows.
enum class WorkDone : std::uint8_t { none, taken, any };

}  // namespace pintle
