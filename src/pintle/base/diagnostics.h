// Problems found in what a user wrote: collected as values, printed once.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/source_place.h"

namespace pintle {

enum class Severity { note, warning, error };

std::string_view to_string(Severity severity);

struct Diagnostic {
  Severity severity = Severity::error;
  SourcePlace place;
  std::string message;
  std::string advice;

  // "wing.json:84:17: error: message; advice"
  std::string to_text() const;
};

class Diagnostics {
 public:
  void error(SourcePlace place, std::string message, std::string advice = "");
  void warning(SourcePlace place, std::string message, std::string advice = "");
  void note(SourcePlace place, std::string message, std::string advice = "");

  bool has_errors() const { return error_count_ > 0; }
  int error_count() const { return error_count_; }
  bool is_empty() const { return items_.empty(); }
  std::span<const Diagnostic> items() const { return items_; }

  // One diagnostic per line, files in order of first appearance, sorted by place within a file; those from
  // the given one on.
  std::string to_text(std::size_t first = 0) const;

 private:
  void add(Severity severity, SourcePlace place, std::string message, std::string advice);

  std::vector<Diagnostic> items_;
  int error_count_ = 0;
};

}  // namespace pintle
