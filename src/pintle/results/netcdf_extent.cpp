#include "pintle/results/netcdf_extent.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

namespace pintle {

namespace {

// Reads the header as the NetCDF file format specification (classic formats) spells it. Numbers come with
// the highest byte first; counts have four bytes, or eight in the 64-bit-data format.
class NetcdfHeader {
 public:
  explicit NetcdfHeader(const std::filesystem::path& path) : file_(path, std::ios::binary) {}

  std::optional<NetcdfExtent> read() {
    std::array<char, 4> magic{};
    if (!file_.read(magic.data(), magic.size()) || std::string(magic.data(), 3) != "CDF") return {};
    const int version = static_cast<unsigned char>(magic[3]);
    if (version != 1 && version != 2 && version != 5) return {};
    count_bytes_ = version == 5 ? 8 : 4;
    offset_bytes_ = version == 1 ? 4 : 8;
    NetcdfExtent extent;
    extent.announced = count();
    read_dimensions();
    skip_attributes();
    extent.begin = std::numeric_limits<std::uint64_t>::max();
    read_variables(extent);
    if (!file_ || extent.record_bytes == 0) return {};
    return extent;
  }

 private:
  std::uint64_t number(int bytes) {
    std::uint64_t value = 0;
    for (int i = 0; i < bytes && file_; ++i) value = value << 8 | static_cast<std::uint8_t>(file_.get());
    return value;
  }
  std::uint64_t count() { return number(count_bytes_); }
  void skip(std::uint64_t bytes) {
    constexpr std::uint64_t kAlignment = 4;
    file_.seekg(static_cast<std::streamoff>((bytes + kAlignment - 1) / kAlignment * kAlignment),
                std::ios::cur);
  }
  void skip_name() { skip(count()); }
  // A list begins with a tag and how many there are.
  std::uint64_t list_length() {
    number(4);
    return count();
  }
  static constexpr std::uint64_t kDouble = 6;
  static std::uint64_t bytes_of_type(std::uint64_t type) {
    constexpr std::array<std::uint64_t, 12> kBytes{0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};
    return type < kBytes.size() ? kBytes[type] : 0;
  }

  void read_dimensions() {
    const std::uint64_t dimensions = list_length();
    for (std::uint64_t i = 0; i < dimensions && file_; ++i) {
      skip_name();
      if (count() == 0) record_dimension_ = i;  // the one without a length of its own
    }
  }
  void skip_attributes() {
    const std::uint64_t attributes = list_length();
    for (std::uint64_t i = 0; i < attributes && file_; ++i) {
      skip_name();
      const std::uint64_t bytes = bytes_of_type(number(4));
      skip(bytes * count());
    }
  }
  void read_variables(NetcdfExtent& extent) {
    const std::uint64_t variables = list_length();
    for (std::uint64_t i = 0; i < variables && file_; ++i) {
      skip_name();
      const std::uint64_t rank = count();
      bool has_records = false;
      for (std::uint64_t k = 0; k < rank && file_; ++k)
        if (count() == record_dimension_ && k == 0) has_records = true;
      skip_attributes();
      const std::uint64_t type = number(4);
      const std::uint64_t bytes = count();
      const std::uint64_t begin = number(offset_bytes_);
      extent.variables.push_back({begin, type == kDouble});
      if (!has_records) continue;
      extent.record_bytes += bytes;
      extent.begin = std::min(extent.begin, begin);
    }
  }

  std::ifstream file_;
  int count_bytes_ = 8, offset_bytes_ = 8;
  std::uint64_t record_dimension_ = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace

std::optional<NetcdfExtent> netcdf_extent(const std::filesystem::path& path) {
  return NetcdfHeader(path).read();
}

}  // namespace pintle
