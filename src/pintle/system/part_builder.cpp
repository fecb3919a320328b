#include "pintle/system/part_builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/base/suggest.h"
#include "pintle/functions/function_registry.h"

namespace pintle {

std::shared_ptr<const void> PartBuilder::use_of(const Card& card) {
  const std::string key = card.name.empty() ? "" : card.kind + " '" + card.name + "'";
  const bool is_cyclic =
      !key.empty() && std::find(being_built_.begin(), being_built_.end(), key) != being_built_.end();
  if (is_cyclic) {
    diagnostics_.error(card.place, key + " refers to itself");
    return nullptr;
  }
  std::shared_ptr<const void> level = nesting_.enter(card);
  if (!level) return nullptr;
  being_built_.push_back(key);
  return {this, [this, level = std::move(level)](const PartBuilder*) { being_built_.pop_back(); }};
}

std::optional<ResolvedCard> PartBuilder::resolve(const Card& card) {
  Card meant = card;
  const bool is_reference = card.type.empty() && card.fields.empty() && !card.name.empty();
  if (is_reference) {
    const auto found = named_.find({card.kind, card.name});
    if (found == named_.end()) {
      std::vector<std::string> names;
      for (const auto& [key, known] : named_)
        if (key.first == card.kind) names.push_back(key.second);
      diagnostics_.error(card.place, fmt::format("there is no {} '{}'", card.kind, card.name),
                         did_you_mean(card.name, names));
      return std::nullopt;
    }
    used_.insert(found->first);
    meant = found->second;
  }
  CheckedCard checked = check_card(std::move(meant), *schemas_, diagnostics_);
  if (checked.has_errors()) return std::nullopt;
  std::shared_ptr<const void> use = use_of(checked.card());
  if (!use) return std::nullopt;
  return ResolvedCard{std::move(checked), std::move(use)};
}

ScalarFunction PartBuilder::function(const Card& card) {
  const std::optional<ResolvedCard> meant = resolve(card);
  if (!meant) return {};
  FunctionBuildContext context{diagnostics_, [this](const Card& nested) { return function(nested); }};
  return functions_->build(meant->card, context);
}

LawBuildContext PartBuilder::law_context() {
  return {diagnostics_, *laws_, make_drive_, [this](const Card& card) { return function(card); },
          [this](const Card& card) { return resolve(card); }};
}

FrictionPointer PartBuilder::friction(const CheckedCard& card, std::string_view field) {
  LawBuildContext context = law_context();
  const std::optional<ResolvedCard> meant = resolve(card.named_card(field));
  return meant ? laws_->build_friction(meant->card, context) : nullptr;
}

void PartBuilder::check_unused() {
  for (const auto& [key, card] : named_) {
    if (used_.contains(key)) continue;
    check_card(card, *schemas_, diagnostics_);
    if (!diagnostics_.has_errors())
      diagnostics_.warning(card.place, describe(card) + " is never used",
                           fmt::format("give its name where a {} is asked for, or remove it", card.kind));
  }
}

}  // namespace pintle
