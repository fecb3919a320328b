// RawRecords: numbers of a NetCDF file of a classic format, read where they lie. The library would move its
// window over the whole file, however little of each record is wanted.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "pintle/results/netcdf_extent.h"

namespace pintle {

class RawRecords {
 public:
  struct Part {
    int variable;
    std::size_t size;  // numbers in each record
  };

  RawRecords() = default;
  RawRecords(const std::filesystem::path& path, const NetcdfExtent& extent);
  ~RawRecords();
  RawRecords(RawRecords&& other) noexcept;
  RawRecords& operator=(RawRecords&& other) noexcept;

  // False: the library has to read these.
  bool has(std::span<const Part> parts) const;
  // Every `stride`-th record from `first` on, `count` of them: of each the parts one behind the other.
  bool read(std::span<const Part> parts, std::size_t first, std::size_t count, std::size_t stride,
            std::span<double> out) const;

 private:
  bool read_bytes(off_t at, std::span<char> out) const;

  int file_ = -1;
  std::uint64_t record_bytes_ = 0;
  std::vector<NetcdfVariable> variables_;
};

}  // namespace pintle
