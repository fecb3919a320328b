// UserFiles: the files that a user or a model names, and the folder that they may be kept to.
#pragma once

#include <filesystem>
#include <string>

#include "pintle/base/result.h"

namespace pintle {

// Why a name is not that of a file to be read: nothing is there, or a folder, a device, a pipe. Empty when it
// is. Found out without opening it: a pipe would wait, a device has no end.
std::string why_not_a_file(const std::filesystem::path& path);

class UserFiles {
 public:
  // Models and tables are far smaller.
  static constexpr std::uintmax_t kLargest = std::uintmax_t{1} << 30U;

  UserFiles() = default;  // anywhere
  // In that folder and below alone, whatever links say.
  static Result<UserFiles> inside(const std::filesystem::path& folder);

  // All of it, or why not.
  Result<std::string> read(const std::filesystem::path& path) const;
  // Why nothing may be read or written there; empty when it may. The file need not exist yet.
  std::string why_outside(const std::filesystem::path& path) const;

 private:
  std::filesystem::path folder_;  // with all links followed; empty: anywhere
};

}  // namespace pintle
