// libFuzzer target: any bytes as a model in MBDyn's language. See docs/development.md, "Fuzzing".
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "tests/fuzz/fuzz_reader.h"
#include "tests/fuzz/mutations.h"
#include "tests/fuzz/words.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

pintle::fuzz::Mutator make_mutator(std::uint32_t seed) {
  static const std::vector<std::string> words = pintle::fuzz::language_words();
  return {words, seed};
}

std::size_t put(const std::string& text, std::uint8_t* data, std::size_t max_size) {
  const std::size_t size = std::min(text.size(), max_size);
  std::memcpy(data, text.data(), size);
  return size;
}

}  // namespace

// With PINTLE_FUZZ_DICTIONARY=file: writes the words of the language there and ends.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* file = std::getenv("PINTLE_FUZZ_DICTIONARY");
  if (!file) return 0;
  std::ofstream dictionary(file);
  for (const std::string& word : pintle::fuzz::language_words())
    dictionary << pintle::fuzz::dictionary_entry(word) << '\n';
  std::exit(dictionary.good() ? 0 : 1);
}

// Half of the time bytes are changed, with the dictionary; else tokens or statements.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  if (size == 0 || seed % 2 == 0) return LLVMFuzzerMutate(data, size, max_size);
  return put(make_mutator(seed).mutated(as_text(data, size)), data, max_size);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data, std::size_t size,
                                                 const std::uint8_t* other, std::size_t other_size,
                                                 std::uint8_t* out, std::size_t max_size, unsigned seed) {
  return put(make_mutator(seed).crossed(as_text(data, size), as_text(other, other_size)), out, max_size);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  pintle::read_fuzzed(std::string(as_text(data, size)));
  return 0;
}
