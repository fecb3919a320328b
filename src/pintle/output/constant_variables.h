// Numbers and names that do not change with time, added to a results file that is closed.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pintle {

struct ConstantVariable {
  std::string name, unit, doc;
  std::vector<std::pair<std::string, std::size_t>> dimensions;  // name and size; the last one changes fastest
  std::vector<double> values;
};

// One name for each entry of a dimension.
struct DimensionNames {
  std::string variable, dimension;
  std::vector<std::string> names;
};

// What went wrong, or nothing.
std::string add_constants(const std::filesystem::path& file, std::span<const ConstantVariable> variables,
                          std::span<const DimensionNames> names);

}  // namespace pintle
