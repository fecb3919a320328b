#include "pintle/solvers/blas_threads.h"

extern "C" {
// NOLINTBEGIN(readability-identifier-naming): the names of OpenBLAS
[[gnu::weak]] void openblas_set_num_threads(int threads);
[[gnu::weak]] int openblas_get_num_threads();
[[gnu::weak]] int blas_thread_shutdown_();
// NOLINTEND(readability-identifier-naming)
}

namespace pintle {

void end_idle_blas_threads() {
  if (blas_thread_shutdown_) blas_thread_shutdown_();
}

SingleThreadedBlas::SingleThreadedBlas(bool wanted) {
  if (!wanted || !openblas_set_num_threads || !openblas_get_num_threads) return;
  threads_before_ = openblas_get_num_threads();
  if (threads_before_ > 1) openblas_set_num_threads(1);
}

SingleThreadedBlas::~SingleThreadedBlas() {
  if (threads_before_ > 1) openblas_set_num_threads(threads_before_);
}

}  // namespace pintle
