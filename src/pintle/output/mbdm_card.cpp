#include "pintle/output/mbdm_card.h"

#include <fmt/format.h>

#include "pintle/system/registry.h"

namespace pintle {

namespace {

// One group; nested cards are checked by who reads them.
const CardSchema& tracer_schema() {
  static const CardSchema kSchema =
      CardSchema("tracers", "tracer_group")
          .summary("Points fixed to a body.")
          .node("node", "of the body")
          .table("points", {{"x", "m"}, {"y", "m"}, {"z", "m"}}, "in the axes of the node");
  return kSchema;
}

std::vector<std::string> names_in(const CheckedCard& card, std::string_view field) {
  std::vector<std::string> names;
  if (card.has(field))
    for (const Card& named : card.named_cards(field)) names.push_back(named.name);
  return names;
}

std::vector<MbdmTracerGroup> read_tracers(const CheckedCard& card, Diagnostics& diagnostics) {
  std::vector<MbdmTracerGroup> groups;
  if (!card.has("tracers")) return groups;
  for (Card& nested : card.nested_cards("tracers")) {
    nested.type = "tracer_group";
    const CheckedCard checked = check_card(nested, tracer_schema(), diagnostics);
    if (checked.has_errors()) continue;
    MbdmTracerGroup group;
    group.node = checked.text("node");
    const MatX points = checked.table("points");
    for (Index i = 0; i < points.rows(); ++i) group.points.emplace_back(points.row(i).transpose());
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace

MbdmSettings read_mbdm_card(const CheckedCard& card, Diagnostics& diagnostics) {
  MbdmSettings settings;
  if (card.has_errors()) return settings;
  settings.case_name = card.text("case");
  settings.output_every = card.integer("output_every");
  settings.checkpoint_every = card.integer("checkpoint_every");
  settings.tracers_every = card.integer("tracers_every");
  settings.debug = card.boolean("debug");
  settings.timer = card.boolean("timer");
  settings.store_matrices = card.boolean("store_matrices");
  settings.bodies = names_in(card, "bodies");
  settings.moorings = names_in(card, "moorings");
  settings.tracers = read_tracers(card, diagnostics);
  return settings;
}

void register_mbdm_card_output(Registry& registry) {
  registry.schemas().add_kind(
      {.name = "mbdm", .key = "mbdm", .is_single = true, .needs_name = false, .default_type = "mbdm_card"});
  registry.add(CardSchema("mbdm", "mbdm_card")
                   .summary("Which of MBDM's result files are written, and when.")
                   .text("case", "files are called by it")
                   .example("Slider_Crank_2D")
                   .integer("output_every", "steps between lines of the bodies' files; 0: none")
                   .at_least(0)
                   .optional(1)
                   .integer("checkpoint_every", "steps between checkpoints; 0: none")
                   .at_least(0)
                   .optional(0)
                   .integer("tracers_every", "steps between files of tracers; 0: none")
                   .at_least(0)
                   .optional(0)
                   .boolean("debug", "write states and independent coordinates")
                   .optional(false)
                   .boolean("timer", "print how long steps take")
                   .optional(false)
                   .boolean("store_matrices", "write the rotation matrix of each body")
                   .optional(false)
                   .named_cards("bodies", "node", "nodes in the order of their IDs")
                   .example(Value::list({"crank", "rod"}))
                   .cards("tracers", "tracer group", "points that are followed: node, points")
                   .optional()
                   .named_cards("moorings", "joint", "spring-dampers that are mooring lines")
                   .optional());
}

}  // namespace pintle
