// Where the records of a NetCDF file lie. The library reads zeros where a file ends too early, and makes room
// for whatever a header announces, so somebody has to compare that with what is there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "pintle/base/result.h"

namespace pintle {

struct NetcdfVariable {
  std::uint64_t begin = 0;  // in the first record, in bytes
  std::uint64_t bytes = 0;  // in each record, or in all
  bool has_records = false;
  bool is_double = false;
};

// Records lie one behind the other at the end of a file of a classic format.
struct NetcdfExtent {
  std::uint64_t announced = 0;  // records, by the header
  std::uint64_t begin = 0;      // of the first record, in bytes
  std::uint64_t record_bytes = 0;
  std::vector<NetcdfVariable> variables = {};                   // by their numbers in the file
  std::vector<std::pair<std::string, std::string>> texts = {};  // attributes of the file

  // That are wholly within a file of this size.
  std::uint64_t whole_records(std::uint64_t file_bytes) const {
    if (record_bytes == 0 || file_bytes < begin) return 0;
    return (file_bytes - begin) / record_bytes;
  }
  // Empty: the file has none of that name.
  std::string text(std::string_view name) const;
};

// The failure says what is wrong with the header: no number in it is larger than the file has room for.
Result<NetcdfExtent> netcdf_extent(const std::filesystem::path& path);

// Of the newer format, which is HDF5's; its headers are left to the library.
bool is_hdf5(const std::filesystem::path& path);

}  // namespace pintle
