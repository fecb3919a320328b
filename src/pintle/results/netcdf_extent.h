// Where the records of a NetCDF file lie. The library reads zeros where a file ends too early, so somebody
// has to compare what its header announces with what is there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace pintle {

struct NetcdfVariable {
  std::uint64_t begin = 0;  // in the first record, in bytes
  bool is_double = false;
};

// Records lie one behind the other at the end of a file of a classic format.
struct NetcdfExtent {
  std::uint64_t announced = 0;  // records, by the header
  std::uint64_t begin = 0;      // of the first record, in bytes
  std::uint64_t record_bytes = 0;
  std::vector<NetcdfVariable> variables = {};  // by their numbers in the file

  // That are wholly within a file of this size.
  std::uint64_t whole_records(std::uint64_t file_bytes) const {
    if (record_bytes == 0 || file_bytes < begin) return 0;
    return (file_bytes - begin) / record_bytes;
  }
};

// Nothing: not of a classic format, or the header is not whole.
std::optional<NetcdfExtent> netcdf_extent(const std::filesystem::path& path);

}  // namespace pintle
