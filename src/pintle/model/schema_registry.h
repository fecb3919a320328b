// All kinds of cards and all card types that this build knows.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/diagnostics.h"
#include "pintle/model/card.h"
#include "pintle/model/schema.h"

namespace pintle {

struct KindSchema {
  std::string name;          // "joint"
  std::string key;           // "joints": the name of the list in a file; equals `name` for a single
  bool is_single = false;    // at most one in a model: gravity, analysis, solver, output
  bool needs_name = false;   // others refer to it by name
  std::string default_type;  // taken when a card gives no type; "": the only type, if there is just one
  std::vector<std::string> synonyms = {};  // of the key, in the plural unless it is a single
};

class SchemaRegistry {
 public:
  // Knows the kinds node, body, joint, load, element, law, function, drive, gravity, analysis, solver and
  // output.
  SchemaRegistry();

  // These throw std::logic_error when the kind is unknown, the name is taken, or a default or example
  // does not pass the schema's own checks.
  void add_kind(KindSchema kind);
  void set_default_type(std::string_view kind, std::string type);
  void add(CardSchema schema);

  const std::deque<KindSchema>& kinds() const { return kinds_; }
  const KindSchema* find_kind(std::string_view name) const;
  const KindSchema* find_kind_by_key(std::string_view key) const;

  const std::deque<CardSchema>& schemas() const { return schemas_; }
  // The type may be an alias and may be written with spaces. Null when unknown.
  const CardSchema* find(std::string_view kind, std::string_view type) const;
  std::vector<const CardSchema*> of_kind(std::string_view kind) const;

  // The type of a card that gives none; "" when it must give one.
  std::string default_type(std::string_view kind) const;

  // The schema of a card, whose type may be empty (then the default) or an alias; sets card.type to the
  // schema's own name. Unknown: null, and an error with a suggestion at `place`.
  const CardSchema* resolve(Card& card, const SourcePlace& place, Diagnostics& diagnostics) const;

  // "did you mean ...?" of a key or a type that there is not; "" when nothing is near. A type may be one of
  // another kind: "did you mean the load 'couple'?"
  std::string suggest_key(std::string_view key) const;
  std::string suggest_type(std::string_view kind, std::string_view type) const;

  // Every key, type, field name and choice, sorted: the dictionary of a fuzzer or an editor.
  std::vector<std::string> words() const;

 private:
  std::deque<KindSchema> kinds_;  // deques: references stay valid
  std::deque<CardSchema> schemas_;
};

// Names that are missing or used twice within a kind, and singles given twice.
void check_names(const ModelDesc& model, const SchemaRegistry& registry, Diagnostics& diagnostics);

}  // namespace pintle
