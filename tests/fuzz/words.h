// The words of MBDyn's language, for the fuzzer's dictionary and its mutations of tokens.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/app/registry_of_everything.h"
#include "pintle/lang/mbdyn/formula_functions.h"
#include "pintle/lang/mbdyn/symbol_table.h"
#include "pintle/lang/mbdyn/syntax.h"

namespace pintle::fuzz {

inline void add_keywords(const std::vector<mbdyn::SyntaxItem>& syntax, const CardSchema& schema,
                         std::set<std::string>& words) {
  for (const mbdyn::SyntaxItem& item : syntax) {
    if (item.kind == mbdyn::SyntaxItem::Kind::keyword) words.insert(item.text);
    for (const auto& branch : item.branches) add_keywords(branch, schema, words);
  }
  for (const FieldSchema& field : schema.fields())
    for (std::string choice : field.choices) {
      std::replace(choice.begin(), choice.end(), '_', ' ');
      words.insert(std::move(choice));
    }
}

// What the schemas spell: types, and the keywords within them.
inline void add_words_of_registry(std::set<std::string>& words) {
  for (const CardSchema& schema : registry_of_everything().schemas().schemas())
    for (const MbdynSpelling& spelling : schema.mbdyn_spellings()) {
      words.insert(spelling.keywords.begin(), spelling.keywords.end());
      add_keywords(mbdyn::compile_syntax(spelling.syntax), schema, words);
    }
}

// What the reader itself compares with: the texts in its source that look like keywords. Cards get their
// colon.
inline void add_words_of_reader(std::set<std::string>& words) {
  static const std::regex text(R"rx("([A-Za-z][A-Za-z0-9]*( [A-Za-z0-9]+)*)")rx"),
      card(R"rx(\{"([a-z0-9]+)", &ModelReader::)rx"), prose("^(the|a|an|your) .*|.* (of|is|are) .*");
  const std::filesystem::path folder = PINTLE_SOURCE_DIR "/src/pintle/lang/mbdyn";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".cpp") || name.ends_with("_test.cpp")) continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      const std::sregex_iterator end;
      for (std::sregex_iterator at(line.begin(), line.end(), text); at != end; ++at)
        if (!std::regex_match((*at)[1].str(), prose)) words.insert((*at)[1]);
      for (std::sregex_iterator at(line.begin(), line.end(), card); at != end; ++at)
        words.insert((*at)[1].str() + ": ");
    }
  }
}

inline std::vector<std::string> language_words() {
  std::set<std::string> words;
  add_words_of_registry(words);
  add_words_of_reader(words);
  for (const std::string& name : mbdyn::formula_function_names()) words.insert(name + "(");
  for (const std::string& name : mbdyn::SymbolTable().names()) words.insert(name);
  for (const char* name :
       {"position", "distance", "angle", "anglerel", "velocity", "vrel", "angvel", "angvrel"})
    for (const char* component : {"x", "y", "z", ""}) words.insert(std::string("model::") + component + name);
  for (const char* section : {"data", "initial value", "control data", "nodes", "drivers", "elements"}) {
    words.insert(std::string("begin: ") + section + ";\n");
    words.insert(std::string("end: ") + section + ";\n");
  }
  words.insert({"rand()",
                "random()",
                "seed(",
                "integer ",
                "real ",
                "bool ",
                "string ",
                "const ",
                "ifndef ",
                "model::",
                "default::",
                "node::",
                "\"",
                "\\\"",
                "/*",
                "*/",
                "1e400",
                "1.e-308",
                "-1",
                "0.",
                "1.e30",
                "2147483648",
                "9223372036854775807",
                "nan",
                "inf",
                "4294967296",
                "#",
                "&&",
                "||",
                "~|",
                "::",
                "settings.inc",
                "twice.inc"});
  return {words.begin(), words.end()};
}

// An entry of libFuzzer's dictionary: in quotes, with \" \\ and \xAB.
inline std::string dictionary_entry(std::string_view word) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string entry = "\"";
  for (const char c : word) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      entry += std::string("\\") + c;
    else if (code < 0x20 || code > 0x7e)
      entry += std::string("\\x") + kDigits[code >> 4U] + kDigits[code & 15U];
    else
      entry += c;
  }
  return entry + "\"";
}

}  // namespace pintle::fuzz
