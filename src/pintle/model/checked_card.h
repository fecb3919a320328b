// A card that has been compared with its schema: defaults filled in, SI units, shapes and limits checked.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "pintle/base/diagnostics.h"
#include "pintle/math/types.h"
#include "pintle/model/attachment_desc.h"
#include "pintle/model/card.h"
#include "pintle/model/schema.h"
#include "pintle/model/schema_registry.h"

namespace pintle {

// A drive per component; or vectors (of one length) with a drive each, which add up. A direction is a unit
// vector.
struct DrivesDesc {
  struct Term {
    VecX vector;
    Card drive;
  };
  std::vector<Card> components;
  std::vector<Term> terms;
};

// Numbers in SI, row by row; what a getter returns is made from this.
using CheckedData = std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<double>,
                                 AttachmentDesc>;

struct CheckedField {
  std::string name;
  FieldType type = FieldType::real;
  CheckedData data;         // monostate: not present, in error, or of a type that needs only the value
  Value value;              // as written (drives: with numbers in SI), or the default; null when in error
  SourcePlace place;        // of the value; of the card when it was left out
  bool is_given = false;    // written by the user
  bool is_present = false;  // given, or with a default
  int columns = 0;          // of a table
  std::string nested_kind;  // of a card or cards
};

// Getters of a field in error return a safe value (zero, identity, empty text, the first choice, ground), so
// that assembly can go on and collect all problems. A name or type that the schema does not have throws
// std::logic_error.
class CheckedCard {
 public:
  static CheckedCard in_error(Card card);  // no fields can be read from it

  const std::string& kind() const { return card_.kind; }
  const std::string& type() const { return card_.type; }
  const std::string& name() const { return card_.name; }
  const SourcePlace& place() const { return card_.place; }
  const Card& card() const { return card_; }
  bool has_errors() const { return has_errors_; }

  const CheckedField& field(std::string_view name) const;
  bool has(std::string_view field) const;              // given, or with a default
  bool is_given(std::string_view field) const;         // written by the user
  SourcePlace place_of(std::string_view field) const;  // of the value; of the card when it was left out

  double real(std::string_view field) const;
  int integer(std::string_view field) const;
  bool boolean(std::string_view field) const;
  const std::string& text(std::string_view field) const;  // text, choice, node or item
  const std::string& choice(std::string_view field) const { return text(field); }
  const std::string& node(std::string_view field) const { return text(field); }
  const std::string& item(std::string_view field) const { return text(field); }
  Vec2 vector2(std::string_view field) const;
  Vec3 vector3(std::string_view field) const;
  Vec6 vector6(std::string_view field) const;
  Mat3 matrix3(std::string_view field) const;
  Mat6 matrix6(std::string_view field) const;
  Mat3 orientation(std::string_view field) const;
  Mat3 inertia(std::string_view field) const;
  AttachmentDesc attachment(std::string_view field) const;
  MatX square(std::string_view field) const;  // 1 x 1 for a single number
  const std::vector<double>& reals(std::string_view field) const;
  MatX table(std::string_view field) const;
  const Value& value(std::string_view field) const;  // as written, or the default

  // Nested cards, not yet checked against their own schema. A drive given as a number is a 'constant' drive
  // with field 'value' (in SI), one given as text an 'expression' drive with field 'expression' (which may
  // also be the name of a drive card: the assembler decides).
  Card drive_card(std::string_view field) const;
  DrivesDesc drives(std::string_view field) const;  // drive3 or drives
  Card nested_card(std::string_view field) const;
  std::vector<Card> nested_cards(std::string_view field) const;
  // A card given by its name alone has no type and no fields; one given as a number is a 'constant' with
  // field 'value'.
  Card named_card(std::string_view field) const;
  std::vector<Card> named_cards(std::string_view field) const;

 private:
  friend class CardChecker;
  const CheckedField& field(std::string_view name, std::initializer_list<FieldType> types) const;

  Card card_;
  std::vector<CheckedField> fields_;
  bool has_errors_ = false;
};

// Compares a card with its schema and reports all problems at once. `driven_unit` is the unit that fields
// declared with the unit "any" must have; "any" accepts all.
CheckedCard check_card(const Card& card, const CardSchema& schema, Diagnostics& diagnostics,
                       std::string_view driven_unit = "any");

// The same for a card (a nested one, say) whose schema has yet to be found. An unknown type gives an empty
// card with has_errors().
CheckedCard check_card(Card card, const SchemaRegistry& registry, Diagnostics& diagnostics,
                       std::string_view driven_unit = "any");

}  // namespace pintle
