#include "pintle/output/mbdyn.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/base/suggest.h"
#include "pintle/math/rotations.h"
#include "pintle/output/output_card.h"

namespace pintle {

MbdynItem MbdynSettings::item(std::string_view kind, std::string_view name) const {
  if (const auto own = by_name.find(fmt::format("{}.{}", kind, name)); own != by_name.end())
    return own->second;
  const auto common = by_kind.find(kind);
  return common == by_kind.end() ? MbdynItem{} : common->second;
}

namespace {

// Bodies, joints and loads without a name are called by their position in the list.
std::vector<std::string> order_of(const ModelDesc& model) {
  std::vector<std::string> order;
  std::map<std::string, int, std::less<>> counts;
  for (const Card& card : model.cards) {
    const int position = ++counts[card.kind];
    order.push_back(
        fmt::format("{}.{}", card.kind, card.name.empty() ? std::to_string(position) : card.name));
  }
  return order;
}

// "items": {"joint.12": {"output": false, "orientation": "euler313"}}
class ItemReader {
 public:
  ItemReader(MbdynSettings& settings, Diagnostics& diagnostics)
      : settings_(settings), diagnostics_(diagnostics) {}

  void read(const Value& items) {
    for (const ValueEntry& entry : items.as_map()) {
      const auto& order = settings_.order;
      const std::size_t dot = entry.key.find('.');
      if (std::find(order.begin(), order.end(), entry.key) == order.end() || dot == std::string::npos)
        report(entry,
               fmt::format("there is no '{}' in the model{}", entry.key, suggestion(entry.key, order)));
      else if (!entry.value.is_map())
        report(entry, "expected an object with 'output', 'orientation' or 'accelerations'");
      else
        read_item(entry, settings_.item(entry.key.substr(0, dot), entry.key.substr(dot + 1)));
    }
  }

 private:
  void read_item(const ValueEntry& entry, MbdynItem item) {
    const auto& descriptions = orientation_descriptions();
    for (const ValueEntry& field : entry.value.as_map()) {
      const Value& value = field.value;
      if (field.key == "output" && value.is_boolean())
        item.has_output = value.as_boolean();
      else if (field.key == "accelerations" && value.is_boolean())
        item.has_accelerations = value.as_boolean();
      else if (field.key == "orientation" && value.is_text() &&
               std::find(descriptions.begin(), descriptions.end(), value.as_text()) != descriptions.end())
        item.orientation = orientation_description(value.as_text());
      else
        report(field,
               fmt::format("{}: '{}' is not known, or has a value that does not fit", entry.key, field.key));
    }
    settings_.by_name[entry.key] = item;
  }
  static std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
    const std::string text = did_you_mean(word, known);
    return text.empty() ? "" : "; " + text;
  }
  void report(const ValueEntry& entry, const std::string& message) {
    diagnostics_.error(entry.key_place, "items: " + message, "give output, orientation or accelerations");
  }

  MbdynSettings& settings_;
  Diagnostics& diagnostics_;
};

// Rows of label, position, rotation vector, velocity, angular velocity.
std::vector<MbdynFrame> read_frames(const MatX& table) {
  std::vector<MbdynFrame> frames;
  for (Eigen::Index i = 0; i < table.rows(); ++i) {
    const auto vector = [&](Eigen::Index first) { return Vec3(table.row(i).segment<3>(first).transpose()); };
    frames.push_back({static_cast<int>(table(i, 0)), vector(1), matrix_from_rotation_vector(vector(4)),
                      vector(7), vector(10)});
  }
  return frames;
}

}  // namespace

MbdynSettings read_mbdyn(const CheckedCard& card, const ModelDesc& model, Diagnostics& diagnostics) {
  MbdynSettings settings;
  settings.order = order_of(model);
  settings.has_text = settings.has_netcdf = false;
  if (card.type() != "mbdyn") return settings;
  settings.precision = card.integer("precision");
  settings.has_text = card.boolean("text");
  settings.has_netcdf = card.boolean("netcdf");
  settings.has_old_forces = card.boolean("old_forces");
  settings.prints_equations = card.boolean("print_equations");
  const OrientationDescription orientation = orientation_description(card.choice("orientation"));
  settings.by_kind["node"] = {card.boolean("nodes"), orientation, card.boolean("accelerations")};
  settings.by_kind["joint"] = {card.boolean("joints"), orientation, false};
  settings.by_kind["load"] = {card.boolean("loads"), orientation, false};
  settings.frames = read_frames(card.table("reference_frames"));
  if (card.has("items") && card.value("items").is_map())
    ItemReader(settings, diagnostics).read(card.value("items"));
  return settings;
}

void register_mbdyn_output(Registry& registry) {
  CardSchema schema("output", "mbdyn");
  schema.summary(
      "The files that MBDyn writes (.mov, .ine, .jnt, .frc, .out, .log), besides those of 'results'.");
  with_output_fields(schema)
      .integer("precision", "digits after the point")
      .at_least(1)
      .at_most(16)
      .optional(6)
      .choice("orientation", orientation_descriptions(), "how orientations are shown; angles in degrees")
      .optional("euler123")
      .boolean("nodes", "write nodes")
      .optional(true)
      .boolean("joints", "write joints")
      .optional(true)
      .boolean("loads", "write forces and couples")
      .optional(true)
      .boolean("accelerations", "of nodes, in further columns")
      .optional(false)
      .map("items", "what differs for one of them, by kind and name: output, orientation, accelerations")
      .optional()
      .example(Value::map({{"joint.12", Value::map({{"output", false}})}}))
      .boolean("old_forces", ".frc as in MBDyn 1.2, with the magnitude before the components")
      .optional(false)
      .boolean("print_equations", "print unknowns and equations before the run")
      .optional(false)
      .table("reference_frames",
             {{"label", ""},
              {"x", "m"},
              {"y", "m"},
              {"z", "m"},
              {"rotation_x", "rad"},
              {"rotation_y", "rad"},
              {"rotation_z", "rad"},
              {"velocity_x", "m/s"},
              {"velocity_y", "m/s"},
              {"velocity_z", "m/s"},
              {"angular_velocity_x", "rad/s"},
              {"angular_velocity_y", "rad/s"},
              {"angular_velocity_z", "rad/s"}},
             "frames that the model was described in, written once to .rfm")
      .optional()
      .boolean("text", "write files of text")
      .optional(true)
      .boolean("netcdf", "name the variables of the NetCDF file as MBDyn does")
      .optional(false);
  registry.add(std::move(schema), build_output);
}

}  // namespace pintle
