// Counts what this thread takes from the heap, for tests that a step allocates nothing.
//
//   AllocationCounter counter;
//   ...
//   EXPECT_EQ(counter.count(), 0);
//
// malloc and its kin are counted (Eigen calls them directly); under a sanitizer, which has its own malloc,
// operator new alone.
#pragma once

namespace pintle {

class AllocationCounter {
 public:
  AllocationCounter() : start_(total()) {}
  long count() const { return total() - start_; }
  void restart() { start_ = total(); }
  static bool counts_malloc();

 private:
  static long total();
  long start_;
};

}  // namespace pintle
