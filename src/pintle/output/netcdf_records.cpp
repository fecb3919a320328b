#include "pintle/output/netcdf_records.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <utility>

#include "pintle/results/netcdf_extent.h"

namespace pintle {

namespace {

static_assert(std::endian::native == std::endian::little, "numbers are turned round for the file");

// The highest byte first.
template <class Number>
unsigned char* put(unsigned char* next, Number number) {
  std::conditional_t<sizeof(Number) == 8, std::uint64_t, std::uint32_t> bits;
  std::memcpy(&bits, &number, sizeof bits);
  if constexpr (sizeof bits == 8)
    bits = __builtin_bswap64(bits);
  else
    bits = __builtin_bswap32(bits);
  std::memcpy(next, &bits, sizeof bits);
  return next + sizeof bits;
}

std::string reason() { return std::strerror(errno); }

}  // namespace

std::string NetcdfRecords::open(const std::filesystem::path& path, const std::vector<bool>& is_whole,
                                std::uint64_t count) {
  const Result<NetcdfExtent> extent = netcdf_extent(path);
  if (!extent) return extent.message();
  runs_.clear();
  std::uint64_t bytes = 0;
  for (const bool whole : is_whole) {
    if (runs_.empty() || runs_.back().is_whole != whole) runs_.push_back({whole, 0});
    ++runs_.back().length;
    bytes += whole ? sizeof(std::int32_t) : sizeof(double);
  }
  if (extent->record_bytes != bytes) return "its records are not those of this model";
  file_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file_ < 0) return reason();
  record_numbers_ = is_whole.size();
  record_bytes_ = bytes;
  begin_ = extent->begin;
  count_ = count;
  return cut_after(count < extent->announced);
}

// What follows the records that stay goes: those after them, and half a one of a run that was killed.
std::string NetcdfRecords::cut_after(bool is_announced_more) {
  std::string error = is_announced_more ? write_count() : "";
  const off_t end = ::lseek(file_, 0, SEEK_END), wanted = static_cast<off_t>(begin_ + count_ * record_bytes_);
  if (error.empty() && end > wanted && ::ftruncate(file_, wanted) != 0) error = reason();
  return error;
}

std::string NetcdfRecords::append(std::span<const double> numbers) {
  const std::size_t records = numbers.size() / record_numbers_;
  bytes_.resize(records * record_bytes_);
  unsigned char* next = bytes_.data();
  const double* number = numbers.data();
  for (std::size_t r = 0; r < records; ++r)
    for (const Run& run : runs_)
      for (std::size_t i = 0; i < run.length; ++i, ++number)
        next = run.is_whole ? put(next, static_cast<std::int32_t>(*number)) : put(next, *number);
  if (std::string error = write(bytes_.data(), bytes_.size(), begin_ + count_ * record_bytes_);
      !error.empty())
    return error;
  count_ += records;
  return write_count();
}

// Eight bytes after the four of "CDF\5" (NetCDF file format specification, numrecs). They are written last:
// who reads meanwhile, or after the run was killed, finds whole records only.
std::string NetcdfRecords::write_count() {
  std::array<unsigned char, 8> bytes{};
  put(bytes.data(), count_);
  return write(bytes.data(), bytes.size(), 4);
}

std::string NetcdfRecords::write(const void* bytes, std::size_t size, std::uint64_t at) {
  const auto* next = static_cast<const unsigned char*>(bytes);
  while (size > 0) {
    const ssize_t written = ::pwrite(file_, next, size, static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return reason();
    next += written;
    at += static_cast<std::uint64_t>(written);
    size -= static_cast<std::size_t>(written);
  }
  return {};
}

std::string NetcdfRecords::close() {
  const int file = std::exchange(file_, -1);
  return file >= 0 && ::close(file) != 0 ? reason() : "";
}

}  // namespace pintle
