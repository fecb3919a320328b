#include "pintle/output/mbdm_card.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/base/suggest.h"
#include "pintle/system/registry.h"

namespace pintle {

namespace {

class MbdmCardReader {
 public:
  MbdmCardReader(const CheckedCard& card, const ModelDesc& model, Diagnostics& diagnostics)
      : card_(card), model_(model), diagnostics_(diagnostics) {}

  // Names in a list, of cards that the model has.
  std::vector<std::string> names(std::string_view field, std::string_view kind) {
    std::vector<std::string> list;
    if (!card_.has(field)) return list;
    for (const Value& item : card_.value(field).as_list())
      if (const std::string name = item.is_text() ? item.as_text() : ""; is_known(item, name, field, kind))
        list.push_back(name);
    return list;
  }
  // [{"node": "hull", "points": [[0, 0, 1], ...]}, ...]
  std::vector<Tracers> tracers() {
    std::vector<Tracers> groups;
    if (!card_.has("tracers")) return groups;
    for (const Value& item : card_.value("tracers").as_list()) {
      const Value* node = item.is_map() ? item.find("node") : nullptr;
      const Value* points = item.is_map() ? item.find("points") : nullptr;
      if (!node || !node->is_text() || !points || !points->is_list()) {
        report(item, "tracers: expected an object with 'node' and 'points'");
        continue;
      }
      if (is_known(*node, node->as_text(), "tracers", "node"))
        groups.push_back({node->as_text(), points_of(points->as_list())});
    }
    return groups;
  }

 private:
  bool is_known(const Value& value, const std::string& name, std::string_view field, std::string_view kind) {
    if (model_.find(kind, name)) return true;
    std::vector<std::string> known;
    for (const Card* card : model_.of_kind(kind)) known.push_back(card->name);
    const std::string near = did_you_mean(name, known);
    report(value,
           fmt::format("{}: there is no {} '{}'{}", field, kind, name, near.empty() ? "" : "; " + near));
    return false;
  }
  std::vector<Vec3> points_of(const ValueList& list) {
    std::vector<Vec3> points;
    for (const Value& value : list) {
      const bool is_point = value.is_list() && value.as_list().size() == 3 &&
                            std::all_of(value.as_list().begin(), value.as_list().end(),
                                        [](const Value& v) { return v.is_number(); });
      if (!is_point) {
        report(value, "tracers: a point is a list of three numbers, in m");
        continue;
      }
      const ValueList& v = value.as_list();
      points.emplace_back(v[0].as_number(), v[1].as_number(), v[2].as_number());
    }
    return points;
  }
  void report(const Value& value, const std::string& message) {
    diagnostics_.error(value.place().is_known() ? value.place() : card_.place(), "mbdm: " + message);
  }

  const CheckedCard& card_;
  const ModelDesc& model_;
  Diagnostics& diagnostics_;
};

}  // namespace

MbdmSettings read_mbdm(const CheckedCard& card, const ModelDesc& model, Diagnostics& diagnostics) {
  MbdmSettings settings;
  if (card.has_errors()) return settings;
  settings.is_given = true;
  settings.case_name = card.text("case");
  settings.output_every = card.integer("output_every");
  settings.checkpoint_every = card.integer("checkpoint_every");
  settings.tracers_every = card.integer("tracers_every");
  settings.has_debug = card.boolean("debug");
  settings.has_timer = card.boolean("timer");
  settings.stores_matrices = card.boolean("store_matrices");
  MbdmCardReader reader(card, model, diagnostics);
  settings.bodies = reader.names("bodies", "node");
  settings.moorings = reader.names("moorings", "joint");
  settings.tracers = reader.tracers();
  return settings;
}

void register_mbdm_card_output(Registry& registry) {
  registry.schemas().add_kind(
      {.name = "mbdm", .key = "mbdm", .is_single = true, .needs_name = false, .default_type = ""});
  CardSchema schema("mbdm", "mbdm_card");
  schema.summary("The files that MBDM writes, besides those of 'results'.")
      .text("case", "name of the case: files begin with it")
      .named_cards("bodies", "node", "nodes of the bodies, in the order of their IDs")
      .integer("output_every", "steps between records of bodies and moorings; 0: none")
      .at_least(0)
      .optional(1)
      .integer("checkpoint_every", "steps between checkpoints, as 'checkpoint_every' of 'output'; 0: none")
      .at_least(0)
      .optional(0)
      .integer("tracers_every", "steps between files of tracers; 0: none")
      .at_least(0)
      .optional(0)
      .named_cards("tracers", "node", "groups of points that move with a node: {node, points}")
      .optional()
      .example(
          Value::list({Value::map({{"node", "hull"}, {"points", Value::list({Value::list({0, 0, 1})})}})}))
      .named_cards("moorings", "joint", "spring-dampers that get a file each")
      .optional()
      .boolean("debug", "write the coordinates with the output, and the independent ones at every step")
      .optional(false)
      .boolean("timer", "print how long steps take")
      .optional(false)
      .boolean("store_matrices", "write the matrix A of every body")
      .optional(false);
  registry.add(std::move(schema));
}

}  // namespace pintle
