#include "pintle/results/result_file.h"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "pintle/base/user_files.h"
#include "pintle/base/version.h"
#include "pintle/base/wording.h"
#include "pintle/results/netcdf_lock.h"

namespace pintle {

namespace {

constexpr int kNewestFormat = 1;
constexpr std::size_t kWindow = 4u << 20;  // of the file, kept in memory: records are read many at a time
// Attributes of the file that are no settings of the run.
constexpr std::array kNotSettings{"format", "title", "model", "program", "conventions"};

// "pintle results 1" -> 1; 0: not one of ours.
int format_number(std::string_view text) {
  constexpr std::string_view kBegin = "pintle results ";
  int number = 0;
  if (text.starts_with(kBegin))
    std::from_chars(text.data() + kBegin.size(), text.data() + text.size(), number);
  return number;
}

}  // namespace

Result<ResultFile> ResultFile::open(const std::filesystem::path& path) {
  const auto fail = [&](std::string_view why) { return Failure{fmt::format("{}: {}", path.string(), why)}; };
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return fail("there is no such file");
  if (std::filesystem::is_directory(path, ignored))
    return fail("this is a folder; results are files that end in .nc");
  if (const std::string reason = why_not_a_file(path); !reason.empty()) return fail(reason);
  if (std::filesystem::file_size(path, ignored) == 0) return fail("is cut short: it is empty");
  const NetcdfLock lock;
  ResultFile file;
  file.path_ = path;
  std::size_t window = kWindow;
  std::string unread = file.look_at_header();
  if (unread.empty())
    if (const int status = nc__open(path.c_str(), NC_NOWRITE, &window, &file.file_); status != NC_NOERR) {
      file.file_ = -1;
      unread = nc_strerror(status);
    }
  if (!unread.empty() && path.extension() != ".nc")
    return fail(fmt::format("this is not a file of results; {} writes them as PREFIX.nc",
                            worded("`pintle run`", "model.run(\"PREFIX\")")));
  if (!unread.empty())
    return fail(
        fmt::format("cannot be read as results ({}); it may have been cut short: copy it again, or run the "
                    "model again",
                    unread));
  file.title_ = file.attribute(NC_GLOBAL, "title");
  file.model_ = file.attribute(NC_GLOBAL, "model");
  file.program_ = file.attribute(NC_GLOBAL, "program");
  if (const int format = format_number(file.attribute(NC_GLOBAL, "format")); format > kNewestFormat)
    return fail(fmt::format(
        "was written by a newer program ({}, format {}); this is pintle {}, which reads formats up to {}",
        file.program_, format, kVersion, kNewestFormat));
  if (file.extent_) {
    if (std::string why = file.why_fewer_than(file.extent_->announced); !why.empty())
      return Failure{std::move(why)};
    file.raw_ = RawRecords(path, *file.extent_);
  }
  if (const std::string why = file.list_variables(); !why.empty()) return fail(why);
  file.list_settings();
  if (const std::string why = file.read_times(); !why.empty()) return fail(why);
  return file;
}

// The library makes room for what a header announces, so it gets only those that are sound.
std::string ResultFile::look_at_header() {
  Result<NetcdfExtent> extent = netcdf_extent(path_);
  if (extent)
    extent_ = std::move(extent).value();
  else if (!is_hdf5(path_))
    return extent.message();
  return {};
}

ResultFile::~ResultFile() {
  const NetcdfLock lock;
  if (file_ >= 0) nc_close(file_);
}

ResultFile::ResultFile(ResultFile&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      time_id_(other.time_id_),
      time_dimension_(other.time_dimension_),
      report_id_(other.report_id_),
      title_(std::move(other.title_)),
      model_(std::move(other.model_)),
      program_(std::move(other.program_)),
      scene_(std::move(other.scene_)),
      extent_(std::move(other.extent_)),
      raw_(std::move(other.raw_)),
      settings_(std::move(other.settings_)),
      channels_(std::move(other.channels_)),
      times_(std::move(other.times_)) {}

std::string ResultFile::attribute(int variable, const char* name) const {
  std::size_t length = 0;
  nc_type type = NC_NAT;
  if (nc_inq_att(file_, variable, name, &type, &length) != NC_NOERR || type != NC_CHAR) return {};
  std::string text(length, '\0');
  return nc_get_att_text(file_, variable, name, text.data()) == NC_NOERR ? text : std::string();
}

std::string ResultFile::text_of(int variable) const {
  int dimension = -1, rank = 0;
  std::size_t length = 0;
  if (variable < 0 || nc_inq_varndims(file_, variable, &rank) != NC_NOERR || rank != 1 ||
      nc_inq_vardimid(file_, variable, &dimension) != NC_NOERR ||
      nc_inq_dimlen(file_, dimension, &length) != NC_NOERR)
    return {};
  std::error_code ignored;
  if (length > std::filesystem::file_size(path_, ignored)) return {};
  std::string text(length, ' ');
  if (nc_get_var_text(file_, variable, text.data()) != NC_NOERR) return {};
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

// Channels are the variables with a number of components per record. The time is a variable of that name or,
// in files with MBDyn's names, "time" as well.
std::string ResultFile::list_variables() {
  int count = 0;
  nc_inq_nvars(file_, &count);
  nc_inq_unlimdim(file_, &time_dimension_);
  if (time_dimension_ < 0) return "has no records: these are not the results of a run";
  for (int id = 0; id < count; ++id) {
    std::array<char, NC_MAX_NAME + 1> name{};
    std::array<int, NC_MAX_VAR_DIMS> dimensions{};
    int rank = 0;
    nc_type type = NC_NAT;
    nc_inq_var(file_, id, name.data(), &type, &rank, dimensions.data(), nullptr);
    const std::string_view word = name.data();
    if (type == NC_CHAR && word == "scene") scene_ = text_of(id);
    if (type == NC_CHAR && word == "run_report") report_id_ = id;
    if (rank == 0 || dimensions[0] != time_dimension_ || type == NC_CHAR) continue;
    std::size_t size = 1;
    for (int i = 1; i < rank; ++i) {
      std::size_t length = 1;
      nc_inq_dimlen(file_, dimensions[static_cast<std::size_t>(i)], &length);
      size *= length;
    }
    if (word == "time" && rank == 1) {
      time_id_ = id;
      continue;
    }
    std::string doc = attribute(id, "long_name");
    if (doc.empty()) doc = attribute(id, "description");
    channels_.push_back({std::string(word), attribute(id, "units"), std::move(doc), size, id});
  }
  return time_id_ < 0 ? "has no variable 'time': these are not the results of a run" : "";
}

void ResultFile::list_settings() {
  int count = 0;
  nc_inq_natts(file_, &count);
  for (int i = 0; i < count; ++i) {
    std::array<char, NC_MAX_NAME + 1> name{};
    nc_inq_attname(file_, NC_GLOBAL, i, name.data());
    if (std::find(kNotSettings.begin(), kNotSettings.end(), std::string_view(name.data())) ==
        kNotSettings.end())
      settings_.emplace_back(name.data(), attribute(NC_GLOBAL, name.data()));
  }
}

// Of those that the header announces; all where that cannot be told.
std::size_t ResultFile::whole_records() const {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(path_, error);
  if (!extent_ || error) return std::numeric_limits<std::size_t>::max();
  return extent_->whole_records(bytes);
}

std::string ResultFile::why_fewer_than(std::size_t records) const {
  const std::size_t whole = whole_records();
  if (whole >= records) return {};
  return fmt::format(
      "{}: is cut short: {} of its {} records are there; copy it again, or run the model again",
      path_.string(), whole, records);
}

std::string ResultFile::why_cut_short() const { return why_fewer_than(records()); }

std::string ResultFile::name() const {
  return title_.empty() ? path_.string()
                        : std::string(worded(path_.string(), fmt::format("result '{}'", title_)));
}

// A run that was killed may have left records without numbers at the end.
std::string ResultFile::read_times() {
  std::size_t records = 0;
  nc_inq_dimlen(file_, time_dimension_, &records);
  records = std::min(records, whole_records());
  const std::size_t known = times_.size();
  if (records <= known) return {};
  times_.resize(records);
  const ResultChannel time{"time", "s", "", 1, time_id_};
  if (!read(time, known, records - known, 1, std::span(times_).subspan(known)))
    return "is cut short: its records cannot be read";
  const auto end =
      std::adjacent_find(times_.begin(), times_.end(), [](double a, double b) { return !(a < b); });
  if (end != times_.end()) times_.erase(end + 1, times_.end());
  return {};
}

const ResultChannel* ResultFile::find(std::string_view name) const {
  const auto found = std::find_if(channels_.begin(), channels_.end(),
                                  [&](const ResultChannel& channel) { return channel.name == name; });
  return found == channels_.end() ? nullptr : &*found;
}

std::string ResultFile::report() const {
  const NetcdfLock lock;
  return text_of(report_id_);
}

bool ResultFile::read(std::span<const ResultChannel> channels, std::size_t first, std::size_t count,
                      std::size_t stride, std::span<double> out) const {
  std::vector<RawRecords::Part> parts;
  std::size_t width = 0;
  for (const ResultChannel& channel : channels) {
    parts.push_back({channel.id, channel.size});
    width += channel.size;
  }
  if (count == 0) return true;
  if (whole_records() <= first + (count - 1) * stride) return false;  // NetCDF would read zeros
  if (raw_.has(parts)) return raw_.read(parts, first, count, stride, out);
  std::vector<double> values;
  std::size_t column = 0;
  for (const ResultChannel& channel : channels) {
    values.resize(count * channel.size);
    if (!read_by_library(channel, first, count, stride, values)) return false;
    for (std::size_t r = 0; r < count; ++r)
      std::copy_n(&values[r * channel.size], channel.size, &out[r * width + column]);
    column += channel.size;
  }
  return true;
}

bool ResultFile::read(const ResultChannel& channel, std::size_t first, std::size_t count, std::size_t stride,
                      std::span<double> out) const {
  return read(std::span(&channel, 1), first, count, stride, out);
}

bool ResultFile::read_by_library(const ResultChannel& channel, std::size_t first, std::size_t count,
                                 std::size_t stride, std::span<double> out) const {
  const NetcdfLock lock;
  std::array<std::size_t, NC_MAX_VAR_DIMS> start{}, extent{};
  std::array<std::ptrdiff_t, NC_MAX_VAR_DIMS> step{};
  std::array<int, NC_MAX_VAR_DIMS> dimensions{};
  int rank = 0;
  nc_inq_var(file_, channel.id, nullptr, nullptr, &rank, dimensions.data(), nullptr);
  for (int i = 1; i < rank; ++i) {
    const auto k = static_cast<std::size_t>(i);
    nc_inq_dimlen(file_, dimensions[k], &extent[k]);
    step[k] = 1;
  }
  start[0] = first;
  extent[0] = count;
  step[0] = static_cast<std::ptrdiff_t>(stride);
  const int status =
      stride == 1
          ? nc_get_vara_double(file_, channel.id, start.data(), extent.data(), out.data())
          : nc_get_vars_double(file_, channel.id, start.data(), extent.data(), step.data(), out.data());
  return status == NC_NOERR;
}

std::vector<double> ResultFile::read(const ResultChannel& channel) const {
  std::vector<double> values(records() * channel.size);
  if (!read(channel, 0, records(), 1, values)) values.clear();
  return values;
}

bool ResultFile::refresh() {
  const NetcdfLock lock;
  const std::size_t before = records();
  nc_sync(file_);
  read_times();
  return records() > before;
}

}  // namespace pintle
