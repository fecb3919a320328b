#include "pintle/results/record_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace pintle {

namespace {

constexpr std::size_t kBlockBytes = 4u << 20;  // of the file

std::vector<std::size_t> thinned(std::size_t first, std::size_t count, const RecordChoice& choice) {
  std::vector<std::size_t> records;
  const std::size_t every = choice.every.value_or(1);
  for (std::size_t i = 0; i < count; i += every) records.push_back(first + i);
  const std::size_t frames = choice.frames.value_or(records.size());
  if (frames >= records.size()) return records;
  // The k-th of them lies at k (n - 1)/(frames - 1), rounded; one alone is the first.
  std::vector<std::size_t> spread;
  const std::size_t steps = std::max<std::size_t>(frames - 1, 1);
  for (std::size_t k = 0; k < frames; ++k)
    spread.push_back(records[(k * (records.size() - 1) + steps / 2) / steps]);
  return spread;
}

}  // namespace

Result<std::vector<std::size_t>> choose_records(const ResultFile& file, const RecordChoice& choice) {
  const std::vector<double>& times = file.times();
  if (times.empty()) return Failure{fmt::format("{}: holds no records yet", file.name())};
  // A time that was typed meets the record next to it, which rounding may have put on its other side.
  const double slack = 1e-6 * (times.back() - times.front()) / static_cast<double>(times.size());
  const double from = choice.from.value_or(times.front()), to = choice.to.value_or(times.back());
  const auto first = std::lower_bound(times.begin(), times.end(), from - slack);
  const auto end = std::upper_bound(times.begin(), times.end(), to + slack);
  if (first >= end)
    return Failure{fmt::format(
        "{}: no record lies between {:.9g} s and {:.9g} s; the {} there are go from {:.9g} s to {:.9g} s",
        file.name(), from, to, times.size(), times.front(), times.back())};
  return thinned(static_cast<std::size_t>(first - times.begin()), static_cast<std::size_t>(end - first),
                 choice);
}

RecordReader::RecordReader(const ResultFile& file, std::vector<ResultChannel> channels,
                           std::vector<std::size_t> records, Progress progress)
    : file_(file),
      channels_(std::move(channels)),
      records_(std::move(records)),
      progress_(std::move(progress)),
      columns_{0} {
  std::size_t bytes = sizeof(double);
  for (const ResultChannel& channel : file.channels()) bytes += channel.size * sizeof(double);
  for (const ResultChannel& channel : channels_) columns_.push_back(columns_.back() + channel.size);
  block_records_ = std::max<std::size_t>(kBlockBytes / bytes, 1);
}

bool RecordReader::next() {
  if (at_ == records_.size() || !error_.empty()) return false;
  if (at_ == block_end_ && !read_block()) return false;
  ++at_;
  return true;
}

bool RecordReader::read_block() {
  block_first_ = records_[at_];
  const auto last = std::lower_bound(records_.begin() + static_cast<std::ptrdiff_t>(at_), records_.end(),
                                     block_first_ + block_records_);
  block_end_ = static_cast<std::size_t>(last - records_.begin());
  const std::size_t count = records_[block_end_ - 1] - block_first_ + 1;
  block_.resize(count * columns_.back());
  if (!file_.read(channels_, block_first_, count, 1, block_)) {
    error_ = file_.why_cut_short();
    if (error_.empty())
      error_ = fmt::format("{}: its records from {:.9g} s on cannot be read", file_.name(),
                           file_.times()[block_first_]);
    return false;
  }
  if (progress_) progress_(static_cast<double>(at_) / static_cast<double>(records_.size()));
  return true;
}

std::span<const double> RecordReader::values(std::size_t channel) const {
  return std::span(block_).subspan((record() - block_first_) * columns_.back() + columns_[channel],
                                   channels_[channel].size);
}

}  // namespace pintle
