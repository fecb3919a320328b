#include "pintle/results/fresh_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace pintle {

namespace {

bool is_device_or_pipe(const std::filesystem::path& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
         !std::filesystem::is_directory(status);
}

// A link stays, and what it leads to is written.
std::filesystem::path followed(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_symlink(path, error)) return path;
  const std::filesystem::path real = std::filesystem::canonical(path, error);
  return error ? path : real;
}

}  // namespace

FileBuffer::FileBuffer(const std::filesystem::path& path, int flags)
    : file_(::open(path.c_str(), flags | O_WRONLY | O_CLOEXEC, 0666)) {
  if (file_ < 0) error_ = errno;
  setp(room_.data(), room_.data() + room_.size());
}

bool FileBuffer::empty_room() {
  const char* next = pbase();
  while (error_ == 0 && next < pptr()) {
    const ssize_t written = ::write(file_, next, static_cast<std::size_t>(pptr() - next));
    if (written >= 0)
      next += written;
    else if (errno != EINTR)
      error_ = errno;
  }
  setp(room_.data(), room_.data() + room_.size());
  return error_ == 0;
}

FileBuffer::int_type FileBuffer::overflow(int_type c) {
  if (!empty_room()) return traits_type::eof();
  return traits_type::eq_int_type(c, traits_type::eof()) ? 0 : sputc(traits_type::to_char_type(c));
}

int FileBuffer::close() {
  if (file_ < 0) return error_;
  empty_room();
  if (::close(std::exchange(file_, -1)) != 0 && error_ == 0) error_ = errno;
  return error_;
}

std::filesystem::path unfinished_name(const std::filesystem::path& path) {
  return path.parent_path() / fmt::format(".{}.{}.part", path.filename().string(), ::getpid());
}

std::string why_not_writable(const std::filesystem::path& path) {
  std::error_code ignored;
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  if (!path.has_filename()) return fmt::format("'{}' is no name of a file", path.string());
  if (!std::filesystem::is_directory(folder, ignored))
    return fmt::format("the folder '{}' does not exist", folder.string());
  if (is_device_or_pipe(path)) return {};
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    return fmt::format("the folder '{}' cannot be written to: {}", folder.string(), std::strerror(errno));
  if (std::filesystem::is_directory(path, ignored)) return fmt::format("'{}' is a folder", path.string());
  return {};
}

FreshFile::FreshFile(const std::filesystem::path& path)
    : path_(followed(path)),
      part_(is_device_or_pipe(path_) ? path_ : unfinished_name(path_)),
      buffer_(part_, part_ == path_ ? 0 : O_CREAT | O_TRUNC),
      out_(&buffer_) {}

FreshFile::~FreshFile() {
  buffer_.close();
  std::error_code ignored;
  if (part_ != path_) std::filesystem::remove(part_, ignored);
}

std::string FreshFile::finish() {
  std::error_code error(buffer_.close(), std::generic_category());
  if (!error && part_ != path_) std::filesystem::rename(part_, path_, error);
  if (error) return fmt::format("{}: cannot be written: {}", path_.string(), error.message());
  part_ = path_;
  return {};
}

std::string write_fresh(const std::filesystem::path& path, std::string_view bytes) {
  FreshFile file(path);
  file.out() << bytes;
  return file.finish();
}

}  // namespace pintle
