// Why a formulation cannot take a model, and which place of the model says so.
#pragma once

#include <string>

#include "pintle/base/source_place.h"

namespace pintle {

struct Refusal {
  std::string reason = {};  // empty: it can
  SourcePlace place = {};   // empty: the solver's
  std::string advice = {};  // empty: another formulation
  explicit operator bool() const { return !reason.empty(); }
};

}  // namespace pintle
