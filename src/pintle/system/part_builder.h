// PartBuilder: scalar functions and constitutive laws, given by name or written out where they are used.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/functions/function.h"
#include "pintle/laws/law_registry.h"
#include "pintle/model/checked_card.h"
#include "pintle/system/part_nesting.h"

namespace pintle {

class FunctionRegistry;

class PartBuilder {
 public:
  using MakeDrive = std::function<Drive(const Card& card)>;

  PartBuilder(Diagnostics& diagnostics, PartNesting& nesting, MakeDrive make_drive)
      : diagnostics_(diagnostics), nesting_(nesting), make_drive_(std::move(make_drive)) {}

  void use(const FunctionRegistry& functions, const LawRegistry& laws, const SchemaRegistry& schemas) {
    functions_ = &functions;
    laws_ = &laws;
    schemas_ = &schemas;
  }
  // Function and law cards that others may name.
  void declare(const Card& card) { named_.emplace(std::pair(card.kind, card.name), card); }

  // Zero, with an error, when there is no such function.
  ScalarFunction function(const Card& card);

  // The law in a field; null, with an error, when there is none of that dimension.
  template <int N>
  LawPointer<N> law(const CheckedCard& card, std::string_view field) {
    LawBuildContext context = law_context();
    const std::optional<ResolvedCard> meant = resolve(card.named_card(field));
    return meant ? laws_->build<N>(meant->card, context) : nullptr;
  }

  // The model of friction in a field; null, with an error, when it is another law.
  FrictionPointer friction(const CheckedCard& card, std::string_view field);

  // Warns about cards that nothing uses; mistakes in them are told all the same.
  void check_unused();

 private:
  std::optional<ResolvedCard> resolve(const Card& card);
  // Marks a card as being built until the result goes; null, with an error, when it is so already, or nested
  // too deeply.
  std::shared_ptr<const void> use_of(const Card& card);
  LawBuildContext law_context();

  Diagnostics& diagnostics_;
  PartNesting& nesting_;
  MakeDrive make_drive_;
  const FunctionRegistry* functions_ = nullptr;
  const LawRegistry* laws_ = nullptr;
  const SchemaRegistry* schemas_ = nullptr;
  std::map<std::pair<std::string, std::string>, Card> named_;
  std::set<std::pair<std::string, std::string>> used_;
  std::vector<std::string> being_built_;
};

}  // namespace pintle
