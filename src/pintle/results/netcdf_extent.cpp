#include "pintle/results/netcdf_extent.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <optional>

namespace pintle {

namespace {

// Reads the header as the NetCDF file format specification (classic formats) spells it. Numbers come with
// the highest byte first; counts have four bytes, or eight in the 64-bit-data format. The first thing that
// is wrong ends the reading: nothing is counted or made room for that the file is too small to hold.
class NetcdfHeader {
 public:
  explicit NetcdfHeader(const std::filesystem::path& path) : file_(path, std::ios::binary) {
    std::error_code error;
    file_bytes_ = std::filesystem::file_size(path, error);
    if (error) file_bytes_ = 0;
  }

  Result<NetcdfExtent> read() {
    std::array<char, 4> magic{};
    if (!file_.read(magic.data(), magic.size()) || std::string(magic.data(), 3) != "CDF")
      return Failure{"it is not in NetCDF's format"};
    at_ = magic.size();
    const int version = static_cast<unsigned char>(magic[3]);
    if (version != 1 && version != 2 && version != 5) return Failure{"its header is damaged: the version"};
    count_bytes_ = version == 5 ? 8 : 4;
    offset_bytes_ = version == 1 ? 4 : 8;
    extent_.announced = count();
    read_dimensions();
    read_attributes(&extent_.texts);
    read_variables();
    if (fault_.empty()) check_places();
    if (!fault_.empty()) return Failure{fmt::format("its header is {}", fault_)};
    return std::move(extent_);
  }

 private:
  // Tags of the lists, and the limits of NetCDF's library.
  static constexpr std::uint64_t kDimensions = 10, kVariables = 11, kAttributes = 12;
  static constexpr std::uint64_t kLongestName = 256, kHighestRank = 1024;
  static constexpr std::uint64_t kCharacter = 2, kDouble = 6;
  static constexpr std::uint64_t kAlignment = 4;

  void fail(std::string_view what) {
    if (fault_.empty()) fault_ = fmt::format("damaged: {} at byte {}", what, at_);
  }
  bool is_good() const { return fault_.empty(); }
  bool has(std::uint64_t bytes) {
    if (is_good() && bytes > file_bytes_ - at_) fault_ = "cut short";
    return is_good();
  }
  std::uint64_t number(int bytes) {
    std::uint64_t value = 0;
    if (!has(static_cast<std::uint64_t>(bytes))) return 0;
    for (int i = 0; i < bytes; ++i) value = value << 8 | static_cast<std::uint8_t>(file_.get());
    at_ += static_cast<std::uint64_t>(bytes);
    return value;
  }
  std::uint64_t count() { return number(count_bytes_); }
  static std::uint64_t padded(std::uint64_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
  }
  void skip(std::uint64_t bytes) {
    if (!has(bytes) || !has(padded(bytes))) return;
    file_.seekg(static_cast<std::streamoff>(padded(bytes)), std::ios::cur);
    at_ += padded(bytes);
  }
  std::string text(std::uint64_t bytes) {
    if (!has(bytes) || !has(padded(bytes))) return {};
    std::string read(static_cast<std::size_t>(padded(bytes)), '\0');
    file_.read(read.data(), static_cast<std::streamsize>(read.size()));
    at_ += read.size();
    read.resize(static_cast<std::size_t>(bytes));
    return read;
  }
  std::string name() {
    const std::uint64_t bytes = count();
    if (bytes == 0 || bytes > kLongestName) fail("the length of a name");
    return is_good() ? text(bytes) : std::string();
  }
  // A list begins with a tag and how many there are, or with zeros; each takes some bytes at least.
  std::uint64_t list_length(std::uint64_t tag, std::uint64_t least_bytes) {
    const std::uint64_t found = number(4), length = count();
    if (found != tag && (found != 0 || length != 0)) fail("the tag of a list");
    if (is_good() && length > (file_bytes_ - at_) / least_bytes) fault_ = "cut short";
    return is_good() ? length : 0;
  }
  std::uint64_t type_bytes(std::uint64_t type) {
    constexpr std::array<std::uint64_t, 12> kBytes{0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};
    if (type == 0 || type >= kBytes.size()) fail("a type");
    return is_good() ? kBytes[type] : 1;
  }

  void read_dimensions() {
    const std::uint64_t length = list_length(kDimensions, 3 * 4);
    for (std::uint64_t i = 0; i < length && is_good(); ++i) {
      name();
      dimensions_.push_back(count());
      if (dimensions_.back() != 0) continue;
      if (record_dimension_) fail("a second dimension without a length");
      record_dimension_ = i;
    }
  }
  void read_attributes(std::vector<std::pair<std::string, std::string>>* texts) {
    const std::uint64_t length = list_length(kAttributes, 4 * 4);
    for (std::uint64_t i = 0; i < length && is_good(); ++i) {
      std::string called = name();
      const std::uint64_t type = number(4), bytes = type_bytes(type), values = count();
      if (is_good() && values > (file_bytes_ - at_) / bytes) fault_ = "cut short";
      if (texts && type == kCharacter)
        texts->emplace_back(std::move(called), text(values));
      else
        skip(bytes * values);
    }
  }
  void read_variables() {
    const std::uint64_t length = list_length(kVariables, 7 * 4);
    for (std::uint64_t i = 0; i < length && is_good(); ++i) {
      name();
      NetcdfVariable variable;
      std::uint64_t values = 1;
      const std::uint64_t rank = count();
      if (rank > kHighestRank) fail("the number of dimensions of a variable");
      for (std::uint64_t k = 0; k < rank && is_good(); ++k) {
        const std::uint64_t dimension = count();
        if (dimension >= dimensions_.size()) return fail("a dimension of a variable");
        const bool is_record = dimension == record_dimension_;
        if (is_record && k > 0) return fail("a dimension of a variable");
        if (is_record)
          variable.has_records = true;
        else if (__builtin_mul_overflow(values, dimensions_[dimension], &values) || values > file_bytes_)
          return fail("the size of a variable");
      }
      read_attributes(nullptr);
      const std::uint64_t type = number(4);
      variable.is_double = type == kDouble;
      variable.bytes = padded(values * type_bytes(type));
      count();  // the bytes once more, rounded to what an older format can say
      variable.begin = number(offset_bytes_);
      extent_.variables.push_back(variable);
    }
  }

  // Variables come in one piece: those without records first, then those of a record.
  void check_places() {
    const std::uint64_t header_end = at_;
    std::uint64_t begin = std::numeric_limits<std::uint64_t>::max();
    for (const NetcdfVariable& variable : extent_.variables) {
      if (!variable.has_records) continue;
      begin = std::min(begin, variable.begin);
      extent_.record_bytes += variable.bytes;
    }
    extent_.begin = begin;
    for (const NetcdfVariable& variable : extent_.variables) {
      const std::uint64_t first = variable.has_records ? begin : header_end;
      const std::uint64_t room = variable.has_records ? extent_.record_bytes : begin - header_end;
      const bool is_within = begin >= header_end && variable.begin >= first && variable.bytes <= room &&
                             variable.begin - first <= room - variable.bytes;
      if (!is_within) fault_ = "damaged: a variable lies where there is no room for it";
    }
  }

  std::ifstream file_;
  std::uint64_t file_bytes_ = 0, at_ = 0;
  int count_bytes_ = 8, offset_bytes_ = 8;
  std::vector<std::uint64_t> dimensions_;
  std::optional<std::uint64_t> record_dimension_;
  NetcdfExtent extent_;
  std::string fault_;
};

}  // namespace

std::string NetcdfExtent::text(std::string_view name) const {
  const auto found =
      std::find_if(texts.begin(), texts.end(), [&](const auto& each) { return each.first == name; });
  return found == texts.end() ? "" : found->second;
}

Result<NetcdfExtent> netcdf_extent(const std::filesystem::path& path) { return NetcdfHeader(path).read(); }

bool is_hdf5(const std::filesystem::path& path) {
  std::string mark(8, '\0');
  std::ifstream(path, std::ios::binary).read(mark.data(), static_cast<std::streamsize>(mark.size()));
  return mark == "\x89HDF\r\n\x1a\n";
}

}  // namespace pintle
