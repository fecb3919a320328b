#include "pintle/results/raw_records.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <utility>

namespace pintle {

namespace {

constexpr std::uint64_t kTogetherBytes = 4u << 20;
constexpr std::uint64_t kSoonerReadBytes = 4096;  // than left out
constexpr std::uint64_t kAhead = 256;             // records that the disk is asked for at a time

// Files have the highest byte first.
double number_at(const char* bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes, sizeof bits);
  if constexpr (std::endian::native == std::endian::little) bits = __builtin_bswap64(bits);
  return std::bit_cast<double>(bits);
}

}  // namespace

RawRecords::RawRecords(const std::filesystem::path& path, const NetcdfExtent& extent)
    : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)),
      record_bytes_(extent.record_bytes),
      variables_(extent.variables) {}

RawRecords::~RawRecords() {
  if (file_ >= 0) ::close(file_);
}

RawRecords::RawRecords(RawRecords&& other) noexcept { *this = std::move(other); }

RawRecords& RawRecords::operator=(RawRecords&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(record_bytes_, other.record_bytes_);
  std::swap(variables_, other.variables_);
  return *this;
}

bool RawRecords::has(std::span<const Part> parts) const {
  return file_ >= 0 && std::all_of(parts.begin(), parts.end(), [&](const Part& part) {
           const auto id = static_cast<std::size_t>(part.variable);
           return id < variables_.size() && variables_[id].is_double;
         });
}

bool RawRecords::read_bytes(off_t at, std::span<char> out) const {
  while (!out.empty()) {
    const ssize_t got = ::pread(file_, out.data(), out.size(), at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    out = out.subspan(static_cast<std::size_t>(got));
  }
  return true;
}

bool RawRecords::read(std::span<const Part> parts, std::size_t first, std::size_t count, std::size_t stride,
                      std::span<double> out) const {
  if (parts.empty() || count == 0) return true;
  // What is wanted of a record lies between these.
  std::uint64_t begin = variables_[static_cast<std::size_t>(parts[0].variable)].begin, end = begin;
  for (const Part& part : parts) {
    const std::uint64_t at = variables_[static_cast<std::size_t>(part.variable)].begin;
    begin = std::min(begin, at);
    end = std::max(end, at + part.size * sizeof(double));
  }
  // Several records at a time where little lies between them.
  const std::uint64_t wanted = end - begin, step = stride * record_bytes_;
  const std::uint64_t together =
      step < wanted + kSoonerReadBytes ? std::max<std::uint64_t>(1, kTogetherBytes / step) : 1;
  std::vector<char> bytes(
      static_cast<std::size_t>((std::min<std::uint64_t>(together, count) - 1) * step + wanted));
  const auto place_of = [&](std::size_t record) {
    return static_cast<off_t>(begin + (first + record * stride) * record_bytes_);
  };
  auto number = out.begin();
  for (std::size_t done = 0; done < count; done += together) {
    const std::uint64_t records = std::min<std::uint64_t>(together, count - done);
    const std::span block(bytes.data(), static_cast<std::size_t>((records - 1) * step + wanted));
    // A disk fetches many pieces in the time of one.
    if (together == 1 && done % kAhead == 0)
      for (std::size_t r = done; r < std::min<std::size_t>(count, done + kAhead); ++r)
        ::posix_fadvise(file_, place_of(r), static_cast<off_t>(wanted), POSIX_FADV_WILLNEED);
    if (!read_bytes(place_of(done), block)) return false;
    for (std::uint64_t r = 0; r < records; ++r)
      for (const Part& part : parts) {
        const std::uint64_t at = variables_[static_cast<std::size_t>(part.variable)].begin - begin;
        const char* from = bytes.data() + r * step + at;
        for (std::size_t i = 0; i < part.size; ++i) *number++ = number_at(from + i * sizeof(double));
      }
  }
  return true;
}

}  // namespace pintle
