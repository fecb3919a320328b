// The fields that say how a joint rubs, and what is built from them.
#pragma once

#include "pintle/joints/axis_friction.h"
#include "pintle/system/system_builder.h"

namespace pintle {

// Adds radius, preload, friction and shape; with `is_optional` a joint may do without friction. What slides
// along a line has no radius.
CardSchema& add_friction_fields(CardSchema& schema, bool is_optional, bool has_radius = true);

// How MBDyn's language spells them.
inline constexpr const char* kFrictionSyntax =
    "friction, <radius>, [preload, <preload>], <friction>, "
    "{simple plane hinge, shape=simple_plane_hinge, [<shape_radius>] | simple, shape=simple}";
inline constexpr const char* kBrakeFrictionSyntax =  // a drive follows
    "friction, <radius>, [preload, <preload>], <friction>, "
    "{simple plane hinge, shape=simple_plane_hinge | simple, shape=simple}";
inline constexpr const char* kLineFrictionSyntax =
    "friction, [preload, <preload>], <friction>, "
    "{simple plane hinge, shape=simple_plane_hinge | simple, shape=simple}";

// What they say. The model is null, with an error, when there is none.
FrictionContact friction_contact(const CheckedCard& card, SystemBuilder& builder, bool has_radius = true);

}  // namespace pintle
