// What the fuzzer and the mutation test do with one text: read it as a model in MBDyn's language and assemble
// what was read. Returns the diagnostics; anything thrown is a defect.
#pragma once

#include <string>

#include "pintle/app/registry_of_everything.h"
#include "pintle/base/diagnostics.h"
#include "pintle/lang/mbdyn/mbdyn_reader.h"

namespace pintle {

inline Diagnostics read_fuzzed(std::string text) {
  Diagnostics diagnostics;
  read_mbdyn_model_text(std::move(text), "fuzzed.mbd", registry_of_everything().schemas(), diagnostics);
  return diagnostics;
}

}  // namespace pintle
