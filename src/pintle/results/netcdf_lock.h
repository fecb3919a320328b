// NetcdfLock: the NetCDF library keeps one table of open files for the whole program, so that only one thread
// may be in it at a time. Held while a file is opened, read, written or closed.
#pragma once

#include <mutex>

namespace pintle {

class NetcdfLock {
 public:
  NetcdfLock() : lock_(mutex()) {}

 private:
  static std::recursive_mutex& mutex() {
    static std::recursive_mutex only;
    return only;
  }
  std::lock_guard<std::recursive_mutex> lock_;
};

}  // namespace pintle
