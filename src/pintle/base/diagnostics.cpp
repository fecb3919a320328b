#include "pintle/base/diagnostics.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "pintle/base/shown_text.h"

namespace pintle {

namespace {

// No name can look like the beginning of another diagnostic.
std::string with_indented_lines(std::string_view text) {
  std::string shown;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    shown += printable(text.substr(0, end)) + "\n  ";
    text.remove_prefix(end + 1);
  }
  return shown + printable(text);
}

}  // namespace

std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::warning:
      return "warning";
    case Severity::error:
      return "error";
  }
  return "";
}

std::string Diagnostic::to_text() const {
  std::string text = place.to_string();
  if (!text.empty()) text += ": ";
  text += to_string(severity);
  text += ": " + message;
  if (!advice.empty()) text += "; " + advice;
  return with_indented_lines(text);
}

void Diagnostics::error(SourcePlace place, std::string message, std::string advice) {
  add(Severity::error, std::move(place), std::move(message), std::move(advice));
}

void Diagnostics::warning(SourcePlace place, std::string message, std::string advice) {
  add(Severity::warning, std::move(place), std::move(message), std::move(advice));
}

void Diagnostics::note(SourcePlace place, std::string message, std::string advice) {
  add(Severity::note, std::move(place), std::move(message), std::move(advice));
}

void Diagnostics::add(Severity severity, SourcePlace place, std::string message, std::string advice) {
  if (severity == Severity::error) ++error_count_;
  items_.push_back({severity, std::move(place), std::move(message), std::move(advice)});
}

std::string Diagnostics::to_text(std::size_t first) const {
  // The rank of a file is the position of its first diagnostic.
  std::vector<std::string> files;
  std::vector<std::tuple<std::ptrdiff_t, int, int, const Diagnostic*>> order;
  for (const Diagnostic& item : items().subspan(first)) {
    const std::string file = item.place.file ? *item.place.file : "";
    auto rank = std::find(files.begin(), files.end(), file);
    if (rank == files.end()) rank = files.insert(rank, file);
    order.emplace_back(rank - files.begin(), item.place.line, item.place.column, &item);
  }
  // Items are contiguous, so equal places keep the order in which they were reported.
  std::sort(order.begin(), order.end());

  std::string text;
  for (const auto& [rank, line, column, item] : order) text += item->to_text() + "\n";
  return text;
}

}  // namespace pintle
