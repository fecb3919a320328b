// RecordWriter: the records of a file, evaluated and written beside the run. What a run waits for is a copy
// of its State; channels are computed from that, and go to the file, in another thread.
#pragma once

#include <cstddef>
#include <future>
#include <string>
#include <vector>

#include "pintle/output/netcdf_records.h"
#include "pintle/output/record_source.h"
#include "pintle/system/observer.h"

namespace pintle {

class RecordWriter {
 public:
  // All must outlive it, and are its own while States are on their way; the file is open.
  RecordWriter(const System& system, RecordSource& source, NetcdfRecords& file);
  ~RecordWriter() { await(); }
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;

  // Rotation vectors go on beyond pi from those of this record; empty: from those of the first State.
  void unwrap_from(std::vector<double> record);

  // States come without reactions; this finds them.
  void complete_with(const CompleteState& complete) { complete_ = complete; }

  // A State, and how the step to it was found. Those between records are followed for unwrapping only.
  void keep(const State& state, const StepInfo& step, bool is_record);
  bool is_full() const { return count_ == filling_.size(); }
  // Sends what is kept on its way, once what was sent before has arrived.
  void flush();
  // Until all is in the file.
  void await();
  // What went wrong, or nothing.
  const std::string& error() const { return error_; }

 private:
  struct Kept {
    State state;
    StepInfo step;
    bool is_record = true;
  };
  std::string write(std::size_t count);
  void unwrap(double* record);

  const System& system_;
  RecordSource& source_;
  NetcdfRecords& file_;
  std::size_t record_size_ = 0;
  std::vector<Kept> filling_, on_the_way_;
  std::size_t count_ = 0;  // of those in filling_
  std::future<std::string> writing_;
  std::string error_;

  // Of the other thread while something is on its way.
  CompleteState complete_;
  Snapshot snapshot_;
  std::vector<double> records_, previous_;
  std::vector<std::size_t> rotations_;  // where they begin in a record
  bool is_unwrapped_ = false;
};

}  // namespace pintle
