#include "pintle/lang/mbdyn/vocabulary.h"

#include "pintle/lang/mbdyn/source.h"

namespace pintle::mbdyn {

Vocabulary::Vocabulary(const SchemaRegistry& registry) {
  for (const CardSchema& schema : registry.schemas()) {
    Kind& kind = kinds_[schema.kind()];
    for (const MbdynSpelling& spelling : schema.mbdyn_spellings()) {
      const auto entry = std::make_shared<const Entry>(Entry{&schema, compile_syntax(spelling.syntax)});
      for (const std::string& word : spelling.keywords) {
        kind.entries[keyword_of(word)] = entry;
        kind.words.push_back(word);
      }
    }
    if (!schema.mbdyn_spellings().empty())
      kind.terms.push_back({schema.mbdyn_spellings().front().keywords.front(), schema.synonyms()});
  }
}

const Vocabulary::Entry* Vocabulary::find(std::string_view kind, std::string_view keyword) const {
  const auto of_kind = kinds_.find(kind);
  if (of_kind == kinds_.end()) return nullptr;
  const auto entry = of_kind->second.entries.find(keyword);
  return entry == of_kind->second.entries.end() ? nullptr : entry->second.get();
}

std::vector<std::string> Vocabulary::words_of(std::string_view kind) const {
  const auto at = kinds_.find(kind);
  return at == kinds_.end() ? std::vector<std::string>{} : at->second.words;
}

std::vector<Term> Vocabulary::terms_of(std::string_view kind) const {
  const auto at = kinds_.find(kind);
  return at == kinds_.end() ? std::vector<Term>{} : at->second.terms;
}

}  // namespace pintle::mbdyn
