// What was said: a model is a list of cards, a card a list of named fields.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/source_place.h"
#include "pintle/model/value.h"

namespace pintle {

struct Field {
  std::string name;
  Value value;
  SourcePlace place;  // of the name; the value knows its own

  friend bool operator==(const Field& a, const Field& b) { return a.name == b.name && a.value == b.value; }
};

// Node, body, joint, load, drive, gravity, analysis, ...: all are cards. `type` is in snake_case.
struct Card {
  std::string kind;
  std::string type;
  std::string name;
  SourcePlace place;
  std::vector<Field> fields;

  const Value* find(std::string_view field) const;
  Card& set(std::string field, Value value);  // adds or replaces; returns *this, so calls can be chained

  // Deep equality; places do not count.
  friend bool operator==(const Card& a, const Card& b) {
    return a.kind == b.kind && a.type == b.type && a.name == b.name && a.fields == b.fields;
  }
};

// "joint 'crank pin' (revolute hinge)", as messages name a card.
std::string describe(const Card& card);

// "revolute_hinge" -> "revolute hinge"
std::string spaced(std::string_view snake_case_name);

// "Revolute hinge", "revolute-hinge" -> "revolute_hinge"
std::string snake_cased(std::string_view name);

// The card written as a map: "type", "name" and the fields. A nested card without a type gets `type` = "".
Card card_from_map(std::string kind, const Value& map);

struct ModelDesc {
  std::string title;
  std::vector<Card> cards;
  std::shared_ptr<const std::string> file;

  const Card* find(std::string_view kind, std::string_view name) const;
  const Card* find_single(std::string_view kind) const;  // "gravity", "analysis", ...
  std::vector<const Card*> of_kind(std::string_view kind) const;

  // Same title and, kind by kind, the same cards in the same order. The order between different kinds
  // carries no meaning; files and places do not count.
  friend bool operator==(const ModelDesc& a, const ModelDesc& b);
};

}  // namespace pintle
