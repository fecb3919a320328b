#include "pintle/results/fresh_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace pintle {

std::filesystem::path unfinished_name(const std::filesystem::path& path) {
  return path.parent_path() / fmt::format(".{}.{}.part", path.filename().string(), ::getpid());
}

std::string why_not_writable(const std::filesystem::path& path) {
  std::error_code ignored;
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  if (!path.has_filename()) return fmt::format("'{}' is no name of a file", path.string());
  if (!std::filesystem::is_directory(folder, ignored))
    return fmt::format("the folder '{}' does not exist", folder.string());
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    return fmt::format("the folder '{}' cannot be written to: {}", folder.string(), std::strerror(errno));
  if (std::filesystem::is_directory(path, ignored)) return fmt::format("'{}' is a folder", path.string());
  return {};
}

FreshFile::FreshFile(std::filesystem::path path)
    : path_(std::move(path)), part_(unfinished_name(path_)), out_(part_, std::ios::binary) {}

FreshFile::~FreshFile() {
  if (part_.empty()) return;
  out_.close();
  std::error_code ignored;
  std::filesystem::remove(part_, ignored);
}

std::string FreshFile::finish() {
  out_.close();
  if (!out_) return fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(errno));
  std::error_code error;
  std::filesystem::rename(part_, path_, error);
  if (error) return fmt::format("{}: cannot be written: {}", path_.string(), error.message());
  part_.clear();
  return {};
}

}  // namespace pintle
