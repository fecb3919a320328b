// `pintle convert`: a model written as JSON, whatever language it was read in.
#pragma once

#include <filesystem>
#include <iosfwd>

#include "pintle/base/user_files.h"

namespace pintle {

struct ConvertOptions {
  std::filesystem::path model;
  std::filesystem::path file;  // empty: the text goes to the terminal
  bool is_forced = false;      // a file that is there is replaced, be it a model that somebody wrote
  UserFiles files;
};

// Returns the exit code.
int convert(const ConvertOptions& options, std::ostream& out, std::ostream& err);

}  // namespace pintle
