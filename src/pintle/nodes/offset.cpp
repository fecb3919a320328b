// Offset: a frame fixed to a node; see offset.md.
#include "pintle/nodes/derived_frames.h"
#include "pintle/system/registry.h"

namespace pintle {

void register_offset(Registry& registry) {
  registry.add(CardSchema("node", "offset")
                   .synonyms({"dummy", "marker"})
                   .summary("A frame fixed to a node or to another such frame: measured and written like a "
                            "node, without unknowns of its own.")
                   .text("base", "the node it is fixed to")
                   .names("node")
                   .vector3("offset", "from the base, in its axes")
                   .geometry(Geometry::position, "base")
                   .unit("m")
                   .optional(Value::list({0, 0, 0}))
                   .orientation("orientation", "of its axes in those of the base")
                   .geometry(Geometry::orientation, "base")
                   .optional(),
               [](const CheckedCard& card, SystemBuilder& builder) {
                 // Nodes may follow in the file: names are looked up at the end.
                 builder.at_end([card](SystemBuilder& complete) {
                   DerivedFrameSet::Source base =
                       source_of(card.text("base"), card.place_of("base"), complete);
                   base.fixed.x = card.vector3("offset");
                   if (card.has("orientation")) base.fixed.R = card.orientation("orientation");
                   complete.set<DerivedFrameSet>().add_offset({card.name(), card.place()}, std::move(base));
                 });
               });
}

}  // namespace pintle
