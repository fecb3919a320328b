#include "pintle/selfcheck/renaming.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "pintle/system/private_data.h"

namespace pintle {

ModelDesc with_names(ModelDesc model, const SchemaRegistry& schemas) {
  std::map<std::pair<std::string, std::string>, int> count;
  for (Card& card : model.cards) {
    const KindSchema* kind = schemas.find_kind(card.kind);
    if (!card.name.empty() || (kind && kind->is_single)) continue;
    do card.name = fmt::format("{}_{}", card.type, ++count[{card.kind, card.type}]);
    while (std::count_if(model.cards.begin(), model.cards.end(), [&](const Card& other) {
             return other.kind == card.kind && other.name == card.name;
           }) > 1);
  }
  return model;
}

ModelDesc shuffled(ModelDesc model, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::shuffle(model.cards.begin(), model.cards.end(), generator);
  return model;
}

Renaming::Renaming(const ModelDesc& model, const SchemaRegistry& schemas)
    : ModelRewriter(schemas), schemas_(schemas) {
  std::size_t number = model.cards.size();
  for (const Card& card : model.cards) {
    const KindSchema* kind = schemas.find_kind(card.kind);
    if (card.name.empty() || (kind && kind->is_single)) continue;
    std::string name = fmt::format("renamed_{:06}", number--);
    in_expressions_[{card.kind, as_identifier(card.name)}] = name;
    names_[{card.kind, card.name}] = std::move(name);
  }
}

std::string Renaming::new_name(std::string_view kind, const std::string& name) const {
  const auto found = names_.find({std::string(kind), name});
  if (found != names_.end()) return found->second;
  // What is part of a joint, as its friction is, goes by the joint's name.
  const auto joint = schemas_.find_kind(kind) ? names_.end() : names_.find({"joint", name});
  return joint == names_.end() ? name : joint->second;
}

// kind.name.quantity.component
std::string Renaming::quantity(const FieldSite&, const std::string& name) {
  const std::size_t first = name.find('.');
  const std::size_t second = std::min(name.find('.', first + 1), name.size());
  const auto found = in_expressions_.find(
      {name.substr(0, first), as_identifier(name.substr(first + 1, second - first - 1))});
  return found == in_expressions_.end()
             ? name
             : fmt::format("{}.{}{}", found->first.first, found->second, name.substr(second));
}

}  // namespace pintle
