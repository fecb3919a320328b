// The declaration of a card: its fields with types, units, defaults and limits. Declared once; the reader,
// the manual, the Python keywords and the suggestions all come from here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/base/geometry.h"
#include "pintle/model/value.h"

namespace pintle {

enum class FieldType {
  real,  // a number, or a text with a unit: "15 kN"
  integer,
  boolean,
  text,
  vector2,
  vector3,
  vector6,
  matrix3,      // 3 rows, or the 3 numbers of a diagonal
  matrix6,      // 6 rows, or the 6 numbers of a diagonal
  square,       // n rows, the n numbers of a diagonal, or one number; n follows from the use
  orientation,  // matrix, angles, rotation vector, quaternion or two axes
  inertia,      // 3 moments, 3 rows, or xx, yy, zz, xy, xz, yz
  attachment,   // node with offset and orientation, or ground
  node,         // the name of a node
  item,         // the name of another card of a given kind
  drive,        // a number, an expression, the name of a drive, or a nested drive card
  drive3,       // three drives, one drive and a direction, or a sum of vectors with a drive each
  drives,  // a drive per component, or a sum of vectors with a drive each; the number follows from the use
  choice,  // one of some words
  reals,   // a list of numbers
  table,   // rows of numbers with named columns
  card,    // one nested card of a given kind
  cards,   // a list of nested cards of a given kind
  named_card,   // the name of a card of a given kind, or such a card written out
  named_cards,  // a list of those
  map,          // anything by name; the card's own code reads it
};

std::string_view to_string(FieldType type);

struct Limit {
  double value = 0.0;
  bool is_exclusive = false;
};

struct ColumnSchema {
  std::string name;
  std::string unit;
};

// What a text is, where it is more than words.
enum class TextMeaning : std::uint8_t { words, names, formula, quantity, quantities };

// The unit of a law's number: powers of the unit of its force, of its strain, and of the second.
struct LawUnit {
  int force = 0, strain = 0, seconds = 0;
};

struct FieldSchema {
  std::string name;
  FieldType type = FieldType::real;
  // SI. "" is a pure number; "m or rad" allows both; "N, N m" gives the halves of a vector6,
  // "N/m, N/rad, N m/rad" the blocks (11, 12 = 21, 22) of a matrix6; "any", "any/s", ... is the unit of the
  // quantity that a drive drives, known only where it is used.
  std::string unit;
  std::string doc;
  bool required = true;
  std::optional<Value> default_value;
  std::optional<Limit> minimum;
  std::optional<Limit> maximum;
  std::vector<std::string> choices;
  std::vector<std::string> synonyms;
  std::vector<ColumnSchema> columns;  // of a table
  std::string kind;  // of the card(s) that an item, a card or a named card is, or that a text names
  TextMeaning text_meaning = TextMeaning::words;
  // In ground axes, unless the field that `axes_of` names is true, or is a node that has axes.
  Geometry geometry = Geometry::own;
  std::string axes_of;
  std::optional<LawUnit> law_unit;    // of a number of a law
  std::string law_force, law_strain;  // of a law that an element takes: "N, N m", "m, rad"
  std::optional<Value> example;
};

// What to do instead of giving a field that there is not.
struct FieldHint {
  std::vector<std::string> names;
  std::string advice;
};

// How MBDyn's language spells a card: the words that choose it, and its arguments (lang/mbdyn/syntax.h).
struct MbdynSpelling {
  std::vector<std::string> keywords;
  std::string syntax;
};

// Declares one field per line; what follows a field refines it:
//   CardSchema schema("body", "rigid_body");
//   schema.summary("A rigid body fixed to a node.");
//   schema.node("node", "the node that carries the body");
//   schema.real("mass", "total mass").unit("kg").positive();
//   schema.vector3("center_of_mass", "from the node, in its frame").unit("m").optional(Value::list({0, 0,
//   0}));
// Mistakes in a declaration (a name twice, a unit that is none) throw std::logic_error.
class CardSchema {
 public:
  CardSchema(std::string kind, std::string type);

  CardSchema& summary(std::string text);
  CardSchema& alias(const std::string& other_type_name);
  CardSchema& mbdyn(std::vector<std::string> keywords, std::string syntax = "");
  // Words of other programs, which are not read but lead to suggestions: for the card, and for what is set in
  // another way than by a field of that name.
  CardSchema& synonyms(const std::vector<std::string>& words);
  CardSchema& hint(std::vector<std::string> names, std::string advice);

  CardSchema& real(std::string name, std::string doc = "") {
    return add(std::move(name), FieldType::real, std::move(doc));
  }
  CardSchema& integer(std::string name, std::string doc = "") {
    return add(std::move(name), FieldType::integer, std::move(doc));
  }
  CardSchema& boolean(std::string name, std::string doc = "") {
    return add(std::move(name), FieldType::boolean, std::move(doc));
  }
  CardSchema& text(std::string name, std::string doc = "") {
    return add(std::move(name), FieldType::text, std::move(doc));
  }
  CardSchema& vector2(std::string name, std::string doc = "") {
    return add(std::move(name), FieldType::vector2, std::move(doc));
  }
  CardSchema& vector3(std::string name, std::string doc = "") {
    return add(std::move(name), FieldType::vector3, std::move(doc));
  }
  CardSchema& vector6(std::string name, std::string doc = "") {
    return add(std::move(name), FieldType::vector6, std::move(doc));
  }
  CardSchema& matrix3(std::string name, std::string doc = "") {
    return add(std::move(name), FieldType::matrix3, std::move(doc));
  }
  CardSchema& matrix6(std::string name, std::string doc = "") {
    return add(std::move(name), FieldType::matrix6, std::move(doc));
  }
  CardSchema& square(std::string name, std::string doc = "") {
    return add(std::move(name), FieldType::square, std::move(doc));
  }
  CardSchema& orientation(std::string name, std::string doc = "") {
    return add(std::move(name), FieldType::orientation, std::move(doc));
  }
  CardSchema& inertia(std::string name, std::string doc = "");  // in kg m^2 unless told otherwise
  CardSchema& attachment(std::string name, std::string doc = "") {
    return add(std::move(name), FieldType::attachment, std::move(doc));
  }
  CardSchema& node(std::string name, std::string doc = "") {
    return add(std::move(name), FieldType::node, std::move(doc));
  }
  CardSchema& item(std::string name, std::string kind, std::string doc = "");
  CardSchema& drive(std::string name, std::string doc = "") {
    return add(std::move(name), FieldType::drive, std::move(doc));
  }
  CardSchema& drive3(std::string name, std::string doc = "") {
    return add(std::move(name), FieldType::drive3, std::move(doc));
  }
  CardSchema& drives(std::string name, std::string doc = "") {
    return add(std::move(name), FieldType::drives, std::move(doc));
  }
  CardSchema& choice(std::string name, std::vector<std::string> choices, std::string doc = "");
  CardSchema& reals(std::string name, std::string doc = "") {
    return add(std::move(name), FieldType::reals, std::move(doc));
  }
  CardSchema& table(std::string name, std::vector<ColumnSchema> columns, std::string doc = "");
  CardSchema& card(std::string name, std::string kind, std::string doc = "");
  CardSchema& cards(std::string name, std::string kind, std::string doc = "");
  CardSchema& named_card(std::string name, std::string kind, std::string doc = "");
  CardSchema& named_cards(std::string name, std::string kind, std::string doc = "");
  CardSchema& map(std::string name, std::string doc = "") {
    return add(std::move(name), FieldType::map, std::move(doc));
  }

  // These refine the last field. Limits hold for each number of a vector or list, in SI.
  CardSchema& unit(std::string unit);
  CardSchema& positive();
  CardSchema& non_negative();
  CardSchema& at_least(double minimum);
  CardSchema& at_most(double maximum);
  CardSchema& above(double minimum);
  CardSchema& below(double maximum);
  CardSchema& optional();                     // may be left out; then CheckedCard::has(name) is false
  CardSchema& optional(Value default_value);  // may be left out; then it has this value
  CardSchema& example(Value value);           // shown in the manual and in messages
  CardSchema& field_synonyms(const std::vector<std::string>& words);
  // What it means, for those who change models: in ground axes, always or unless the field `axes_of` is true
  // or a node with axes; names of cards, with commas between them; an expression; a measured quantity, or
  // some.
  CardSchema& geometry(Geometry geometry, std::string axes_of = "");
  CardSchema& names(std::string kind);
  CardSchema& meaning(TextMeaning meaning);
  CardSchema& law_unit(LawUnit unit);
  CardSchema& law_of(std::string force_unit, std::string strain_unit);

  const std::string& kind() const { return kind_; }
  const std::string& type() const { return type_; }
  std::string printed_type() const;  // "revolute hinge"
  const std::string& summary() const { return summary_; }
  const std::vector<FieldSchema>& fields() const { return fields_; }
  const std::vector<std::string>& aliases() const { return aliases_; }
  const std::vector<std::string>& synonyms() const { return synonyms_; }
  const std::vector<MbdynSpelling>& mbdyn_spellings() const { return mbdyn_spellings_; }
  const FieldSchema* find(std::string_view name) const;
  std::vector<std::string> field_names() const;
  // What a field that there is not may have been meant to be, or how that is said; "" when nobody knows.
  std::string suggest_field(std::string_view name) const;

 private:
  CardSchema& add(std::string name, FieldType type, std::string doc);
  CardSchema& add(std::string name, FieldType type, std::string kind, std::string doc);
  FieldSchema& last(std::string_view refinement);

  std::string kind_;
  std::string type_;
  std::string summary_;
  std::vector<FieldSchema> fields_;
  std::vector<std::string> aliases_;
  std::vector<std::string> synonyms_;
  std::vector<FieldHint> hints_;
  std::vector<MbdynSpelling> mbdyn_spellings_;
};

}  // namespace pintle
