// Comparison of a card with its schema.
#include <algorithm>

#include "pintle/base/suggest.h"
#include "pintle/model/checked_card.h"
#include "pintle/model/field_reader.h"
#include "pintle/model/field_text.h"
#include "pintle/model/json_text.h"

namespace pintle {

class CardChecker {
 public:
  CardChecker(const Card& card, const CardSchema& schema, Diagnostics& diagnostics,
              std::string_view driven_unit)
      : card_(card),
        schema_(schema),
        diagnostics_(diagnostics),
        numbers_(describe(card), diagnostics, std::string(driven_unit)) {}

  CheckedCard check() {
    const int errors_before = diagnostics_.error_count();
    report_unknown_and_repeated_fields();
    CheckedCard result;
    result.card_ = card_;
    for (const FieldSchema& field : schema_.fields()) result.fields_.push_back(checked(field));
    result.has_errors_ = diagnostics_.error_count() > errors_before;
    return result;
  }

 private:
  void report_unknown_and_repeated_fields() {
    for (auto field = card_.fields.begin(); field != card_.fields.end(); ++field) {
      if (field->name == "type" || field->name == "name") {
        numbers_.expected(field->value, field->name, "a text");  // a text would not be among the fields
      } else if (!schema_.find(field->name)) {
        report_unknown(*field);
      }
      const bool is_repeated = std::any_of(card_.fields.begin(), field,
                                           [&](const Field& earlier) { return earlier.name == field->name; });
      if (is_repeated)
        diagnostics_.error(field->place, describe(card_) + ": '" + field->name + "' is given twice");
    }
  }

  void report_unknown(const Field& field) {
    const std::vector<std::string> names = schema_.field_names();
    std::string advice = schema_.suggest_field(field.name);
    if (advice.empty()) advice = names.empty() ? "it has no fields" : "the fields are " + quoted_list(names);
    diagnostics_.error(field.place, describe(card_) + ": unknown field '" + field.name + "'", advice);
  }

  CheckedField checked(const FieldSchema& field) {
    CheckedField result;
    result.name = field.name;
    result.type = field.type;
    result.nested_kind = field.kind;
    result.place = card_.place;
    const Value* given = card_.find(field.name);
    result.is_given = given != nullptr;
    result.is_present = given || field.default_value;
    if (given) {
      result.place = given->place();
      read_field(field, *given, numbers_, result);
    } else if (field.default_value) {
      read_field(field, *field.default_value, numbers_, result);
    } else if (field.required) {
      report_missing(field);
    }
    return result;
  }

  void report_missing(const FieldSchema& field) {
    diagnostics_.error(card_.place, describe(card_) + ": missing '" + field.name + "', " + wanted_text(field),
                       "for example \"" + field.name + "\": " + to_json(example_value(field)));
  }

  const Card& card_;
  const CardSchema& schema_;
  Diagnostics& diagnostics_;
  NumberReader numbers_;
};

CheckedCard check_card(const Card& card, const CardSchema& schema, Diagnostics& diagnostics,
                       std::string_view driven_unit) {
  return CardChecker(card, schema, diagnostics, driven_unit).check();
}

CheckedCard check_card(Card card, const SchemaRegistry& registry, Diagnostics& diagnostics,
                       std::string_view driven_unit) {
  const CardSchema* schema = registry.resolve(card, card.place, diagnostics);
  if (schema) return check_card(card, *schema, diagnostics, driven_unit);
  return CheckedCard::in_error(std::move(card));
}

}  // namespace pintle
