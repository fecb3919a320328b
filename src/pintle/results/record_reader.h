// Records of a result file, chosen by time and read one after the other, however long the file is.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pintle/base/result.h"
#include "pintle/results/result_file.h"

namespace pintle {

// Told from time to time which part of the work is done.
using Progress = std::function<void(double part)>;

struct RecordChoice {
  std::optional<double> from = {}, to = {};  // s
  std::optional<std::size_t> every = {};     // so many records
  // At most so many, evenly spread; the first and the last are among them.
  std::optional<std::size_t> frames = {};
};

// Their numbers, ascending and at least one; the failure says which times there are.
Result<std::vector<std::size_t>> choose_records(const ResultFile& file, const RecordChoice& choice);

// The file holds all channels of a record, then the next record. Channels are therefore read together, for
// as many records as the window of the file spans.
class RecordReader {
 public:
  RecordReader(const ResultFile& file, std::vector<ResultChannel> channels, std::vector<std::size_t> records,
               Progress progress = {});

  // Goes to the next record; false when there is none, or when the file cannot be read.
  bool next();
  // Why the file cannot be read; empty when it can.
  const std::string& error() const { return error_; }

  // Of the record reached.
  double time() const { return file_.times()[records_[at_ - 1]]; }
  std::size_t record() const { return records_[at_ - 1]; }
  std::size_t index() const { return at_ - 1; }  // among those chosen
  std::span<const double> values(std::size_t channel) const;

  const std::vector<ResultChannel>& channels() const { return channels_; }
  const std::vector<std::size_t>& records() const { return records_; }

 private:
  bool read_block();

  const ResultFile& file_;
  std::vector<ResultChannel> channels_;
  std::vector<std::size_t> records_;
  Progress progress_;
  std::size_t at_ = 0;                // the next of records_
  std::size_t block_first_ = 0;       // record that the block begins with
  std::size_t block_end_ = 0;         // of records_, in the block
  std::size_t block_records_ = 1;     // that a block may span
  std::vector<double> block_;         // one record behind the other
  std::vector<std::size_t> columns_;  // where a channel begins in a record of it; the width at the end
  std::string error_;
};

}  // namespace pintle
