// The threads of OpenBLAS, where that is the LAPACK in use; elsewhere nothing happens here.
#pragma once

namespace pintle {

// OpenBLAS starts its threads as the program begins, and they turn in circles on all cores for the first 0.1
// s, longer than many a run. Those that are needed later start again by themselves.
void end_idle_blas_threads();

// While it lives, calls into LAPACK stay in their thread.
class SingleThreadedBlas {
 public:
  explicit SingleThreadedBlas(bool wanted);
  ~SingleThreadedBlas();
  SingleThreadedBlas(SingleThreadedBlas&&) = delete;

 private:
  int threads_before_ = 1;
};

}  // namespace pintle
