#include "pintle/model/schema.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "pintle/base/suggest.h"
#include "pintle/model/card.h"
#include "pintle/model/expected_unit.h"

namespace pintle {
namespace {

// In the order of the enumeration.
constexpr auto kTypeNames = std::to_array<std::string_view>(
    {"real",    "integer", "boolean",    "text",        "vector2", "vector3",    "vector6",
     "matrix3", "matrix6", "square",     "orientation", "inertia", "attachment", "node",
     "item",    "drive",   "drive3",     "drives",      "choice",  "reals",      "table",
     "card",    "cards",   "named_card", "named_cards", "map"});
static_assert(kTypeNames.size() == static_cast<std::size_t>(FieldType::map) + 1);

}  // namespace

std::string_view to_string(FieldType type) { return kTypeNames[static_cast<std::size_t>(type)]; }

CardSchema::CardSchema(std::string kind, std::string type) : kind_(std::move(kind)), type_(std::move(type)) {
  if (type_.empty() || type_ != snake_cased(type_)) {
    throw std::logic_error("schema: the type '" + type_ + "' is not in snake_case");
  }
}

CardSchema& CardSchema::summary(std::string text) {
  summary_ = std::move(text);
  return *this;
}

CardSchema& CardSchema::alias(const std::string& other_type_name) {
  aliases_.push_back(snake_cased(other_type_name));
  return *this;
}

CardSchema& CardSchema::mbdyn(std::vector<std::string> keywords, std::string syntax) {
  mbdyn_spellings_.push_back({std::move(keywords), std::move(syntax)});
  return *this;
}

CardSchema& CardSchema::synonyms(const std::vector<std::string>& words) {
  synonyms_.insert(synonyms_.end(), words.begin(), words.end());
  return *this;
}

CardSchema& CardSchema::hint(std::vector<std::string> names, std::string advice) {
  hints_.push_back({std::move(names), std::move(advice)});
  return *this;
}

CardSchema& CardSchema::add(std::string name, FieldType type, std::string doc) {
  const bool is_reserved = name.empty() || name == "type" || name == "name";
  if (is_reserved || find(name)) {
    throw std::logic_error("schema '" + type_ + "': the field name '" + name + "' is taken");
  }
  FieldSchema field;
  field.name = std::move(name);
  field.type = type;
  field.doc = std::move(doc);
  fields_.push_back(std::move(field));
  return *this;
}

CardSchema& CardSchema::add(std::string name, FieldType type, std::string kind, std::string doc) {
  add(std::move(name), type, std::move(doc));
  fields_.back().kind = std::move(kind);
  return *this;
}

FieldSchema& CardSchema::last(std::string_view refinement) {
  if (fields_.empty()) {
    throw std::logic_error("schema '" + type_ + "': " + std::string(refinement) +
                           "() comes before any field");
  }
  return fields_.back();
}

CardSchema& CardSchema::inertia(std::string name, std::string doc) {
  return add(std::move(name), FieldType::inertia, std::move(doc)).unit("kg m^2");
}

CardSchema& CardSchema::item(std::string name, std::string kind, std::string doc) {
  return add(std::move(name), FieldType::item, std::move(kind), std::move(doc));
}

CardSchema& CardSchema::choice(std::string name, std::vector<std::string> choices, std::string doc) {
  add(std::move(name), FieldType::choice, std::move(doc));
  if (choices.empty()) throw std::logic_error("schema '" + type_ + "': a choice between nothing");
  fields_.back().choices = std::move(choices);
  return *this;
}

CardSchema& CardSchema::table(std::string name, std::vector<ColumnSchema> columns, std::string doc) {
  add(std::move(name), FieldType::table, std::move(doc));
  if (columns.empty()) throw std::logic_error("schema '" + type_ + "': a table without columns");
  for (const ColumnSchema& column : columns) require_valid_unit(column.unit);
  fields_.back().columns = std::move(columns);
  return *this;
}

CardSchema& CardSchema::card(std::string name, std::string kind, std::string doc) {
  return add(std::move(name), FieldType::card, std::move(kind), std::move(doc));
}

CardSchema& CardSchema::cards(std::string name, std::string kind, std::string doc) {
  return add(std::move(name), FieldType::cards, std::move(kind), std::move(doc));
}

CardSchema& CardSchema::named_card(std::string name, std::string kind, std::string doc) {
  return add(std::move(name), FieldType::named_card, std::move(kind), std::move(doc));
}

CardSchema& CardSchema::named_cards(std::string name, std::string kind, std::string doc) {
  return add(std::move(name), FieldType::named_cards, std::move(kind), std::move(doc));
}

CardSchema& CardSchema::unit(std::string unit) {
  require_valid_unit(unit);
  last("unit").unit = std::move(unit);
  return *this;
}

CardSchema& CardSchema::positive() { return above(0.0); }
CardSchema& CardSchema::non_negative() { return at_least(0.0); }

CardSchema& CardSchema::at_least(double minimum) {
  last("at_least").minimum = Limit{minimum, false};
  return *this;
}

CardSchema& CardSchema::at_most(double maximum) {
  last("at_most").maximum = Limit{maximum, false};
  return *this;
}

CardSchema& CardSchema::above(double minimum) {
  last("above").minimum = Limit{minimum, true};
  return *this;
}

CardSchema& CardSchema::below(double maximum) {
  last("below").maximum = Limit{maximum, true};
  return *this;
}

CardSchema& CardSchema::optional() {
  last("optional").required = false;
  return *this;
}

CardSchema& CardSchema::optional(Value default_value) {
  FieldSchema& field = last("optional");
  field.required = false;
  field.default_value = std::move(default_value);
  return *this;
}

CardSchema& CardSchema::example(Value value) {
  last("example").example = std::move(value);
  return *this;
}

CardSchema& CardSchema::field_synonyms(const std::vector<std::string>& words) {
  std::vector<std::string>& synonyms = last("field_synonyms").synonyms;
  synonyms.insert(synonyms.end(), words.begin(), words.end());
  return *this;
}

std::string CardSchema::printed_type() const { return spaced(type_); }

CardSchema& CardSchema::geometry(Geometry geometry, std::string axes_of) {
  FieldSchema& field = last("geometry");
  field.geometry = geometry;
  field.axes_of = std::move(axes_of);
  return *this;
}

CardSchema& CardSchema::names(std::string kind) {
  last("names").kind = std::move(kind);
  return meaning(TextMeaning::names);
}

CardSchema& CardSchema::meaning(TextMeaning meaning) {
  last("meaning").text_meaning = meaning;
  return *this;
}

CardSchema& CardSchema::law_unit(LawUnit unit) {
  last("law_unit").law_unit = unit;
  return *this;
}

CardSchema& CardSchema::law_of(std::string force_unit, std::string strain_unit) {
  require_valid_unit(force_unit);
  require_valid_unit(strain_unit);
  FieldSchema& field = last("law_of");
  field.law_force = std::move(force_unit);
  field.law_strain = std::move(strain_unit);
  return *this;
}

const FieldSchema* CardSchema::find(std::string_view name) const {
  for (const FieldSchema& field : fields_) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

std::vector<std::string> CardSchema::field_names() const {
  std::vector<std::string> names;
  for (const FieldSchema& field : fields_) names.push_back(field.name);
  return names;
}

std::string CardSchema::suggest_field(std::string_view name) const {
  const auto is_meant = [&](const std::string& word) { return is_same_word(word, name); };
  for (const FieldHint& hint : hints_) {
    if (std::any_of(hint.names.begin(), hint.names.end(), is_meant)) return hint.advice;
  }
  std::vector<Term> terms;
  for (const FieldSchema& field : fields_) terms.push_back({field.name, field.synonyms});
  return did_you_mean(name, terms);
}

}  // namespace pintle
