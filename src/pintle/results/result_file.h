// ResultFile: the results of a run, read back. A file that is still being written can be read, too; see
// output/results.md for what is in it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pintle/base/result.h"
#include "pintle/results/netcdf_extent.h"
#include "pintle/results/raw_records.h"

namespace pintle {

// One quantity over time: `size` numbers per record.
struct ResultChannel {
  std::string name, unit, doc;
  std::size_t size = 1;
  int id = -1;  // in the file
};

class ResultFile {
 public:
  // The failure says why it cannot be read: missing, not NetCDF, cut short, of a newer version.
  static Result<ResultFile> open(const std::filesystem::path& path);
  ~ResultFile();
  ResultFile(ResultFile&& other) noexcept;
  ResultFile& operator=(ResultFile&&) = delete;

  const std::filesystem::path& path() const { return path_; }
  // What messages call it: by its path or, in Python, where files come and go with results, by its title.
  std::string name() const;
  const std::string& title() const { return title_; }
  const std::string& model() const { return model_; }
  const std::string& program() const { return program_; }
  // How the run was set up: name and value.
  const std::vector<std::pair<std::string, std::string>>& settings() const { return settings_; }
  // The model as there is to see (viewer/DATA.md), JSON; empty where the file has none.
  const std::string& scene() const { return scene_; }
  // How the run went, JSON; empty while it runs, or when it was killed.
  std::string report() const;

  std::size_t records() const { return times_.size(); }
  const std::vector<double>& times() const { return times_; }
  // All but the time, in the order of the file.
  const std::vector<ResultChannel>& channels() const { return channels_; }
  const ResultChannel* find(std::string_view name) const;

  // Every `stride`-th record from `first` on, `count` of them, one record behind the other; of several
  // channels their numbers in this order in each record. False: they could not be read. Records lie one
  // behind the other in the file, so that channels are best read together.
  bool read(std::span<const ResultChannel> channels, std::size_t first, std::size_t count, std::size_t stride,
            std::span<double> out) const;
  bool read(const ResultChannel& channel, std::size_t first, std::size_t count, std::size_t stride,
            std::span<double> out) const;
  std::vector<double> read(const ResultChannel& channel) const;  // empty: it could not be read
  // As a failure of open(), for a file that has shrunk since then; empty: it has not.
  std::string why_cut_short() const;

  // Takes notice of records written since; true when there are some.
  bool refresh();

 private:
  ResultFile() = default;
  std::string list_variables();
  std::string look_at_header();
  std::size_t whole_records() const;
  std::string why_fewer_than(std::size_t records) const;
  void list_settings();
  std::string read_times();
  bool read_by_library(const ResultChannel& channel, std::size_t first, std::size_t count, std::size_t stride,
                       std::span<double> out) const;
  std::string text_of(int variable) const;
  std::string attribute(int variable, const char* name) const;

  std::filesystem::path path_;
  int file_ = -1, time_id_ = -1, time_dimension_ = -1, report_id_ = -1;
  std::string title_, model_, program_, scene_;
  std::optional<NetcdfExtent> extent_;
  RawRecords raw_;
  std::vector<std::pair<std::string, std::string>> settings_;
  std::vector<ResultChannel> channels_;
  std::vector<double> times_;
};

}  // namespace pintle
