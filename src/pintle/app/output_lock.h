// OutputLock: one run at a time writes the files of a prefix. The lock is one of the operating system on a
// file beside them: it goes with the process, whatever becomes of it. Readers do not ask for it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace pintle {

class OutputLock {
 public:
  OutputLock() = default;
  ~OutputLock() { release(); }
  OutputLock(OutputLock&& other) noexcept { *this = std::move(other); }
  OutputLock& operator=(OutputLock&& other) noexcept;

  // The files to lock, which are made. Who holds one of them, and what to do; empty when they are had.
  std::string take(const std::vector<std::filesystem::path>& files);
  // They are removed.
  void release();
  // Who had them last and was killed, as a sentence; empty: nobody.
  const std::string& notice() const { return notice_; }

 private:
  struct Held {
    std::filesystem::path path;
    int file;
  };
  std::string take_one(const std::filesystem::path& path);

  std::vector<Held> held_;
  std::string notice_;
};

}  // namespace pintle
