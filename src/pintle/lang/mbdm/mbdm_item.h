// An item of a file of MBDM (a body, a joint, a mooring line, ...) and the values of its lines.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/lang/mbdm/mbdm_text.h"
#include "pintle/math/types.h"
#include "pintle/model/value.h"

namespace pintle {

struct MbdmWord {
  std::string text;
  SourcePlace place;
};

// What blanks and commas part; no more than `most`.
std::vector<MbdmWord> words_of(const MbdmEntry& entry, std::size_t most);

struct MbdmNumbers {
  std::vector<double> values;
  std::vector<SourcePlace> places;  // one for each
  SourcePlace place;

  double operator[](int i) const { return values[static_cast<std::size_t>(i)]; }
  const SourcePlace& place_of(int i) const { return places[static_cast<std::size_t>(i)]; }
  Vec3 vector() const { return {values[0], values[1], values[2]}; }
  Value to_value() const;  // a list, or the number when there is just one
};

// The lines of one item. What is wrong with a line is reported with the item's name in front.
class MbdmItem {
 public:
  MbdmItem(std::string what, SourcePlace place, Diagnostics& diagnostics)
      : what_(std::move(what)), place_(std::move(place)), diagnostics_(&diagnostics) {}

  // A line given again replaces the earlier one, with a warning, unless it is one of many.
  void add(const MbdmEntry& entry);

  const std::string& what() const { return what_; }  // "joint 3"
  void call(std::string what) { what_ = std::move(what); }
  const std::string& title() const { return title_; }  // what the header says: "1"
  void set_title(std::string title) { title_ = std::move(title); }
  const SourcePlace& place() const { return place_; }
  bool is_empty() const { return entries_.empty(); }
  bool has(std::string_view label) const { return find(label) != nullptr; }
  const MbdmEntry* find(std::string_view label) const;

  // Nothing when the line is missing or wrong, which then has been said; `optional_` ones may be missing.
  std::optional<MbdmNumbers> numbers(std::string_view label) const;
  std::optional<MbdmNumbers> optional_numbers(std::string_view label) const;
  std::vector<MbdmNumbers> all_numbers(std::string_view label) const;  // of all lines that are right
  std::size_t count(std::string_view label) const;
  std::optional<double> number(std::string_view label) const;
  std::optional<int> integer(std::string_view label) const;
  std::optional<bool> flag(std::string_view label) const;  // 0 or 1; false when missing
  std::string text(std::string_view label) const;          // "" when missing
  SourcePlace place_of(std::string_view label) const;      // of the value; of the item when missing

  void error(const SourcePlace& place, std::string_view problem, std::string advice = "") const;
  void warning(const SourcePlace& place, std::string_view problem, std::string advice = "") const;
  void note(const SourcePlace& place, std::string_view problem, std::string advice = "") const;
  void report_missing(std::string_view label) const;
  Diagnostics& diagnostics() const { return *diagnostics_; }

 private:
  std::optional<MbdmNumbers> read(const MbdmEntry& entry) const;
  std::optional<double> read_word(const MbdmEntry& entry, const MbdmWord& word) const;
  std::string titled(std::string_view problem) const;

  std::string what_, title_;
  SourcePlace place_;
  std::vector<MbdmEntry> entries_;
  Diagnostics* diagnostics_;
};

// A file as a list of items, with lines in front of the first.
struct MbdmList {
  MbdmItem head;
  std::vector<MbdmItem> items;
};

struct MbdmListSyntax {
  std::span<const MbdmLabel> labels;
  std::size_t head = 1;     // the first so many labels are those of the head
  std::string_view header;  // begins an item; so does
  std::string_view first;   // this line when the item has it already
  std::string_view kind;    // of an item, in messages
  bool has_titles = false;  // a line without a label begins an item, too
};

MbdmList read_mbdm_list(std::string_view text, const std::shared_ptr<const std::string>& file,
                        const MbdmListSyntax& syntax, Diagnostics& diagnostics);

// A whole number that an ID or a count may be.
std::optional<int> as_integer(double number);

// "3 bodies are announced, but 2 follow" unless both are equal.
void check_count(const MbdmItem& item, std::string_view label, std::size_t follow, std::string_view what);

}  // namespace pintle
