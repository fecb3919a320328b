#include "pintle/output/constant_variables.h"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>

#include "pintle/results/netcdf_lock.h"

namespace pintle {

namespace {

// A NetCDF file open for additions; the first thing that goes wrong is kept.
class OpenFile {
 public:
  explicit OpenFile(const std::filesystem::path& path) : path_(path) {
    check(nc_open(path.c_str(), NC_WRITE, &file_));
    if (is_good()) check(nc_redef(file_));
  }
  std::string close() {
    if (file_ >= 0) check(nc_close(file_));
    return error_;
  }
  bool is_good() const { return error_.empty(); }
  void check(int status) {
    if (status != NC_NOERR && error_.empty())
      error_ = fmt::format("{}: cannot be added to: {}", path_.string(), nc_strerror(status));
  }

  int define(const std::string& name, int type,
             const std::vector<std::pair<std::string, std::size_t>>& sizes) {
    std::vector<int> dimensions;
    for (const auto& [dimension, size] : sizes) {
      int id = -1;
      if (nc_inq_dimid(file_, dimension.c_str(), &id) != NC_NOERR)
        check(nc_def_dim(file_, dimension.c_str(), size, &id));
      dimensions.push_back(id);
    }
    int id = -1;
    if (is_good())
      check(
          nc_def_var(file_, name.c_str(), type, static_cast<int>(dimensions.size()), dimensions.data(), &id));
    return id;
  }
  void attribute(int variable, const char* name, const std::string& text) {
    if (is_good() && !text.empty()) check(nc_put_att_text(file_, variable, name, text.size(), text.c_str()));
  }
  void finish_header() {
    if (is_good()) check(nc_enddef(file_));
  }
  void put(int variable, const std::vector<double>& values) {
    if (is_good() && !values.empty()) check(nc_put_var_double(file_, variable, values.data()));
  }
  void put(int variable, const std::string& characters) {
    if (is_good() && !characters.empty()) check(nc_put_var_text(file_, variable, characters.data()));
  }

 private:
  NetcdfLock lock_;
  std::filesystem::path path_;
  int file_ = -1;
  std::string error_;
};

std::size_t longest_of(const DimensionNames& list) {
  std::size_t longest = 1;
  for (const std::string& name : list.names) longest = std::max(longest, name.size());
  return longest;
}

// All names behind each other, each of the same length.
std::string padded(const DimensionNames& list) {
  std::string text;
  for (const std::string& name : list.names) text += fmt::format("{:<{}}", name, longest_of(list));
  return text;
}

}  // namespace

std::string add_constants(const std::filesystem::path& path, std::span<const ConstantVariable> variables,
                          std::span<const DimensionNames> names) {
  OpenFile file(path);
  std::vector<int> numbers, texts;
  for (const ConstantVariable& variable : variables) {
    numbers.push_back(file.define(variable.name, NC_DOUBLE, variable.dimensions));
    file.attribute(numbers.back(), "units", variable.unit);
    file.attribute(numbers.back(), "long_name", variable.doc);
  }
  for (const DimensionNames& list : names)
    texts.push_back(file.define(
        list.variable, NC_CHAR,
        {{list.dimension, list.names.size()}, {list.dimension + "_name_length", longest_of(list)}}));
  file.finish_header();
  for (std::size_t i = 0; i < numbers.size(); ++i) file.put(numbers[i], variables[i].values);
  for (std::size_t i = 0; i < texts.size(); ++i) file.put(texts[i], padded(names[i]));
  return file.close();
}

}  // namespace pintle
