// `pintle export`: results in the formats of other programs.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "pintle/results/record_reader.h"

namespace pintle {

struct ExportOptions {
  std::filesystem::path result, output;
  std::vector<std::string> channels;  // of tables
  std::string format;                 // csv, pvd, vtu, glb or gltf; empty: by the ending of `output`
  RecordChoice records;
  bool is_forced = false;  // replaces what is there, whatever it is
  bool has_progress = false;
};

int export_results(const ExportOptions& options, std::ostream& out, std::ostream& err);

}  // namespace pintle
