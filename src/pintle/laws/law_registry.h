// LawRegistry: every constitutive law with its schema and what builds it, per dimension.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <tuple>

#include "pintle/base/diagnostics.h"
#include "pintle/functions/function.h"
#include "pintle/laws/friction.h"
#include "pintle/laws/law.h"
#include "pintle/model/type_registry.h"

namespace pintle {

class LawRegistry;

// The card that a name means, or the card itself, checked. While `use` lives the card is being built, and one
// that contains itself is found.
struct ResolvedCard {
  CheckedCard card;
  std::shared_ptr<const void> use = {};
};

// What building a law may ask of its surroundings.
struct LawBuildContext {
  Diagnostics& diagnostics;
  const LawRegistry& registry;
  std::function<Drive(const Card& card)> drive;
  std::function<ScalarFunction(const Card& card)> function;
  // Nothing, and an error, when there is no such law.
  std::function<std::optional<ResolvedCard>(const Card& card)> resolve;
};

template <int N>
using LawBuild = LawPointer<N> (*)(const CheckedCard&, LawBuildContext&);

using FrictionBuild = FrictionPointer (*)(const CheckedCard&, LawBuildContext&);

// Null for the dimensions that a law does not have; models of friction have none.
struct LawBuilds {
  LawBuild<1> one = nullptr;
  LawBuild<3> three = nullptr;
  LawBuild<6> six = nullptr;
  FrictionBuild friction = nullptr;

  template <int N>
  LawBuild<N> of() const {
    return std::get<LawBuild<N>>(std::tuple(one, three, six));
  }
};

class LawRegistry : public TypeRegistry<LawBuilds> {
 public:
  LawRegistry() : TypeRegistry("law") {}

  // Null, with an error, when there is no such law in N dimensions or the card says another dimension.
  template <int N>
  LawPointer<N> build(const CheckedCard& card, LawBuildContext& context) const {
    const LawBuild<N> chosen = build_of(card).of<N>();
    if (!is_dimension_good(card, N, chosen != nullptr, context.diagnostics)) return nullptr;
    return chosen(card, context);
  }
  // Null, with an error, when it is another law.
  FrictionPointer build_friction(const CheckedCard& card, LawBuildContext& context) const;

 private:
  static bool is_dimension_good(const CheckedCard& card, int wanted, bool is_known, Diagnostics& diagnostics);
};

// Every law has these fields besides its own: dim, prestress, prestrain.
CardSchema with_common_fields(CardSchema schema);

}  // namespace pintle
