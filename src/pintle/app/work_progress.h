// A line about work that takes long, rewritten as it goes on.
#pragma once

#include <chrono>
#include <ostream>

#include "pintle/results/record_reader.h"

namespace pintle {

class WorkProgress {
 public:
  // Says nothing unless `is_shown`.
  WorkProgress(std::ostream& out, bool is_shown) : out_(out), is_shown_(is_shown) {}
  ~WorkProgress();
  WorkProgress(const WorkProgress&) = delete;
  WorkProgress& operator=(const WorkProgress&) = delete;

  // For as long as this lives.
  Progress observer();

 private:
  using Clock = std::chrono::steady_clock;
  void show(double part);

  std::ostream& out_;
  bool is_shown_, has_written_ = false;
  Clock::time_point begin_ = Clock::now(), last_ = begin_;
};

}  // namespace pintle
