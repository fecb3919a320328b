// libFuzzer target: any bytes as a model in MBDyn's language. See docs/development.md, "Fuzzing".
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>

#include "tests/fuzz/fuzz_reader.h"

// With PINTLE_FUZZ_DICTIONARY=file: writes the words of every spelling in the registry there and ends.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* file = std::getenv("PINTLE_FUZZ_DICTIONARY");
  if (!file) return 0;
  std::ofstream words(file);
  for (const pintle::CardSchema& schema : pintle::registry_of_everything().schemas().schemas())
    for (const pintle::MbdynSpelling& spelling : schema.mbdyn_spellings())
      for (const std::string& word : spelling.keywords) words << '"' << word << "\"\n";
  for (const char* word :
       {"begin: ",  "end: ",     "data",         "initial value", "control data",   "nodes",
        "elements", "drivers",   "structural: ", "joint: ",       "body: ",         "force: ",
        "couple: ", "gravity: ", "reference",    "position",      "orientation",    "null",
        "eye",      "matr",      "sym",          "diag",          "euler",          "set: ",
        "integer",  "real",      "const",        "string",        "drive caller: ", "constitutive law: "})
    words << '"' << word << "\"\n";
  std::exit(words.good() ? 0 : 1);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  pintle::read_fuzzed(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
