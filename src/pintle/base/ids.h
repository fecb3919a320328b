// Strong index types: a NodeId cannot be passed where an EquationId is meant.
#pragma once

#include <compare>
#include <cstddef>
#include <functional>

namespace pintle {

using Index = int;

template <class Tag>
struct Id {
  Index value = -1;

  constexpr bool is_valid() const { return value >= 0; }
  friend constexpr auto operator<=>(const Id&, const Id&) = default;
};

using NodeId = Id<struct NodeTag>;
using ElementId = Id<struct ElementTag>;
using ConstraintId = Id<struct ConstraintTag>;
using EquationId = Id<struct EquationTag>;
using ChannelId = Id<struct ChannelTag>;
using DriveId = Id<struct DriveTag>;
using CardId = Id<struct CardTag>;

}  // namespace pintle

template <class Tag>
struct std::hash<pintle::Id<Tag>> {
  std::size_t operator()(pintle::Id<Tag> id) const noexcept { return std::hash<pintle::Index>{}(id.value); }
};
