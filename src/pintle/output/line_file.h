// Files of text that grow by whole lines, and how they are taken up again.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "pintle/base/result.h"

namespace pintle {

// Lines are collected in `text` and reach the disk with flush().
class LineFile {
 public:
  explicit LineFile(std::filesystem::path path) : path_(std::move(path)) {}

  std::string text;

  bool open(bool is_continued);  // anew, or at the end
  bool flush();
  void close() { file_.reset(); }
  const std::filesystem::path& path() const { return path_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Close> file_;
};

// What a file of records has up to a time, without what was cut short. Records have `lines_per_record` lines
// and begin with their time; lines that begin with '#' belong to what is before them.
struct KeptRecords {
  std::int64_t count = 0;
  std::string last;          // first line of the last record, without its end
  std::uintmax_t bytes = 0;  // up to the end of that record
};
KeptRecords find_records_until(const std::filesystem::path& path, int lines_per_record, double time);
// The rest of a file goes, if it is there at all.
void keep_bytes(const std::filesystem::path& path, std::uintmax_t bytes);

// What was written to a file is there also when the machine goes down. How many bytes that is, or what went
// wrong.
Result<std::uint64_t> bring_to_disk(const std::filesystem::path& path);

// Writes to a temporary file beside `path` and renames it: a reader sees the old file or the new one.
// `is_flushed`: also when the machine goes down. Returns an error message, empty when all went well.
std::string write_atomically(const std::filesystem::path& path, std::string_view bytes,
                             bool is_flushed = true);

}  // namespace pintle
