// A file that is there whole or not at all: it is written beside its name and renamed at the end.
#pragma once

#include <array>
#include <filesystem>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

namespace pintle {

// A stream into an open file that knows why it failed.
class FileBuffer final : public std::streambuf {
 public:
  FileBuffer(const std::filesystem::path& path, int flags);
  ~FileBuffer() override { close(); }
  FileBuffer(const FileBuffer&) = delete;
  FileBuffer& operator=(const FileBuffer&) = delete;

  // Of the first thing that went wrong, as errno has it; zero: nothing did.
  int close();

 protected:
  int_type overflow(int_type c) override;
  int sync() override { return empty_room() ? 0 : -1; }

 private:
  bool empty_room();

  std::array<char, 1u << 16> room_;
  int file_ = -1, error_ = 0;
};

class FreshFile {
 public:
  explicit FreshFile(const std::filesystem::path& path);
  // What was not finished is removed; a file that was there before stays.
  ~FreshFile();
  FreshFile(const FreshFile&) = delete;
  FreshFile& operator=(const FreshFile&) = delete;

  std::ostream& out() { return out_; }
  // What went wrong, or nothing.
  std::string finish();

 private:
  std::filesystem::path path_, part_;  // the same for a device or a pipe, which is written to as it is
  FileBuffer buffer_;
  std::ostream out_;
};

// A file of these bytes; what went wrong, or nothing.
std::string write_fresh(const std::filesystem::path& path, std::string_view bytes);

// Where something is written until it is whole: in the same folder, so that it can be renamed.
std::filesystem::path unfinished_name(const std::filesystem::path& path);

// Why a file or folder cannot be written there; empty when it can.
std::string why_not_writable(const std::filesystem::path& path);

}  // namespace pintle
