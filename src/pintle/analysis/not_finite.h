// Looks for the element behind a number that is not finite.
#pragma once

#include <optional>
#include <string>

#include "pintle/system/system.h"

namespace pintle {

// "load 'push' (force)": "force"
struct NotFinite {
  std::string element, quantity;
  SourcePlace place;
};

// The first constraint, load, joint or body whose quantities are not finite at a State; nothing when the
// State itself is not finite, because then everything is.
std::optional<NotFinite> find_not_finite(const System& system, const State& state);

}  // namespace pintle
