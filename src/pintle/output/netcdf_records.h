// Records that are appended to a NetCDF file of the 64-bit-data format. Its header is written by NetCDF's own
// library; that one puts variable by variable into records that lie one behind the other, and takes
// longer for it than the run does. Here records go to the file as a whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace pintle {

class NetcdfRecords {
 public:
  NetcdfRecords() = default;
  ~NetcdfRecords() { close(); }
  NetcdfRecords(const NetcdfRecords&) = delete;
  NetcdfRecords& operator=(const NetcdfRecords&) = delete;

  // Goes on after the first `count` records; those that follow are dropped. `is_whole` tells which numbers of
  // a record are integers of the file. Returns what went wrong, or nothing; so do the others.
  std::string open(const std::filesystem::path& path, const std::vector<bool>& is_whole, std::uint64_t count);
  // Room for so many records at a time: appending them then allocates nothing.
  void reserve(std::size_t records) { bytes_.reserve(records * record_bytes_); }
  // One record behind the other.
  std::string append(std::span<const double> numbers);
  std::string close();
  bool is_open() const { return file_ >= 0; }

 private:
  // Numbers of one kind that follow each other in a record.
  struct Run {
    bool is_whole;
    std::size_t length;
  };

  std::string write(const void* bytes, std::size_t size, std::uint64_t at);
  std::string write_count();
  std::string cut_after(bool is_announced_more);

  int file_ = -1;
  std::size_t record_numbers_ = 0;
  std::uint64_t begin_ = 0, record_bytes_ = 0, count_ = 0;
  std::vector<Run> runs_;
  std::vector<unsigned char> bytes_;
};

}  // namespace pintle
