// `pintle info`: what a result file contains and how its run went.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

namespace pintle {

struct InfoOptions {
  std::filesystem::path result;
  std::vector<std::string> channels;  // none: all, after what is to be said about the run
  bool is_json = false;
  bool has_statistics = false;
  bool has_progress = false;
};

int info(const InfoOptions& options, std::ostream& out, std::ostream& err);

}  // namespace pintle
