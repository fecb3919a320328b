// TypeRegistry: the types of one kind of card, each with its schema and what builds it.
#pragma once

#include <algorithm>
#include <deque>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/model/checked_card.h"

namespace pintle {

template <class Build>
class TypeRegistry {
 public:
  explicit TypeRegistry(std::string kind) : kind_(std::move(kind)) {}

  // A type (or alias) that is already there, or of another kind, throws std::logic_error.
  void add(CardSchema schema, Build build) {
    if (schema.kind() != kind_) throw std::logic_error("'" + schema.type() + "' is not a " + kind_);
    std::vector<std::string> names = schema.aliases();
    names.push_back(schema.type());
    for (const std::string& name : names)
      if (find(name)) throw std::logic_error("two cards of kind " + kind_ + " are called '" + name + "'");
    schemas_.push_back(std::move(schema));
    builds_.push_back(std::move(build));
  }

  const std::deque<CardSchema>& schemas() const { return schemas_; }

  // By type or alias, with spaces or underscores. Null when unknown.
  const CardSchema* find(std::string_view type) const {
    const auto position = position_of(type);
    return position == schemas_.size() ? nullptr : &schemas_[position];
  }

  // A card of an unregistered type throws std::logic_error: reading and checking come first.
  const Build& build_of(const CheckedCard& card) const {
    const auto position = position_of(card.type());
    if (position == schemas_.size())
      throw std::logic_error("no " + kind_ + " of type '" + card.type() + "' is registered");
    return builds_[position];
  }

 private:
  std::size_t position_of(std::string_view type) const {
    const std::string name = snake_cased(type);
    const auto is_meant = [&](const CardSchema& schema) {
      const auto& aliases = schema.aliases();
      return schema.type() == name || std::find(aliases.begin(), aliases.end(), name) != aliases.end();
    };
    return static_cast<std::size_t>(std::find_if(schemas_.begin(), schemas_.end(), is_meant) -
                                    schemas_.begin());
  }

  std::string kind_;
  std::deque<CardSchema> schemas_;
  std::deque<Build> builds_;
};

}  // namespace pintle
