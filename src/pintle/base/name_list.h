// Names with commas between them, as some fields of cards list them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace pintle {

inline std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    std::string_view name = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    while (!name.empty() && name.front() == ' ') name.remove_prefix(1);
    while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
    names.emplace_back(name);
  }
  return names;
}

}  // namespace pintle
