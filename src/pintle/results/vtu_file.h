// One file of VTK's XML format for unstructured grids (.vtu), its numbers as raw bytes behind the XML.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace pintle {

// Types of cells, by VTK's numbers.
enum class VtkCell : std::uint8_t { vertex = 1, poly_line = 4, triangle = 5 };

struct VtuArray {
  std::string name;
  int components = 1;
  std::vector<float> values;
};

struct VtuGrid {
  std::vector<float> points;  // three each
  // Corners of all cells, where each cell ends among these, and what it is.
  std::vector<std::int64_t> corners, ends;
  std::vector<VtkCell> types;
  std::vector<VtuArray> point_data;
  std::vector<std::pair<std::string, std::vector<std::int32_t>>> cell_data;
  // Lists of names that numbers of the cell data point into.
  std::vector<std::pair<std::string, std::vector<std::string>>> names;
  double time = 0.0;
};

void write_vtu(const VtuGrid& grid, std::ostream& out);

// Text as it stands within quotes of XML.
std::string xml_text(const std::string& text);

}  // namespace pintle
