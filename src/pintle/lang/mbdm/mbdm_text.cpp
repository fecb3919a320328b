#include "pintle/lang/mbdm/mbdm_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <utility>

#include "pintle/base/suggest.h"

namespace pintle {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Up to a comment, which begins a word: a path such as a//b holds none.
std::string_view without_comment(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool begins_word = i == 0 || is_blank(line[i - 1]);
    if (begins_word && (line[i] == '#' || line.substr(i, 2) == "//")) return line.substr(0, i);
  }
  return line;
}

// "======": the document's dummy lines.
bool is_rule(std::string_view line) {
  return line.find_first_not_of("-=_*~+ \t\r") == std::string_view::npos && line.size() > 1;
}

}  // namespace

int count_characters(std::string_view text) {
  return static_cast<int>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

SourcePlace MbdmEntry::place_at(std::size_t offset) const {
  const auto next = std::upper_bound(pieces.begin(), pieces.end(), offset,
                                     [](std::size_t at, const Piece& piece) { return at < piece.begin; });
  if (next == pieces.begin()) return place;
  const Piece& piece = *(next - 1);
  SourcePlace result = piece.place;
  result.column += count_characters(std::string_view(value).substr(piece.begin, offset - piece.begin));
  return result;
}

void MbdmEntry::append(std::string_view text, const SourcePlace& where) {
  if (text.empty()) return;
  if (!value.empty()) value += ' ';
  pieces.push_back({value.size(), where});
  value += text;
}

namespace {

constexpr std::size_t kLongestLabel = 100;  // characters that can belong to a label

class EntryReader {
 public:
  EntryReader(std::shared_ptr<const std::string> file, std::span<const MbdmLabel> labels,
              MbdmBeginning beginning, Diagnostics& diagnostics)
      : file_(std::move(file)), labels_(labels), beginning_(beginning), diagnostics_(diagnostics) {
    for (const MbdmLabel& label : labels_) {
      plain_.push_back(plain_label(label.shown));
      by_name_.emplace(plain_.back(), &label);
      for (const std::string& name : label.other_names) by_name_.emplace(name, &label);
    }
  }

  std::vector<MbdmEntry> read(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    while (!text.empty()) {
      ++line_number_;
      counted_ = 0, column_ = 1;
      const std::size_t end = std::min(text.find('\n'), text.size());
      line_ = without_comment(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
      if (!trimmed(line_).empty() && !is_rule(line_)) read_line();
    }
    return std::move(entries_);
  }

 private:
  struct Found {
    const MbdmLabel* label = nullptr;
    std::size_t begin = 0, value = 0;  // of the label; of what follows its colon
    std::string number{};              // of a header: the 2 of "Body 2:"
  };

  void read_line() {
    const std::vector<Found> found = find_labels();
    const std::string_view before = trimmed(line_.substr(0, found.empty() ? line_.size() : found[0].begin));
    if (!before.empty()) read_unlabelled(before);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::size_t end = i + 1 < found.size() ? found[i + 1].begin : line_.size();
      add(found[i], trimmed(line_.substr(found[i].value, end - found[i].value)));
    }
  }

  // Labels end in a colon. In front of it stands the label alone or, behind the value of another field, at
  // the end of other words; a colon without a label is part of a value.
  std::vector<Found> find_labels() const {
    std::vector<Found> found;
    for (const bool skips_brackets : {true, false}) {
      std::size_t begin = 0;
      int depth = 0;
      for (std::size_t i = 0; i < line_.size(); ++i) {
        if (line_[i] == '(' || line_[i] == '[') ++depth;
        if ((line_[i] == ')' || line_[i] == ']') && depth > 0) --depth;
        if (line_[i] != ':' || (skips_brackets && depth > 0)) continue;
        if (auto label = longest_label(begin, i)) {
          found.push_back(*label);
          begin = i + 1;
          depth = 0;
        }
      }
      if (!found.empty()) break;
    }
    return found;
  }

  std::optional<Found> longest_label(std::size_t begin, std::size_t colon) const {
    const std::size_t first = colon > begin + kLongestLabel ? colon - kLongestLabel : begin;
    for (std::size_t i = first; i < colon; ++i) {
      if (is_blank(line_[i]) || (i > begin && !is_blank(line_[i - 1]))) continue;
      Found found = find_label(line_.substr(i, colon - i));
      if (!found.label) continue;
      found.begin = i;
      found.value = colon + 1;
      return found;
    }
    return std::nullopt;
  }

  Found find_label(std::string_view text) const {
    const std::string plain = plain_label(text);
    if (const auto whole = by_name_.find(plain); whole != by_name_.end()) return {whole->second};
    const std::size_t blank = plain.find_last_of(' ');
    if (blank == std::string::npos || plain.find_first_not_of("0123456789", blank + 1) != std::string::npos)
      return {};
    const auto header = by_name_.find(plain.substr(0, blank));
    if (header == by_name_.end() || header->second->content != MbdmContent::header) return {};
    return {header->second, 0, 0, plain.substr(blank + 1)};
  }

  void add(const Found& found, std::string_view value) {
    MbdmEntry entry;
    entry.label = found.label;
    entry.place = place_of(found.begin);
    if (!found.number.empty()) entry.append(found.number, entry.place);
    if (!value.empty()) entry.append(value, place_of(value));
    entries_.push_back(std::move(entry));
  }

  // A header without a colon, more of the last value, or something else.
  void read_unlabelled(std::string_view text) {
    if (Found header = find_label(text); header.label && header.label->content == MbdmContent::header) {
      header.begin = offset_of(text);
      add(header, "");
    } else if (takes_more(text)) {
      entries_.back().append(text, place_of(text));
    } else if (!read_without_colon(text)) {
      const bool can_be_a_name = entries_.empty() && beginning_ == MbdmBeginning::name;
      if (text.find(':') != std::string_view::npos && !can_be_a_name)
        report_unknown(text);
      else
        add_bare(text);
    }
  }

  void add_bare(std::string_view text) {
    MbdmEntry entry;
    entry.place = place_of(text);
    entry.append(text, entry.place);
    entries_.push_back(std::move(entry));
  }

  bool takes_more(std::string_view text) const {
    constexpr std::size_t kMostPieces = 200;
    if (entries_.empty() || !entries_.back().label || entries_.back().pieces.size() >= kMostPieces)
      return false;
    const MbdmEntry& last = entries_.back();
    switch (last.label->content) {
      case MbdmContent::words:
        return last.value.empty() && text.find(':') == std::string_view::npos;
      case MbdmContent::numbers:
        return (is_ascii_digit(text[0]) ||
                std::string_view("+-.,").find(text[0]) != std::string_view::npos) &&
               count_words(last.value) < last.label->count;
      case MbdmContent::expressions:
        return is_open(last.value, last.label->count) || !begins_value(text[0]);
      case MbdmContent::header:
        return false;
    }
    return false;
  }

  static int count_words(std::string_view text) {
    int words = 0;
    bool is_inside = false;
    for (const char c : text) {
      const bool is_part = !is_blank(c) && c != ',';
      words += is_part && !is_inside ? 1 : 0;
      is_inside = is_part;
    }
    return words;
  }

  static bool begins_value(char c) {
    return is_ascii_digit(c) || is_ascii_letter(c) || c == '(' || c == '.' || c == '_';
  }

  // Whether expressions cannot end here: brackets or choices are open, an operator or an expression is
  // missing.
  static bool is_open(std::string_view text, int count) {
    int depth = 0, choices = 0, commas = 0;
    for (const char c : text) {
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      choices += c == '?' ? 1 : c == ':' ? -1 : 0;
      commas += c == ',' && depth == 0 ? 1 : 0;
    }
    const bool ends_in_operator =
        text.empty() || std::string_view("+-*/^%?:,<>=&|!(").find(text.back()) != std::string_view::npos;
    return depth > 0 || choices > 0 || ends_in_operator || commas + 1 < count;
  }

  // "dt 0.001"
  bool read_without_colon(std::string_view text) {
    for (std::size_t end = std::min(text.size(), kLongestLabel); end > 0; --end) {
      if (end < text.size() && !is_blank(text[end])) continue;
      Found found = find_label(text.substr(0, end));
      if (!found.label || found.label->content == MbdmContent::header) continue;
      diagnostics_.error(place_of(text), fmt::format("':' is missing after '{}'", text.substr(0, end)));
      found.begin = offset_of(text);
      add(found, trimmed(text.substr(end)));
      return true;
    }
    return false;
  }

  void report_unknown(std::string_view text) {
    const std::string_view label = trimmed(text.substr(0, text.find(':')));
    std::vector<std::string> names;
    for (const MbdmLabel& candidate : labels_) names.push_back(candidate.shown);
    std::string advice = did_you_mean(label, names);
    if (advice.empty()) {
      if (const auto nearest = nearest_word(plain_label(label), plain_)) {
        const auto at = std::find(plain_.begin(), plain_.end(), *nearest) - plain_.begin();
        advice = fmt::format("did you mean '{}'?", labels_[static_cast<std::size_t>(at)].shown);
      }
    }
    diagnostics_.error(place_of(text), fmt::format("'{}' is not a label of this file", label), advice);
  }

  std::size_t offset_of(std::string_view part) const {
    return part.empty() ? line_.size() : static_cast<std::size_t>(part.data() - line_.data());
  }
  SourcePlace place_of(std::string_view part) const { return place_of(offset_of(part)); }
  // Places are asked for from left to right, so that characters are counted once.
  SourcePlace place_of(std::size_t offset) const {
    if (offset < counted_) counted_ = 0, column_ = 1;
    column_ += count_characters(line_.substr(counted_, offset - counted_));
    counted_ = offset;
    return {file_, line_number_, column_};
  }

  std::shared_ptr<const std::string> file_;
  std::span<const MbdmLabel> labels_;
  MbdmBeginning beginning_;
  std::vector<std::string> plain_;
  std::map<std::string, const MbdmLabel*> by_name_;
  Diagnostics& diagnostics_;
  std::string_view line_;
  int line_number_ = 0;
  mutable std::size_t counted_ = 0;
  mutable int column_ = 1;
  std::vector<MbdmEntry> entries_;
};

}  // namespace

std::vector<MbdmEntry> read_mbdm_entries(std::string_view text,
                                         const std::shared_ptr<const std::string>& file,
                                         std::span<const MbdmLabel> labels, MbdmBeginning beginning,
                                         Diagnostics& diagnostics) {
  return EntryReader(file, labels, beginning, diagnostics).read(text);
}

}  // namespace pintle
