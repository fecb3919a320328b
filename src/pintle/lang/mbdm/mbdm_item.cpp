#include "pintle/lang/mbdm/mbdm_item.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace pintle {

std::vector<MbdmWord> words_of(const MbdmEntry& entry, std::size_t most) {
  constexpr std::string_view kSeparators = " \t\r,";
  std::vector<MbdmWord> words;
  const std::string_view text = entry.value;
  for (std::size_t begin = 0; words.size() < most && (begin = text.find_first_not_of(kSeparators, begin)) !=
                                                         std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kSeparators, begin), text.size());
    words.push_back({std::string(text.substr(begin, end - begin)), entry.place_at(begin)});
    begin = end;
  }
  return words;
}

Value MbdmNumbers::to_value() const {
  ValueList list;
  for (std::size_t i = 0; i < values.size(); ++i) list.push_back(Value(values[i]).set_place(places[i]));
  return list.size() == 1 ? list[0] : Value(std::move(list)).set_place(place);
}

void MbdmItem::add(const MbdmEntry& entry) {
  for (MbdmEntry& earlier : entries_) {
    if (earlier.label != entry.label || entry.label->is_repeated) continue;
    warning(entry.place, fmt::format("'{}' is given again; this line is taken instead of line {}",
                                     entry.label->shown, earlier.place.line));
    earlier = entry;
    return;
  }
  entries_.push_back(entry);
}

const MbdmEntry* MbdmItem::find(std::string_view label) const {
  for (const MbdmEntry& entry : entries_)
    if (entry.is(label)) return &entry;
  return nullptr;
}

std::optional<MbdmNumbers> MbdmItem::numbers(std::string_view label) const {
  const MbdmEntry* entry = find(label);
  if (!entry) report_missing(label);
  return entry ? read(*entry) : std::nullopt;
}

std::optional<MbdmNumbers> MbdmItem::optional_numbers(std::string_view label) const {
  const MbdmEntry* entry = find(label);
  return entry ? read(*entry) : std::nullopt;
}

std::vector<MbdmNumbers> MbdmItem::all_numbers(std::string_view label) const {
  std::vector<MbdmNumbers> all;
  for (const MbdmEntry& entry : entries_)
    if (entry.is(label))
      if (auto numbers = read(entry)) all.push_back(std::move(*numbers));
  return all;
}

std::size_t MbdmItem::count(std::string_view label) const {
  return static_cast<std::size_t>(std::count_if(entries_.begin(), entries_.end(),
                                                [&](const MbdmEntry& entry) { return entry.is(label); }));
}

std::optional<double> MbdmItem::number(std::string_view label) const {
  const auto read = numbers(label);
  return read ? std::optional((*read)[0]) : std::nullopt;
}

std::optional<int> MbdmItem::integer(std::string_view label) const {
  const auto read = numbers(label);
  if (!read) return std::nullopt;
  const auto whole = as_integer((*read)[0]);
  if (!whole)
    error(read->place_of(0),
          fmt::format("{}: expected a whole number, got '{}'", label, words_of(*find(label), 1)[0].text));
  return whole;
}

std::optional<bool> MbdmItem::flag(std::string_view label) const {
  if (!find(label)) return false;
  const auto read = numbers(label);
  if (!read) return std::nullopt;
  if ((*read)[0] == 0.0 || (*read)[0] == 1.0) return (*read)[0] == 1.0;
  error(read->place_of(0),
        fmt::format("{}: expected 0 (off) or 1 (on), got '{}'", label, words_of(*find(label), 1)[0].text));
  return std::nullopt;
}

std::string MbdmItem::text(std::string_view label) const {
  const MbdmEntry* entry = find(label);
  return entry ? entry->value : "";
}

SourcePlace MbdmItem::place_of(std::string_view label) const {
  const MbdmEntry* entry = find(label);
  return entry ? entry->value_place() : place_;
}

std::optional<MbdmNumbers> MbdmItem::read(const MbdmEntry& entry) const {
  MbdmNumbers result;
  result.place = entry.value_place();
  const std::vector<MbdmWord> words = words_of(entry, static_cast<std::size_t>(entry.label->count) + 1);
  const auto wanted = static_cast<std::size_t>(entry.label->count);
  for (std::size_t i = 0; i < std::min(words.size(), wanted); ++i) {
    const auto number = read_word(entry, words[i]);
    if (!number) return std::nullopt;
    result.values.push_back(*number);
    result.places.push_back(words[i].place);
  }
  if (words.size() == wanted) return result;
  const std::string expected =
      fmt::format("{}: expected {} number{}, ", entry.label->shown, wanted, wanted == 1 ? "" : "s");
  if (words.empty())
    error(entry.place, expected + "got none");
  else if (words.size() < wanted)
    error(words.back().place, expected + fmt::format("got {}: '{}'", words.size(), entry.value));
  else
    error(words[wanted].place, expected + fmt::format("got more: '{}'", words[wanted].text));
  return std::nullopt;
}

std::optional<double> MbdmItem::read_word(const MbdmEntry& entry, const MbdmWord& word) const {
  const std::string_view text = std::string_view(word.text).substr(word.text.starts_with('+') ? 1 : 0);
  double number = 0.0;
  const auto [last, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = problem != std::errc::invalid_argument && last == text.data() + text.size();
  if (is_whole && problem == std::errc{} && std::isfinite(number)) return number;
  if (is_whole) {
    error(word.place, fmt::format("{}: the number '{}' is out of range", entry.label->shown, word.text));
    return std::nullopt;
  }
  const std::size_t exponent = word.text.find_first_of("dD");
  std::string advice;
  if (exponent != std::string::npos && exponent > 0) {
    std::string corrected = word.text;
    corrected[exponent] = 'e';
    double ignored = 0.0;
    const auto [end, bad] = std::from_chars(corrected.data(), corrected.data() + corrected.size(), ignored);
    if (bad == std::errc{} && end == corrected.data() + corrected.size())
      advice = fmt::format("write {}", corrected);
  }
  error(word.place, fmt::format("{}: expected a number, got '{}'", entry.label->shown, word.text),
        std::move(advice));
  return std::nullopt;
}

std::string MbdmItem::titled(std::string_view problem) const {
  return what_.empty() ? std::string(problem) : fmt::format("{}: {}", what_, problem);
}

void MbdmItem::error(const SourcePlace& place, std::string_view problem, std::string advice) const {
  diagnostics_->error(place, titled(problem), std::move(advice));
}

void MbdmItem::warning(const SourcePlace& place, std::string_view problem, std::string advice) const {
  diagnostics_->warning(place, titled(problem), std::move(advice));
}

void MbdmItem::note(const SourcePlace& place, std::string_view problem, std::string advice) const {
  diagnostics_->note(place, titled(problem), std::move(advice));
}

void MbdmItem::report_missing(std::string_view label) const {
  error(place_, fmt::format("the line '{}:' is missing", label));
}

namespace {

class ListReader {
 public:
  ListReader(const MbdmListSyntax& syntax, const std::shared_ptr<const std::string>& file,
             Diagnostics& diagnostics)
      : syntax_(syntax), list_{MbdmItem("", {file, 1, 1}, diagnostics), {}}, diagnostics_(diagnostics) {}

  MbdmList read(const std::vector<MbdmEntry>& entries) {
    for (const MbdmEntry& entry : entries) read_entry(entry);
    return std::move(list_);
  }

 private:
  void read_entry(const MbdmEntry& entry) {
    const bool is_title = !entry.label && syntax_.has_titles;
    if (!entry.label && !is_title) {
      diagnostics_.error(entry.place, fmt::format("'{}' stands here without a label", entry.value));
    } else if (is_title || entry.is(syntax_.header)) {
      begin(entry);
    } else if (entry.label < syntax_.labels.data() + syntax_.head) {
      list_.head.add(entry);
    } else {
      const bool is_next =
          entry.is(syntax_.first) && !list_.items.empty() && list_.items.back().has(syntax_.first);
      if (list_.items.empty() || (is_next && has_more_than_first())) begin(entry);
      list_.items.back().add(entry);
    }
  }

  bool has_more_than_first() const {
    return std::any_of(syntax_.labels.begin(), syntax_.labels.end(), [&](const MbdmLabel& label) {
      return label.shown != syntax_.first && list_.items.back().has(label.shown);
    });
  }

  void begin(const MbdmEntry& entry) {
    const std::size_t number = list_.items.size() + 1;
    list_.items.emplace_back(fmt::format("{} {}", syntax_.kind, number), entry.place, diagnostics_);
    const bool is_header = !entry.label || entry.label->content == MbdmContent::header;
    if (is_header) list_.items.back().set_title(entry.value);
  }

  const MbdmListSyntax& syntax_;
  MbdmList list_;
  Diagnostics& diagnostics_;
};

}  // namespace

MbdmList read_mbdm_list(std::string_view text, const std::shared_ptr<const std::string>& file,
                        const MbdmListSyntax& syntax, Diagnostics& diagnostics) {
  return ListReader(syntax, file, diagnostics)
      .read(read_mbdm_entries(text, file, syntax.labels, MbdmBeginning::entry, diagnostics));
}

std::optional<int> as_integer(double number) {
  constexpr double kLargest = 2e9;
  if (std::abs(number) > kLargest || number != std::floor(number)) return std::nullopt;
  return static_cast<int>(number);
}

void check_count(const MbdmItem& item, std::string_view label, std::size_t follow, std::string_view what) {
  const auto announced = item.integer(label);
  if (!announced || static_cast<std::size_t>(*announced) == follow) return;
  item.error(item.place_of(label),
             fmt::format("{}: {} announced, but {} {} follow{}", label, *announced, follow, what,
                         follow == 1 ? "s" : ""),
             fmt::format("write {}, or add what is missing", follow));
}

}  // namespace pintle
