// A file that is there whole or not at all: it is written beside its name and renamed at the end.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace pintle {

class FreshFile {
 public:
  explicit FreshFile(std::filesystem::path path);
  // What was not finished is removed; a file that was there before stays.
  ~FreshFile();
  FreshFile(const FreshFile&) = delete;
  FreshFile& operator=(const FreshFile&) = delete;

  std::ostream& out() { return out_; }
  const std::filesystem::path& written_to() const { return part_; }
  // What went wrong, or nothing.
  std::string finish();

 private:
  std::filesystem::path path_, part_;
  std::ofstream out_;
};

// Where something is written until it is whole: in the same folder, so that it can be renamed.
std::filesystem::path unfinished_name(const std::filesystem::path& path);

// Why a file or folder cannot be written there; empty when it can.
std::string why_not_writable(const std::filesystem::path& path);

}  // namespace pintle
