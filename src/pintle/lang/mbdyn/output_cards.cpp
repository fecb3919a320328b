// What is written: cards of `control data`, and the cards `output` of nodes and elements.
#include <fmt/format.h>

#include <algorithm>

#include "pintle/lang/mbdyn/model_reader.h"
#include "pintle/math/so3.h"

namespace pintle::mbdyn {

namespace {

const std::vector<std::string>& orientation_words() {
  static const std::vector<std::string> kWords{"euler123", "euler313", "euler321", "orientation vector",
                                               "orientation matrix"};
  return kWords;
}

}  // namespace

// Everything is written by default; the first word that is not `all` does not change that, `none` does.
void ModelReader::default_output() {
  static const std::vector<std::string> kWords{"all",
                                               "none",
                                               "reference frames",
                                               "abstract nodes",
                                               "electric nodes",
                                               "hydraulic nodes",
                                               "parameter nodes",
                                               "structural nodes",
                                               "thermal nodes",
                                               "accelerations",
                                               "aerodynamic elements",
                                               "aeromodals",
                                               "air properties",
                                               "beams",
                                               "plates",
                                               "electric elements",
                                               "forces",
                                               "genels",
                                               "gravity",
                                               "hydraulic elements",
                                               "induced velocity elements",
                                               "rotors",
                                               "joints",
                                               "loadable elements",
                                               "rigid bodies",
                                               "thermal elements",
                                               "solids",
                                               "surface loads",
                                               "drive callers",
                                               "external elements"};
  static const std::map<std::string, std::string, std::less<>> kFields{{"structural nodes", "nodes"},
                                                                       {"joints", "joints"},
                                                                       {"forces", "loads"},
                                                                       {"accelerations", "accelerations"}};
  while (in_.has_more()) {
    const std::string what = in_.keyword("kind of output", kWords);
    if (what == "reference frames" || what == "all" || what == "none") writes_frames_ = what != "none";
    for (const auto& [words, field] : kFields)
      if (what == words || (what == "none") || (what == "all" && field != "accelerations"))
        output().set(field, what != "none");
  }
  in_.end_card();
}

// Label, position, rotation vector, velocity and angular velocity of every reference frame.
void ModelReader::output_frames() {
  ValueList rows;
  for (const auto& [label, frame] : in_.frames()) {
    ValueList row{Value(static_cast<double>(label))};
    for (const Vec3& v : {frame.x, so3::log(frame.R), frame.v, frame.w})
      for (const double component : v) row.emplace_back(component);
    rows.emplace_back(std::move(row));
  }
  if (writes_frames_ && !rows.empty()) output().set("reference_frames", Value(std::move(rows)));
}

void ModelReader::default_orientation() {
  output().set("orientation", orientation_description());
  in_.end_card();
}

std::string ModelReader::orientation_description() {
  std::string words = in_.keyword("orientation description", orientation_words());
  for (char& c : words)
    if (c == ' ') c = '_';
  return words;
}

void ModelReader::output_precision() {
  const SourcePlace place = cursor_.place();
  output().set("precision", Value(in_.integer("the number of digits")).set_place(place));
  in_.end_card();
}

void ModelReader::output_frequency() {
  const SourcePlace place = cursor_.place();
  output().set("every", Value(in_.integer("the number of steps")).set_place(place));
  in_.end_card();
}

void ModelReader::output_meter() {
  const SourcePlace place = cursor_.place();
  output().set("meter", in_.drive("the meter").set_place(place));
  in_.end_card();
}

void ModelReader::output_results() {
  const std::string format = in_.keyword("format of results", {"netcdf", "adams", "motion view"});
  if (format != "netcdf") {
    accept_without_effect();
    diagnostics_.note(statement_place_, fmt::format("results for '{}' are not written", format));
    return;
  }
  output().set("netcdf", true);
  while (in_.has_more()) {
    const std::string option = in_.keyword("option of NetCDF", {"classic", "classic64", "nc4", "nc4classic",
                                                                "sync", "no sync", "text", "no text"});
    if (option.ends_with("text")) output().set("text", option == "text");
  }
  in_.end_card();
}

Card& ModelReader::output() { return single("output", "mbdyn"); }

// One of the things that the output of a node or an element can differ in.
void ModelReader::set_output_item(std::string_view kind, std::string_view name, const char* field,
                                  Value value) {
  Card& card = output();
  if (!card.find("items")) card.set("items", Value(ValueMap{}));
  const auto entry = std::find_if(card.fields.begin(), card.fields.end(),
                                  [](const Field& one) { return one.name == "items"; });
  ValueMap& items = entry->value.as_map();
  const std::string key = fmt::format("{}.{}", kind, name);
  auto item =
      std::find_if(items.begin(), items.end(), [&key](const ValueEntry& one) { return one.key == key; });
  if (item == items.end()) item = items.insert(items.end(), {key, statement_place_, Value(ValueMap{})});
  item->value.as_map().push_back({field, statement_place_, std::move(value)});
}

// output: joint, 1, 2, range, 5, 8;
void ModelReader::output_list(const std::map<std::string, std::string, std::less<>>& kinds) {
  std::vector<std::string> words;
  for (const auto& [word, kind] : kinds) words.push_back(word);
  const std::string word = in_.keyword("kind of node or element", words);
  const std::string& kind = kinds.find(word)->second;
  const auto& labels = labels_[kind == "node" ? "structural node" : kind == "load" ? "force" : kind];
  while (in_.has_more()) {
    const SourcePlace place = cursor_.place();
    const bool is_range = in_.accept("range");
    const std::int64_t first = in_.integer("a label"),
                       last = is_range ? in_.integer("the last label") : first;
    if (!is_range && !labels.contains(first))
      throw CardError(place, fmt::format("there is no {} {} before this line", word, first));
    for (auto label = labels.lower_bound(first); label != labels.end() && *label <= last; ++label)
      set_output_item(kind, fmt::format("{}", *label), "output", true);
  }
  in_.end_card();
}

void ModelReader::node_output() { output_list({{"structural", "node"}}); }

void ModelReader::element_output() {
  output_list({{"joint", "joint"}, {"force", "load"}, {"couple", "load"}, {"body", "body"}});
}

}  // namespace pintle::mbdyn
