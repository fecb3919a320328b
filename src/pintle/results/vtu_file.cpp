#include "pintle/results/vtu_file.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <ostream>
#include <span>
#include <string_view>

#include "pintle/base/number_text.h"

namespace pintle {

namespace {

static_assert(std::endian::native == std::endian::little,
              "the bytes of .vtu files are announced as little-endian");

// XML that refers to blocks of bytes, and these blocks one behind the other, each after its length.
class VtuText {
 public:
  template <class T>
  void array(std::string_view type, const std::string& name, int components, std::span<const T> values) {
    xml_ += fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" offset=\"{}\"/>\n",
        type, xml_text(name), components, bytes_.size());
    const std::uint64_t length = values.size_bytes();
    append(&length, sizeof length);
    append(values.data(), values.size_bytes());
  }
  // Characters as numbers, each name closed by a zero.
  void names(const std::string& name, const std::vector<std::string>& list) {
    xml_ += fmt::format("<Array type=\"String\" Name=\"{}\" NumberOfTuples=\"{}\" format=\"ascii\">\n", name,
                        list.size());
    for (const std::string& entry : list) {
      for (const char c : entry) xml_ += fmt::format("{} ", static_cast<unsigned char>(c));
      xml_ += "0\n";
    }
    xml_ += "</Array>\n";
  }
  void line(std::string_view text) { (xml_ += text) += '\n'; }

  void write(std::ostream& out) const {
    out << xml_ << "<AppendedData encoding=\"raw\">\n_";
    out.write(bytes_.data(), static_cast<std::streamsize>(bytes_.size()));
    out << "\n</AppendedData>\n</VTKFile>\n";
  }

 private:
  void append(const void* data, std::size_t bytes) {
    const auto* begin = static_cast<const char*>(data);
    bytes_.insert(bytes_.end(), begin, begin + bytes);
  }

  std::string xml_;
  std::vector<char> bytes_;
};

}  // namespace

std::string xml_text(const std::string& text) {
  std::string escaped;
  for (const char c : text) switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  return escaped;
}

void write_vtu(const VtuGrid& grid, std::ostream& out) {
  VtuText text;
  text.line("<?xml version=\"1.0\"?>");
  text.line(
      "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">");
  text.line("<UnstructuredGrid>\n<FieldData>");
  text.line(fmt::format(
      "<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">{}</DataArray>",
      shortest_text(grid.time)));
  for (const auto& [name, list] : grid.names) text.names(name, list);
  text.line("</FieldData>");
  text.line(fmt::format("<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">", grid.points.size() / 3,
                        grid.types.size()));
  text.line("<Points>");
  text.array<float>("Float32", "Points", 3, grid.points);
  text.line("</Points>\n<Cells>");
  text.array<std::int64_t>("Int64", "connectivity", 1, grid.corners);
  text.array<std::int64_t>("Int64", "offsets", 1, grid.ends);
  text.array<VtkCell>("UInt8", "types", 1, grid.types);
  text.line("</Cells>\n<PointData>");
  for (const VtuArray& array : grid.point_data)
    text.array<float>("Float32", array.name, array.components, array.values);
  text.line("</PointData>\n<CellData>");
  for (const auto& [name, values] : grid.cell_data) text.array<std::int32_t>("Int32", name, 1, values);
  text.line("</CellData>\n</Piece>\n</UnstructuredGrid>");
  text.write(out);
}

}  // namespace pintle
