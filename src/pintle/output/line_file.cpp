#include "pintle/output/line_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace pintle {

bool LineFile::open(bool is_continued) {
  file_.reset(std::fopen(path_.c_str(), is_continued ? "ab" : "wb"));
  return file_ != nullptr;
}

bool LineFile::flush() {
  const bool is_good =
      std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size() && std::fflush(file_.get()) == 0;
  text.clear();
  return is_good;
}

KeptRecords find_records_until(const std::filesystem::path& path, int lines_per_record, double time) {
  std::ifstream file(path, std::ios::binary);
  KeptRecords records;
  std::string line, first;
  std::uintmax_t seen = 0;
  int lines = 0;  // of the present record
  while (std::getline(file, line) && !file.eof()) {
    seen += line.size() + 1;
    if (lines == 0 && line.starts_with('#')) {
      records.bytes = seen;
      continue;
    }
    if (lines == 0) {
      if (std::strtod(line.c_str(), nullptr) > time) break;
      first = line;
    }
    if (++lines < lines_per_record) continue;
    lines = 0;
    records.bytes = seen;
    records.last = first;
    ++records.count;
  }
  return records;
}

void keep_bytes(const std::filesystem::path& path, std::uintmax_t bytes) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) std::filesystem::resize_file(path, bytes, ignored);
}

Result<std::uint64_t> bring_to_disk(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status = {};
  const bool is_good = file >= 0 && ::fsync(file) == 0 && ::fstat(file, &status) == 0;
  const int error = errno;
  if (file >= 0) ::close(file);
  if (!is_good) return Failure{fmt::format("{}: cannot flush: {}", path.string(), std::strerror(error))};
  return static_cast<std::uint64_t>(status.st_size);
}

namespace {

// A new name of a file is on the disk when its folder is; where a folder cannot be flushed, it is at once.
void bring_name_to_disk(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  ::fsync(file);
  ::close(file);
}

}  // namespace

std::string write_atomically(const std::filesystem::path& path, std::string_view bytes, bool is_flushed) {
  const std::filesystem::path temporary = path.string() + ".part";
  const auto failure = [&](std::string_view what) {
    const std::string reason = std::strerror(errno);
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    return fmt::format("{}: cannot {}: {}", path.string(), what, reason);
  };
  const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0) return failure("open for writing");
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0) {
      ::close(file);
      return failure("write");
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  const bool is_on_disk = !is_flushed || ::fsync(file) == 0;
  ::close(file);
  if (!is_on_disk) return failure("flush");
  if (std::rename(temporary.c_str(), path.c_str()) != 0) return failure("rename");
  if (is_flushed) bring_name_to_disk(path);
  return {};
}

}  // namespace pintle
