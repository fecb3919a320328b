#include "pintle/drives/table_file.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace pintle {

namespace {

constexpr std::string_view kBlanks = " \t\r,";

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(kBlanks);
  return first == text.npos ? std::string_view() : text.substr(first);
}

// Takes a number off the front; nothing when there is none.
std::optional<double> take_number(std::string_view& text) {
  text = trimmed(text);
  const bool has_plus = text.starts_with('+') && !text.substr(1).starts_with('-');
  double value = 0.0;
  const char* const first = text.data() + (has_plus ? 1 : 0);
  const auto [end, problem] = std::from_chars(first, text.data() + text.size(), value);
  if (problem != std::errc{} || !std::isfinite(value)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

void read_comment(std::string_view comment, NumberTable& table) {
  comment = trimmed(comment);
  const auto after = [&](std::string_view words, std::optional<double>& target) {
    if (!comment.starts_with(words)) return;
    std::string_view rest = comment.substr(words.size());
    if (const auto value = take_number(rest)) target = value;
  };
  after("initial time:", table.initial_time);
  after("time step:", table.time_step);
}

}  // namespace

std::vector<double> NumberTable::column(std::size_t index, std::size_t count) const {
  std::vector<double> result;
  result.reserve(count);
  for (std::size_t row = 0; row < count; ++row) result.push_back(numbers[row * columns + index]);
  return result;
}

Result<NumberTable> parse_table(std::string_view text) {
  NumberTable table;
  for (std::size_t line_number = 1; !text.empty(); ++line_number) {
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    const auto comment = line.find('#');
    if (comment != line.npos) read_comment(line.substr(comment + 1), table);
    line = line.substr(0, comment);
    std::size_t count = 0;
    for (line = trimmed(line); !line.empty(); line = trimmed(line), ++count) {
      const auto number = take_number(line);
      const bool is_alone = line.empty() || kBlanks.find(line.front()) != kBlanks.npos;
      if (!number || !is_alone)
        return Failure{fmt::format("line {}: expected a number at '{}'", line_number, line.substr(0, 20))};
      table.numbers.push_back(*number);
    }
    if (count == 0) continue;
    if (table.columns == 0) table.columns = count;
    if (count != table.columns)
      return Failure{
          fmt::format("line {} has {} numbers, the lines before have {}", line_number, count, table.columns)};
  }
  if (table.numbers.empty()) return Failure{"it has no numbers"};
  return table;
}

const Result<NumberTable>& TableFiles::read(const std::string& path) {
  const auto known = tables_.find(path);
  if (known != tables_.end()) return known->second;
  const Result<std::string> text = files_.read(path);
  return tables_.emplace(path, text ? parse_table(*text) : Failure{text.message()}).first->second;
}

}  // namespace pintle
