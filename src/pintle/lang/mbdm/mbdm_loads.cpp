#include "pintle/lang/mbdm/mbdm_loads.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

#include "pintle/base/suggest.h"
#include "pintle/math/expression.h"

namespace pintle {

namespace {

constexpr std::string_view kPoint = "Point (x, y, z in LCS)";
constexpr std::string_view kValue = "Value (x, y, z)";

// Columns of a body's file of results, and what the kernel measures. A = Rz Ry Rx has the angles 321 of the
// kernel, which stand in that order: about z first.
struct Column {
  std::string_view name;
  std::string_view quantity;
};
constexpr std::array<Column, 15> kColumns{{{"x", "position.x"},
                                           {"y", "position.y"},
                                           {"z", "position.z"},
                                           {"vx", "velocity.x"},
                                           {"vy", "velocity.y"},
                                           {"vz", "velocity.z"},
                                           {"Eangx", "euler321.z"},
                                           {"Eangy", "euler321.y"},
                                           {"Eangz", "euler321.x"},
                                           {"LCSomegax", "angular_velocity_local.x"},
                                           {"LCSomegay", "angular_velocity_local.y"},
                                           {"LCSomegaz", "angular_velocity_local.z"},
                                           {"omegax", "angular_velocity.x"},
                                           {"omegay", "angular_velocity.y"},
                                           {"omegaz", "angular_velocity.z"}}};

// Columns that no load can depend on.
constexpr std::array<std::string_view, 9> kAccelerations{"ax",      "ay",   "az",   "LCSepsx", "LCSepsy",
                                                         "LCSepsz", "epsx", "epsy", "epsz"};
constexpr std::array<std::string_view, 3> kIntegrals{"angx", "angy", "angz"};

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Gives the names of a formula to the kernel: "vx3" becomes "node.slider.velocity.x". The views that the
// compiler hands over are parts of the text, so that their places are known.
class FormulaNames {
 public:
  FormulaNames(std::string_view text, const std::vector<MbdmBody>& bodies) : text_(text), bodies_(bodies) {}

  std::optional<int> operator()(std::string_view word) {
    if (word == "t" || word == "time" || word.find('.') != std::string_view::npos) return next_++;
    const auto digits = word.find_last_not_of("0123456789") + 1;
    const std::string_view column = word.substr(0, digits);
    const std::optional<std::string> quantity = quantity_of(column, digits < word.size());
    if (!quantity) return std::nullopt;
    std::size_t id = 0;
    const auto read = std::from_chars(word.data() + digits, word.data() + word.size(), id);
    if (read.ec != std::errc{} || id < 1 || id > bodies_.size()) {
      problem_ = fmt::format("'{}': there is no body {}; IDs are 1 to {}", word, word.substr(digits),
                             bodies_.size());
      return std::nullopt;
    }
    const std::string name = fmt::format("node.{}.{}", mbdm_identifier(bodies_[id - 1].node), *quantity);
    changes_.push_back({static_cast<std::size_t>(word.data() - text_.data()), word.size(), name});
    return next_++;
  }

  std::vector<std::string> known() const {
    std::vector<std::string> names{"t", "time"};
    for (std::size_t id = 1; id <= std::min<std::size_t>(bodies_.size(), 20); ++id)
      for (const Column& column : kColumns) names.push_back(fmt::format("{}{}", column.name, id));
    return names;
  }

  const std::string& problem() const { return problem_; }

  std::string rewritten() const {
    std::string result;
    std::size_t at = 0;
    for (const Change& change : changes_) {
      result += text_.substr(at, change.begin - at);
      result += change.name;
      at = change.begin + change.length;
    }
    return result += text_.substr(at);
  }

 private:
  struct Change {
    std::size_t begin, length;
    std::string name;
  };

  std::optional<std::string> quantity_of(std::string_view column, bool has_id) {
    for (const Column& known : kColumns) {
      if (column != known.name) continue;
      if (has_id) return std::string(known.quantity);
      problem_ = fmt::format("'{0}' of which body? Write {0}1 for body 1", column);
      return std::nullopt;
    }
    if (has_id && contains(kAccelerations, column))
      problem_ = fmt::format(
          "'{}' is an acceleration, which follows from the loads: they cannot depend on it", column);
    if (has_id && contains(kIntegrals, column))
      problem_ =
          fmt::format("'{0}' is an integral over time, which is not measured; E{0} is an angle", column);
    return std::nullopt;
  }

  std::string_view text_;
  const std::vector<MbdmBody>& bodies_;
  std::vector<Change> changes_;
  std::string problem_;
  int next_ = 0;
};

struct Formula {
  std::string_view text;
  std::size_t offset = 0;  // in the value of the entry
};

// At the commas outside brackets.
std::vector<Formula> split_formulas(std::string_view value) {
  std::vector<Formula> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= value.size(); ++i) {
    const char c = i < value.size() ? value[i] : ',';
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (i < value.size() && (c != ',' || depth > 0)) continue;
    std::string_view text = value.substr(begin, i - begin);
    const std::size_t blanks = std::min(text.find_first_not_of(" \t\r"), text.size());
    text.remove_prefix(blanks);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
      text.remove_suffix(1);
    parts.push_back({text, begin + blanks});
    begin = i + 1;
  }
  return parts;
}

class LoadReader {
 public:
  LoadReader(const MbdmItem& item, const std::vector<MbdmBody>& bodies) : item_(item), bodies_(bodies) {}

  std::optional<Card> read(std::string name) const {
    const int errors_before = item_.diagnostics().error_count();
    const auto id = item_.numbers("Body ID");
    const MbdmBody* body = id ? find_mbdm_body(item_, "Body ID", (*id)[0], id->place, bodies_) : nullptr;
    const std::string type = choice("Type", {"force", "moment"}, "");
    const bool is_local = choice("Axes", {"global", "local"}, "global") == "local";
    const auto point = item_.optional_numbers(kPoint);
    if (type == "moment" && point && !point->vector().isZero(0.0))
      item_.warning(point->place, "a moment has no point; this one is not used");
    const auto value = formulas(kValue);
    if (!value || !body || item_.diagnostics().error_count() > errors_before) return std::nullopt;
    Card card{"load", type == "force" ? "force" : "couple", std::move(name), item_.place(), {}};
    Value at = Value::map({{"node", body->node}}).set_place(id->place);
    if (point && type == "force") at.as_map().push_back({"offset", point->place, point->to_value()});
    card.set("at", std::move(at)).set("value", *value).set("follower", is_local);
    return card;
  }

  std::optional<Value> formulas(std::string_view label) const {
    const MbdmEntry* entry = item_.find(label);
    if (!entry) {
      item_.report_missing(label);
      return std::nullopt;
    }
    const std::vector<Formula> parts = split_formulas(entry->value);
    if (parts.size() != 3) {
      item_.error(entry->value_place(), fmt::format("{}: expected 3 expressions, got {}", label,
                                                    entry->value.empty() ? 0 : parts.size()));
      return std::nullopt;
    }
    ValueList values;
    for (const Formula& part : parts)
      if (auto value = formula(*entry, part)) values.push_back(std::move(*value));
    if (values.size() < 3) return std::nullopt;
    return Value(std::move(values)).set_place(entry->value_place());
  }

 private:
  std::string choice(const std::string& label, const std::vector<std::string>& words,
                     std::string missing) const {
    if (!item_.has(label)) {
      if (missing.empty()) item_.report_missing(label);
      return missing;
    }
    const std::string word = snake_cased(item_.text(label));
    if (std::find(words.begin(), words.end(), word) != words.end()) return word;
    item_.error(item_.place_of(label),
                fmt::format("{}: expected {}, got '{}'", label, quoted_list(words, "or"), item_.text(label)));
    return missing;
  }

  // A number where the formula is constant.
  std::optional<Value> formula(const MbdmEntry& entry, const Formula& part) const {
    FormulaNames names(part.text, bodies_);
    const auto compiled = Expression::compile(part.text, std::ref(names), names.known());
    if (const auto* error = std::get_if<ExpressionError>(&compiled)) {
      item_.error(entry.place_at(part.offset + error->offset),
                  names.problem().empty() ? error->message : names.problem());
      return std::nullopt;
    }
    const SourcePlace place = entry.place_at(part.offset);
    const Expression& expression = std::get<Expression>(compiled);
    if (!expression.inputs_used().empty()) return Value(names.rewritten()).set_place(place);
    return Value(expression.value({})).set_place(place);
  }

  const MbdmItem& item_;
  const std::vector<MbdmBody>& bodies_;
};

}  // namespace

void read_mbdm_loads(std::string_view text, const MbdmFileName& file, const std::vector<MbdmBody>& bodies,
                     Card& gravity, ModelDesc& model, Diagnostics& diagnostics) {
  using enum MbdmContent;
  static const std::vector<MbdmLabel> kLabels{{"Number of loads", numbers},
                                              {"Gravity", expressions, 3, {"gravity in gcs"}},
                                              {"Load", header},
                                              {"Body ID", numbers, 1, {"body"}},
                                              {"Type", words},
                                              {"Axes", words},
                                              {std::string(kPoint), numbers, 3},
                                              {std::string(kValue), expressions, 3}};
  const MbdmList list =
      read_mbdm_list(text, file, {kLabels, 2, "Load", "Body ID", "load", false}, diagnostics);
  check_count(list.head, "Number of loads", list.items.size(), list.items.size() == 1 ? "load" : "loads");
  if (list.head.has("Gravity"))
    if (auto acceleration = LoadReader(list.head, bodies).formulas("Gravity"))
      gravity.set("acceleration", std::move(*acceleration));
  for (std::size_t i = 0; i < list.items.size(); ++i)
    if (auto card = LoadReader(list.items[i], bodies).read(fmt::format("load {}", i + 1)))
      model.cards.push_back(std::move(*card));
}

}  // namespace pintle
