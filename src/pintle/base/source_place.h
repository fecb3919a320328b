// Where in a text something was said.
#pragma once

#include <memory>
#include <string>

namespace pintle {

// Lines and columns count from 1; 0 means unknown. Columns count characters (code points), not bytes.
struct SourcePlace {
  std::shared_ptr<const std::string> file;
  int line = 0;
  int column = 0;

  bool is_known() const { return file != nullptr; }

  // "wing.json:84:17", without the parts that are unknown; "" when the file is unknown.
  std::string to_string() const {
    if (!file) return "";
    std::string text = *file;
    if (line > 0) text += ":" + std::to_string(line);
    if (line > 0 && column > 0) text += ":" + std::to_string(column);
    return text;
  }

  friend bool operator==(const SourcePlace& a, const SourcePlace& b) {
    const bool same_file = a.file == b.file || (a.file && b.file && *a.file == *b.file);
    return same_file && a.line == b.line && a.column == b.column;
  }
};

}  // namespace pintle
