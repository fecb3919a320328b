// The words of MBDyn's language, as the schemas of the registry declare them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/suggest.h"
#include "pintle/lang/mbdyn/syntax.h"
#include "pintle/model/schema_registry.h"

namespace pintle::mbdyn {

// Every spelling that the schemas of one kind declare, with what it is the spelling of.
class Vocabulary {
 public:
  struct Entry {
    const CardSchema* schema = nullptr;
    std::vector<SyntaxItem> syntax;
  };

  explicit Vocabulary(const SchemaRegistry& registry);
  const Entry* find(std::string_view kind, std::string_view keyword) const;
  std::vector<std::string> words_of(std::string_view kind) const;  // as written in the manual
  std::vector<Term> terms_of(std::string_view kind) const;         // what other programs call the same

 private:
  struct Kind {
    std::map<std::string, std::shared_ptr<const Entry>, std::less<>> entries;  // by keyword
    std::vector<std::string> words;
    std::vector<Term> terms;
  };
  std::map<std::string, Kind, std::less<>> kinds_;
};

}  // namespace pintle::mbdyn
