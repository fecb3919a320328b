#include "pintle/app/help.h"

#include <fmt/ostream.h>

#include <algorithm>
#include <ostream>
#include <unordered_map>

#include "pintle/app/registry_of_everything.h"
#include "pintle/app/run.h"
#include "pintle/base/suggest.h"
#include "pintle/model/json_schema.h"
#include "pintle/model/json_text.h"
#include "pintle/model/manual.h"
#include "pintle/system/measurement.h"
#include "pintle/system/private_data.h"

namespace pintle {

namespace {

// Where the pages of a kind live under src/pintle.
std::string folder_of(const CardSchema& schema) {
  static const std::unordered_map<std::string, std::string> kFolders{
      {"node", "nodes"},        {"body", "bodies"},         {"joint", "joints"},       {"load", "loads"},
      {"gravity", "loads"},     {"drive", "drives"},        {"function", "functions"}, {"law", "laws"},
      {"analysis", "analysis"}, {"solver", "formulations"}, {"output", "output"},      {"mbdm", "output"}};
  const auto found = kFolders.find(schema.kind());
  return found == kFolders.end() ? schema.kind() : found->second;
}

int unknown(std::string_view what, const std::string& word, const std::string& suggestion,
            const std::vector<std::string>& candidates, std::ostream& err) {
  fmt::print(err, "there is no {} '{}'; {}\n", what, word,
             suggestion.empty() ? "there are " + quoted_list(candidates) : suggestion);
  return kExitBadInput;
}

// How a card of the type is written in MBDyn's language, as its schema declares it.
void print_mbdyn_spelling(const CardSchema& schema, std::ostream& out) {
  if (schema.mbdyn_spellings().empty()) return;
  fmt::print(out, "\nIn MBDyn's language\n\n");
  for (const MbdynSpelling& spelling : schema.mbdyn_spellings())
    fmt::print(out, "  {}{}{}\n", fmt::join(spelling.keywords, " | "), spelling.syntax.empty() ? "" : ", ",
               spelling.syntax);
}

// What drives and formulas can listen to.
void print_quantities(std::string_view kind, std::ostream& out) {
  if (kind != "node" && kind != "joint") return;
  fmt::print(out, "\nQuantities for drives and formulas: {}.NAME.QUANTITY, with .x, .y or .z\n\n", kind);
  if (kind == "node") {
    for (const NodeQuantityInfo& info : node_quantities())
      fmt::print(out, "  {:<28}{:<10}{}\n", info.name, info.unit, info.doc);
    fmt::print(
        out,
        "  in MBDyn's language X[1], XP[1], XPP[1], Phi[1], Omega[1], OmegaP[1], PE[0], E[1], ...; small "
        "letters in the node's axes\n");
  } else {
    fmt::print(
        out, "  the outputs that the page of the type tells, and in MBDyn's names, where they apply:\n  {}\n",
        fmt::join(every_private_datum(), " "));
  }
}

// The types that are called so in any kind, in JSON or in MBDyn's language.
std::vector<const CardSchema*> types_called(const std::string& words) {
  std::vector<const CardSchema*> found;
  const std::string name = snake_cased(words);
  for (const CardSchema& schema : registry_of_everything().schemas().schemas()) {
    std::vector<std::string> names = schema.aliases();
    names.push_back(schema.type());
    for (const MbdynSpelling& spelling : schema.mbdyn_spellings())
      names.insert(names.end(), spelling.keywords.begin(), spelling.keywords.end());
    if (std::any_of(names.begin(), names.end(),
                    [&](const std::string& one) { return snake_cased(one) == name; }))
      found.push_back(&schema);
  }
  return found;
}

void print_page(const CardSchema& schema, std::ostream& out) {
  out << manual_page(schema);
  print_mbdyn_spelling(schema, out);
}

}  // namespace

int help(const std::vector<std::string>& words, std::ostream& out, std::ostream& err) {
  const SchemaRegistry& schemas = registry_of_everything().schemas();
  if (words.empty()) {
    out << manual_overview(schemas);
    fmt::print(
        out,
        "\n`pintle help KIND` lists the types of a kind, `pintle help TYPE` or `pintle help KIND TYPE` the "
        "fields of one\n");
    return kExitDone;
  }
  if (!schemas.find_kind(words[0]) && !schemas.find_kind_by_key(words[0])) {
    const std::string name = fmt::format("{}", fmt::join(words, " "));
    const auto called = types_called(name);
    for (const CardSchema* schema : called) {
      if (schema != called.front()) out << '\n';
      print_page(*schema, out);
    }
    if (!called.empty()) return kExitDone;
    std::vector<std::string> kinds;
    for (const KindSchema& kind : schemas.kinds())
      if (!schemas.of_kind(kind.name).empty()) kinds.push_back(kind.name);
    std::vector<std::string> all = kinds;
    for (const CardSchema& schema : schemas.schemas()) all.push_back(schema.printed_type());
    std::string suggestion = schemas.suggest_type("", name);
    if (suggestion.empty()) suggestion = did_you_mean(name, all);
    return unknown("kind or type", name, suggestion, kinds, err);
  }
  const KindSchema* found = schemas.find_kind(words[0]);
  const std::string kind = found ? found->name : schemas.find_kind_by_key(words[0])->name;
  std::string type;
  for (std::size_t i = 1; i < words.size(); ++i) type += (type.empty() ? "" : "_") + words[i];
  if (type.empty() && schemas.of_kind(kind).size() == 1) type = schemas.of_kind(kind).front()->type();
  if (type.empty()) {
    for (const CardSchema* schema : schemas.of_kind(kind))
      fmt::print(out, "  {:<26}{}\n", schema->printed_type(), schema->summary());
    print_quantities(kind, out);
    fmt::print(out, "\n`pintle help {} TYPE` shows the fields of one\n", kind);
    return kExitDone;
  }
  if (const CardSchema* schema = schemas.find(kind, type)) {
    print_page(*schema, out);
    return kExitDone;
  }
  std::vector<std::string> types;
  for (const CardSchema* schema : schemas.of_kind(kind)) types.push_back(schema->type());
  return unknown(kind, type, schemas.suggest_type(kind, type), types, err);
}

int list_keywords(std::ostream& out) {
  for (const CardSchema& schema : registry_of_everything().schemas().schemas())
    fmt::print(out, "{} {} {}\n", schema.kind(), schema.type(), folder_of(schema));
  return kExitDone;
}

int print_json_schema(std::ostream& out) {
  out << to_json(json_schema(registry_of_everything().schemas())) << "\n";
  return kExitDone;
}

}  // namespace pintle
