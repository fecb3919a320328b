// What a viewer is given of a result file: a header of names and chunks of numbers; see viewer/DATA.md.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pintle/results/result_file.h"

namespace pintle {

class ReportData {
 public:
  // `most_numbers`: when the file holds more, only every n-th record is given, with the least and the largest
  // values of those between. The file must outlive it.
  ReportData(const ResultFile& file, std::size_t most_numbers);

  // JSON. `is_growing`: the file is still being written. `is_compared`: a second run is given beside it.
  std::string header(bool is_growing, bool is_compared) const;
  std::size_t chunks() const { return chunks_.size(); }
  // Not compressed yet. Values are read at the records that are given only, extremes go through all of them.
  std::string read_chunk(std::size_t number) const;

  std::size_t records() const { return records_; }
  std::size_t stride() const { return stride_; }

 private:
  struct Chunk {
    bool holds_extremes = false;
    std::vector<ResultChannel> channels = {};
    std::vector<std::size_t> places = {};  // where their numbers begin, in bytes
    std::size_t bytes = 0;
    std::size_t width() const;  // numbers of a record
  };

  void choose_stride(std::size_t most_numbers);
  void fill_chunks();
  void add(const ResultChannel& channel, bool may_begin);
  std::size_t shown() const { return records_ == 0 ? 0 : (records_ - 2 + stride_) / stride_ + 1; }
  std::size_t shown_before(std::size_t record) const {
    return record + 1 == records_ ? shown() - 1 : record / stride_;
  }
  void read_values(const Chunk& chunk, std::string& bytes) const;
  void read_extremes(const Chunk& chunk, std::string& bytes) const;

  const ResultFile& file_;
  std::size_t records_ = 0, stride_ = 1;
  std::vector<Chunk> chunks_;  // the first begins with the times; extremes, if any, are in the last ones
};

// Numbers of a channel between two times, for a closer look: little-endian doubles, their count n, n times,
// and the values of one record behind the other. Beyond `most_points` the least and the largest of each
// stretch stand for all that is in it.
std::string series_between(const ResultFile& file, const ResultChannel& channel, double from, double to,
                           std::size_t most_points);

// The level is zlib's: 6 where size counts, 1 where somebody waits.
std::string gzipped(const std::string& bytes, int level);
std::string base64(const std::string& bytes);

}  // namespace pintle
