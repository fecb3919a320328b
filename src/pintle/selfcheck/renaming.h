// Renaming: the same model with its cards in another order and with other names.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "pintle/selfcheck/model_rewriter.h"

namespace pintle {

// Gives nameless cards a name of their own, by which results of two runs can be told apart.
ModelDesc with_names(ModelDesc model, const SchemaRegistry& schemas);

// The same cards of each kind in an order of chance.
ModelDesc shuffled(ModelDesc model, std::uint64_t seed);

class Renaming final : public ModelRewriter {
 public:
  // New names sort in another order than those of the model.
  Renaming(const ModelDesc& model, const SchemaRegistry& schemas);

  std::string new_name(std::string_view kind, const std::string& name) const;

 protected:
  std::string name(std::string_view kind, const std::string& name) override { return new_name(kind, name); }
  std::string quantity(const FieldSite& site, const std::string& name) override;

 private:
  const SchemaRegistry& schemas_;
  std::map<std::pair<std::string, std::string>, std::string> names_;           // by kind and name
  std::map<std::pair<std::string, std::string>, std::string> in_expressions_;  // by kind and identifier
};

}  // namespace pintle
