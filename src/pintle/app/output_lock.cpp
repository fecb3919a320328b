#include "pintle/app/output_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <sstream>
#include <utility>

#include "pintle/base/wording.h"

namespace pintle {

namespace {

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

// Who wrote a lock file: "4711 ship".
struct Holder {
  long process = 0;  // zero: not said
  std::string host;
};

Holder holder_in(int file) {
  std::array<char, 512> text{};
  const ssize_t size = ::pread(file, text.data(), text.size() - 1, 0);
  Holder holder;
  if (size > 0) std::istringstream(text.data()) >> holder.process >> holder.host;
  return holder;
}

std::string who_writes(const Holder& holder) {
  if (holder.process == 0) return "another process";
  if (holder.host != host_name()) return fmt::format("process {} on {}", holder.process, holder.host);
  return fmt::format("process {}", holder.process);
}

std::string what_to_do(const Holder& holder) {
  if (holder.process == ::getpid() && holder.host == host_name())
    return "close() the simulation of this program that writes them, or give another output";
  return fmt::format("wait until it has ended, end it, or choose another prefix with {}",
                     worded("-o", "output=..."));
}

// Empty, or written by a lock: another program's file of that name is left alone.
bool is_lock_file(int file) {
  struct stat status = {};
  return ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
         (status.st_size == 0 || holder_in(file).process > 0);
}

// The one who held the lock before may have removed it since it was opened.
bool is_still_there(int file, const std::filesystem::path& path) {
  struct stat opened = {}, named = {};
  return ::fstat(file, &opened) == 0 && ::stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

}  // namespace

OutputLock& OutputLock::operator=(OutputLock&& other) noexcept {
  std::swap(held_, other.held_);
  std::swap(notice_, other.notice_);
  return *this;
}

std::string OutputLock::take(const std::vector<std::filesystem::path>& files) {
  std::string reason;
  for (const std::filesystem::path& file : files)
    if (reason.empty()) reason = take_one(file);
  if (!reason.empty()) release();
  return reason;
}

std::string OutputLock::take_one(const std::filesystem::path& path) {
  for (;;) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (file < 0) return fmt::format("'{}' cannot be written: {}", path.string(), std::strerror(errno));
    if (!is_lock_file(file)) {
      ::close(file);
      return fmt::format("'{}' is there, and it is no lock of a run; choose another prefix with {}",
                         path.string(), worded("-o", "output=..."));
    }
    if (::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      const Holder holder = holder_in(file);
      ::close(file);
      return fmt::format("{}: {} is writing these files; {}", path.string(), who_writes(holder),
                         what_to_do(holder));
    }
    if (!is_still_there(file, path)) {
      ::close(file);
      continue;
    }
    held_.push_back({path, file});
    if (const Holder last = holder_in(file); last.process != 0)
      notice_ = fmt::format("{} ended before it had closed these files", who_writes(last));
    const std::string text = fmt::format("{} {}\n", ::getpid(), host_name());
    if (::ftruncate(file, 0) != 0 || ::pwrite(file, text.data(), text.size(), 0) < 0)
      return fmt::format("'{}' cannot be written: {}", path.string(), std::strerror(errno));
    return {};
  }
}

void OutputLock::release() {
  for (const Held& held : std::exchange(held_, {})) {
    std::error_code ignored;
    std::filesystem::remove(held.path, ignored);  // first: nobody else can have it until then
    ::close(held.file);
  }
}

}  // namespace pintle
