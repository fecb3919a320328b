#include "pintle/base/number_text.h"

#include <array>
#include <charconv>

namespace pintle {
namespace {

constexpr std::size_t kBufferSize = 32;  // -1.7976931348623157e+308 takes 24

}  // namespace

std::string shortest_text(double number) {
  std::array<char, kBufferSize> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  return std::string(buffer.data(), end);
}

std::string rounded_text(double number) {
  std::array<char, kBufferSize> buffer;
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::general, 3);
  return std::string(buffer.data(), end);
}

}  // namespace pintle
