// Relative frame: the motion of a node as seen from another; see relative_frame.md.
#include "pintle/nodes/derived_frames.h"
#include "pintle/system/registry.h"

namespace pintle {

namespace {

// A node with an offset and axes in it, from the fields `name`, `name`_offset and `name`_orientation.
DerivedFrameSet::Source source_from(const CheckedCard& card, const std::string& name,
                                    SystemBuilder& builder) {
  DerivedFrameSet::Source source = source_of(card.text(name), card.place_of(name), builder);
  source.fixed.x = card.vector3(name + "_offset");
  if (card.has(name + "_orientation")) source.fixed.R = card.orientation(name + "_orientation");
  return source;
}

void add_frame_fields(CardSchema& schema, const std::string& name) {
  schema.vector3(name + "_offset", "from it, in its axes")
      .geometry(Geometry::position, name)
      .unit("m")
      .optional(Value::list({0, 0, 0}))
      .orientation(name + "_orientation", "of the frame in its axes")
      .geometry(Geometry::orientation, name)
      .optional();
}

}  // namespace

void register_relative_frame(Registry& registry) {
  CardSchema schema("node", "relative_frame");
  schema.summary("The motion of a node as seen from another one: measured and written like a node.")
      .text("base", "the node that is seen")
      .names("node")
      .text("reference", "the node it is seen from")
      .names("node");
  add_frame_fields(schema, "reference");
  schema.text("pivot", "the motion seen is shown as one relative to this node").names("node").optional();
  add_frame_fields(schema, "pivot");
  registry.add(std::move(schema), [](const CheckedCard& card, SystemBuilder& builder) {
    builder.at_end([card](SystemBuilder& complete) {
      const DerivedFrameSet::Source base = source_of(card.text("base"), card.place_of("base"), complete);
      const DerivedFrameSet::Source reference = source_from(card, "reference", complete);
      std::optional<DerivedFrameSet::Source> pivot;
      if (card.has("pivot")) pivot = source_from(card, "pivot", complete);
      complete.set<DerivedFrameSet>().add_relative({card.name(), card.place()}, base, reference, pivot);
    });
  });
}

}  // namespace pintle
