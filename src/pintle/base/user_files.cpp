#include "pintle/base/user_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

namespace pintle {

namespace {

namespace fs = std::filesystem;

// The link on the way to a path that leads to what is not there; empty: there is none.
fs::path dangling_link(fs::path path) {
  std::error_code ignored;
  for (; path.has_relative_path(); path = path.parent_path())
    if (fs::is_symlink(fs::symlink_status(path, ignored))) return path;
  return {};
}

// All links followed, those to files that are yet to be written, too.
fs::path with_links_followed(const fs::path& path, std::error_code& status) {
  constexpr int kMostLinks = 40;
  fs::path meant = fs::absolute(path, status);
  for (int i = 0; i < kMostLinks && !status; ++i) {
    meant = fs::weakly_canonical(meant, status);
    const fs::path link = dangling_link(meant);
    if (status || link.empty()) return meant;
    const fs::path rest = meant.lexically_relative(link);
    meant = link.parent_path() / fs::read_symlink(link, status);
    if (rest != ".") meant /= rest;
  }
  if (!status) status = std::make_error_code(std::errc::too_many_symbolic_link_levels);
  return meant;
}

}  // namespace

std::string why_not_a_file(const fs::path& path) {
  std::error_code status;
  switch (fs::status(path, status).type()) {
    case fs::file_type::regular:
      return {};
    case fs::file_type::not_found:
      return "there is no such file";
    case fs::file_type::directory:
      return "this is a directory, not a file";
    case fs::file_type::character:
    case fs::file_type::block:
      return "this is a device, not a file";
    case fs::file_type::fifo:
      return "this is a pipe, not a file";
    case fs::file_type::socket:
      return "this is a socket, not a file";
    default:
      return status ? "the file cannot be opened: " + status.message() : "this is not a file";
  }
}

Result<UserFiles> UserFiles::inside(const fs::path& folder) {
  std::error_code status;
  UserFiles files;
  if (!fs::is_directory(folder, status)) return Failure{fmt::format("'{}' is not a folder", folder.string())};
  files.folder_ = fs::canonical(folder, status);
  if (status) return Failure{fmt::format("'{}': {}", folder.string(), status.message())};
  return files;
}

std::string UserFiles::why_outside(const fs::path& path) const {
  if (folder_.empty()) return {};
  std::error_code status;
  const fs::path meant = with_links_followed(path, status);
  const auto [end, ignored] = std::mismatch(folder_.begin(), folder_.end(), meant.begin(), meant.end());
  if (!status && end == folder_.end()) return {};
  return fmt::format("it is outside of the sandbox '{}'", folder_.string());
}

Result<std::string> UserFiles::read(const fs::path& path) const {
  if (std::string reason = why_outside(path); !reason.empty()) return Failure{std::move(reason)};
  if (std::string reason = why_not_a_file(path); !reason.empty()) return Failure{std::move(reason)};
  std::ifstream file(path, std::ios::binary);
  if (!file) return Failure{fmt::format("the file cannot be opened: {}", std::strerror(errno))};
  std::error_code status;
  const std::uintmax_t size = fs::file_size(path, status);
  const auto too_large = [] { return Failure{"the file is larger than 1 GiB, too large for a text"}; };
  if (!status && size > kLargest) return too_large();
  std::string text(status ? 0 : static_cast<std::size_t>(size), '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  for (char more[4096]; file && text.size() <= kLargest;) {  // it has grown, or has no size, as in /proc
    file.read(more, sizeof more);
    text.append(more, static_cast<std::size_t>(file.gcount()));
  }
  if (text.size() > kLargest) return too_large();
  if (file.bad()) return Failure{"the file cannot be read"};
  return text;
}

}  // namespace pintle
