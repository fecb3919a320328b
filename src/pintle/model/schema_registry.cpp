#include "pintle/model/schema_registry.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "pintle/base/suggest.h"
#include "pintle/model/field_reader.h"

namespace pintle {
namespace {

// The default or example of a field must itself be what the field asks for.
void require_readable(const CardSchema& schema, const FieldSchema& field, const Value& value) {
  Diagnostics diagnostics;
  CheckedField result;
  read_field(field, value, NumberReader(schema.kind() + " " + schema.type(), diagnostics), result);
  if (diagnostics.has_errors()) throw std::logic_error("schema: " + diagnostics.items().front().message);
}

std::string with_article(const std::string& noun) {
  const bool starts_with_vowel = std::string_view("aeiou").find(noun.front()) != std::string_view::npos;
  return (starts_with_vowel ? "an " : "a ") + noun;
}

std::vector<std::string> type_names(const std::vector<const CardSchema*>& schemas) {
  std::vector<std::string> names;
  for (const CardSchema* schema : schemas) names.push_back(schema->type());
  return names;
}

// With its words in MBDyn's language, too.
Term term_of(const CardSchema& schema) {
  Term term{schema.type(), schema.synonyms()};
  term.synonyms.insert(term.synonyms.end(), schema.aliases().begin(), schema.aliases().end());
  for (const MbdynSpelling& spelling : schema.mbdyn_spellings())
    term.synonyms.insert(term.synonyms.end(), spelling.keywords.begin(), spelling.keywords.end());
  return term;
}

}  // namespace

SchemaRegistry::SchemaRegistry() {
  kinds_ = {
      {.name = "gravity", .key = "gravity", .is_single = true, .needs_name = false, .default_type = ""},
      {.name = "analysis", .key = "analysis", .is_single = true, .needs_name = false, .default_type = ""},
      {.name = "solver", .key = "solver", .is_single = true, .needs_name = false, .default_type = ""},
      {.name = "output", .key = "output", .is_single = true, .needs_name = false, .default_type = ""},
      {.name = "drive", .key = "drives", .is_single = false, .needs_name = true, .default_type = ""},
      {.name = "function", .key = "functions", .is_single = false, .needs_name = true, .default_type = ""},
      {.name = "law", .key = "laws", .is_single = false, .needs_name = true, .default_type = ""},
      {.name = "node", .key = "nodes", .is_single = false, .needs_name = true, .default_type = ""},
      {.name = "body", .key = "bodies", .is_single = false, .needs_name = false, .default_type = ""},
      {.name = "joint", .key = "joints", .is_single = false, .needs_name = false, .default_type = ""},
      {.name = "element", .key = "elements", .is_single = false, .needs_name = false, .default_type = ""},
      {.name = "load", .key = "loads", .is_single = false, .needs_name = false, .default_type = ""},
  };
  const std::map<std::string, std::vector<std::string>> synonyms = {
      {"gravity", {"gravitational_acceleration", "gravity_vector"}},
      {"analysis", {"simulation", "problem", "settings", "simulation_settings"}},
      {"solver", {"integrator", "formulation", "time_integration", "timestepper"}},
      {"output", {"results", "outputs", "sensors", "recorders", "requests"}},
      {"drive", {"signals", "time_functions", "drive_callers", "inputs"}},
      {"function", {"scalar_functions", "curves", "splines"}},
      {"law", {"constitutive_laws", "materials"}},
      {"node", {"frames", "markers", "points", "structural_nodes"}},
      {"body", {"parts", "rigid_bodies", "masses", "links"}},
      {"joint", {"constraints", "links", "connectors", "mobilizers", "springs", "motors"}},
      {"load", {"forces", "torques", "couples", "actuators"}},
  };
  for (KindSchema& kind : kinds_)
    if (const auto found = synonyms.find(kind.name); found != synonyms.end()) kind.synonyms = found->second;
}

void SchemaRegistry::add_kind(KindSchema kind) {
  const bool is_reserved = kind.key == "pintle" || kind.key == "title";
  if (is_reserved || find_kind(kind.name) || find_kind_by_key(kind.key)) {
    throw std::logic_error("schema: the kind '" + kind.name + "' or its key '" + kind.key + "' is taken");
  }
  kinds_.push_back(std::move(kind));
}

void SchemaRegistry::set_default_type(std::string_view kind, std::string type) {
  for (KindSchema& known : kinds_) {
    if (known.name != kind) continue;
    known.default_type = std::move(type);
    return;
  }
  throw std::logic_error("schema: unknown kind '" + std::string(kind) + "'");
}

void SchemaRegistry::add(CardSchema schema) {
  if (!find_kind(schema.kind())) throw std::logic_error("schema: unknown kind '" + schema.kind() + "'");
  std::vector<std::string> names = schema.aliases();
  names.push_back(schema.type());
  for (const std::string& name : names) {
    if (find(schema.kind(), name))
      throw std::logic_error("schema: the " + schema.kind() + " '" + name + "' is taken");
  }
  for (const FieldSchema& field : schema.fields()) {
    if (!field.kind.empty() && !find_kind(field.kind)) {
      throw std::logic_error("schema: " + schema.type() + ": " + field.name + ": unknown kind '" +
                             field.kind + "'");
    }
    if (field.default_value) require_readable(schema, field, *field.default_value);
    if (field.example) require_readable(schema, field, *field.example);
  }
  schemas_.push_back(std::move(schema));
}

const KindSchema* SchemaRegistry::find_kind(std::string_view name) const {
  for (const KindSchema& kind : kinds_) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

const KindSchema* SchemaRegistry::find_kind_by_key(std::string_view key) const {
  for (const KindSchema& kind : kinds_) {
    if (kind.key == key) return &kind;
  }
  return nullptr;
}

const CardSchema* SchemaRegistry::find(std::string_view kind, std::string_view type) const {
  const std::string name = snake_cased(type);
  for (const CardSchema& schema : schemas_) {
    if (schema.kind() != kind) continue;
    const auto& aliases = schema.aliases();
    const bool is_alias = std::find(aliases.begin(), aliases.end(), name) != aliases.end();
    if (schema.type() == name || is_alias) return &schema;
  }
  return nullptr;
}

std::vector<const CardSchema*> SchemaRegistry::of_kind(std::string_view kind) const {
  std::vector<const CardSchema*> found;
  for (const CardSchema& schema : schemas_) {
    if (schema.kind() == kind) found.push_back(&schema);
  }
  return found;
}

std::string SchemaRegistry::default_type(std::string_view kind) const {
  const KindSchema* known = find_kind(kind);
  if (known && !known->default_type.empty()) return known->default_type;
  const auto schemas = of_kind(kind);
  return schemas.size() == 1 ? schemas.front()->type() : "";
}

const CardSchema* SchemaRegistry::resolve(Card& card, const SourcePlace& place,
                                          Diagnostics& diagnostics) const {
  const bool is_default = card.type.empty();
  if (is_default) card.type = default_type(card.kind);
  const std::vector<std::string> names = type_names(of_kind(card.kind));
  const std::string all = names.empty() ? "there are none" : "the types are " + quoted_list(names);
  if (card.type.empty()) {
    diagnostics.error(place, describe(card) + ": missing \"type\"", all);
    return nullptr;
  }
  if (const CardSchema* schema = find(card.kind, card.type)) {
    card.type = schema->type();
    return schema;
  }

  const std::string type = snake_cased(card.type);
  for (const KindSchema& kind : kinds_) {
    if (!find(kind.name, type)) continue;
    diagnostics.error(place,
                      "a '" + type + "' is " + with_article(kind.name) + ", not " + with_article(card.kind),
                      "move it to \"" + kind.key + "\"");
    return nullptr;
  }
  const std::string suggestion = suggest_type(card.kind, type);
  diagnostics.error(place, "unknown " + card.kind + " type '" + type + "'",
                    suggestion.empty() ? all : suggestion);
  return nullptr;
}

std::string SchemaRegistry::suggest_key(std::string_view key) const {
  std::vector<Term> terms = {{"pintle"}, {"title"}};
  for (const KindSchema& kind : kinds_) {
    Term term{kind.key, kind.synonyms};
    if (!kind.is_single) term.synonyms.push_back(kind.name);
    terms.push_back(std::move(term));
  }
  return did_you_mean(key, terms);
}

std::string SchemaRegistry::suggest_type(std::string_view kind, std::string_view type) const {
  std::vector<Term> terms;
  for (const CardSchema* schema : of_kind(kind)) terms.push_back(term_of(*schema));
  if (std::string advice = did_you_mean(type, terms); !advice.empty()) return advice;
  const auto is_meant = [&](const std::string& name) { return is_same_word(name, type); };
  const auto is_called = [&](const CardSchema& schema) { return is_meant(schema.type()); };
  const auto is_called_elsewhere = [&](const CardSchema& schema) {
    return std::any_of(schema.synonyms().begin(), schema.synonyms().end(), is_meant);
  };
  auto found = std::find_if(schemas_.begin(), schemas_.end(), is_called);
  if (found == schemas_.end()) found = std::find_if(schemas_.begin(), schemas_.end(), is_called_elsewhere);
  return found == schemas_.end() ? "" : "did you mean the " + found->kind() + " '" + found->type() + "'?";
}

std::vector<std::string> SchemaRegistry::words() const {
  std::set<std::string> words = {"pintle", "title", "type", "name"};
  for (const KindSchema& kind : kinds_) words.insert(kind.key);
  for (const CardSchema& schema : schemas_) {
    words.insert(schema.type());
    words.insert(schema.aliases().begin(), schema.aliases().end());
    for (const FieldSchema& field : schema.fields()) {
      words.insert(field.name);
      words.insert(field.choices.begin(), field.choices.end());
    }
  }
  return {words.begin(), words.end()};
}

void check_names(const ModelDesc& model, const SchemaRegistry& registry, Diagnostics& diagnostics) {
  std::map<std::pair<std::string, std::string>, const Card*> known;
  for (const Card& card : model.cards) {
    const KindSchema* kind = registry.find_kind(card.kind);
    if (!kind) continue;
    if (card.name.empty() && kind->needs_name) {
      diagnostics.error(card.place, describe(card) + ": missing \"name\"", "others refer to it by its name");
    }
    if (card.kind == "node" && card.name == "ground") {
      diagnostics.error(card.place, describe(card) + ": 'ground' is the name of what does not move");
    }
    // All singles of a kind share the empty name.
    const std::string name = kind->is_single ? "" : card.name;
    if (name.empty() && !kind->is_single) continue;
    const auto [earlier, is_new] = known.try_emplace({card.kind, name}, &card);
    if (is_new) continue;
    const std::string there = earlier->second->place.to_string();
    const std::string problem =
        kind->is_single ? ": a model has only one " + card.kind : ": the name is taken";
    diagnostics.error(card.place, describe(card) + problem, there.empty() ? "" : "see " + there);
  }
}

}  // namespace pintle
