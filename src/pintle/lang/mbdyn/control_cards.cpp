// The section `control data`: counts, assembly, output.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pintle/lang/mbdyn/model_reader.h"

namespace pintle::mbdyn {

namespace {

// Cards that are read and have no effect, with the reason.
struct Idle {
  const char* keyword;
  const char* reason;
};
constexpr Idle kIdle[] = {
    {"air properties", "air is not built yet"},
    {"default scale", "residuals are scaled by the forces of the model"},
    {"default beam output", "beams are not built yet"},
    {"default aerodynamic output", "aerodynamic elements are not built yet"},
    {"output units", "results are in the units of the model; SI is assumed where units are named"},
    {"solver", "the initial assembly chooses its linear solver itself"},
    {"linear solver", "the initial assembly chooses its linear solver itself"},
    {"select timeout", "there are no sockets to wait for"},
    {"read solution array", "a run goes on from a state file with --resume"},
    {"output file name", "the names of results come from the option -o"},
    {"loadable path", "modules are not loaded"},
    {"initial assembly of deformable and force elements",
     "only constraints take part in the initial assembly"},
    {"use automatic differentiation", "derivatives are exact without it"},
    {"finite difference jacobian meter", "derivatives are exact and need no check"}};

const std::vector<std::string>& orientation_words() {
  static const std::vector<std::string> kWords{"euler123", "euler313", "euler321", "orientation vector",
                                               "orientation matrix"};
  return kWords;
}

}  // namespace

const ModelReader::Cards& ModelReader::control_cards() {
  static const Cards kCards = [] {
    Cards cards{{"title", &ModelReader::title},
                {"gravity", &ModelReader::count_gravity},
                {"tolerance", &ModelReader::assembly_tolerance},
                {"initial tolerance", &ModelReader::assembly_tolerance},
                {"max iterations", &ModelReader::assembly_iterations},
                {"max initial iterations", &ModelReader::assembly_iterations},
                {"initial stiffness", &ModelReader::initial_stiffness},
                {"omega rotates", &ModelReader::omega_rotates},
                {"skip initial joint assembly", &ModelReader::skip_assembly},
                {"use", &ModelReader::use_in_assembly},
                {"print", &ModelReader::print},
                {"make restart file", &ModelReader::restart_file},
                {"default output", &ModelReader::default_output},
                {"default orientation", &ModelReader::default_orientation},
                {"output precision", &ModelReader::output_precision},
                {"output frequency", &ModelReader::output_frequency},
                {"output meter", &ModelReader::output_meter},
                {"output results", &ModelReader::output_results},
                {"model", &ModelReader::kind_of_model}};
    add_counters(cards);
    for (const Idle& idle : kIdle) cards[idle.keyword] = &ModelReader::accept_with_note;
    return cards;
  }();
  return kCards;
}

void ModelReader::title() {
  model_.title = in_.text("the title");
  in_.end_card();
}

void ModelReader::accept_with_note() {
  const std::string keyword = word_;
  accept_without_effect();
  for (const Idle& idle : kIdle)
    if (keyword == keyword_of(idle.keyword))
      diagnostics_.note(statement_place_, fmt::format("this card has no effect: {}", idle.reason));
}

void ModelReader::assembly_tolerance() {
  const SourcePlace place = cursor_.place();
  single("analysis", "dynamic").set("assembly_tolerance", Value(in_.real("the tolerance")).set_place(place));
  accept_without_effect();
}

void ModelReader::assembly_iterations() {
  const SourcePlace place = cursor_.place();
  single("analysis", "dynamic")
      .set("assembly_max_iterations", Value(in_.integer("the number of iterations")).set_place(place));
  in_.end_card();
}

// Weights of all nodes that do not say their own.
void ModelReader::initial_stiffness() {
  assembly_.position = in_.real("the position stiffness");
  if (in_.has_more()) assembly_.velocity = in_.real("the velocity stiffness");
  in_.end_card();
}

void ModelReader::omega_rotates() {
  assembly_.omega_rotates = in_.flag("omega rotates");
  in_.end_card();
}

void ModelReader::skip_assembly() {
  in_.end_card();
  diagnostics_.note(
      statement_place_,
      "the initial assembly leaves a start that meets its constraints as it is, and is not skipped");
}

// use: rigid bodies, gravity, in assembly
void ModelReader::use_in_assembly() {
  while (!in_.accept("in assembly"))
    in_.keyword("part of the assembly", {"rigid bodies", "gravity", "forces", "beams", "aerodynamic elements",
                                         "loadable elements", "joints", "in assembly"});
  in_.end_card();
  diagnostics_.note(statement_place_,
                    "this card has no effect: only constraints take part in the initial assembly");
}

void ModelReader::print() {
  bool is_on = false;
  while (in_.has_more()) {
    const std::string what =
        in_.keyword("thing to print", {"dof stats", "dof description", "equation description",
                                       "equation desciption", "element connection", "node connection",
                                       "connection", "description", "all", "none", "to file"});
    is_on = what != "none";
  }
  in_.end_card();
  output().set("print_equations", is_on);
}

// The state to resume from; without arguments at the end only.
void ModelReader::restart_file() {
  std::int64_t steps = 0;
  if (in_.accept("iterations")) {
    steps = in_.integer("the number of steps");
  } else if (in_.accept("time")) {
    const double interval = in_.real("the time between restarts");
    const Value* step = single("analysis", "dynamic").find("step");
    if (!step || step->as_number() <= 0.0)
      throw CardError(statement_place_, "the time step is not known before this line");
    steps = std::max<std::int64_t>(1, std::llround(interval / step->as_number()));
  }
  in_.end_card();
  if (steps < 0) throw CardError(statement_place_, "the number of steps cannot be negative");
  output().set("checkpoint_every", Value(steps).set_place(statement_place_));
}

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
    for (const auto& [words, field] : kFields)
      if (what == words || (what == "none") || (what == "all" && field != "accelerations"))
        output().set(field, what != "none");
  }
  in_.end_card();
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

// Without inertia all nodes only balance forces.
void ModelReader::kind_of_model() {
  in_.keyword("kind of model", {"static"});
  in_.end_card();
  is_static_model_ = true;
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
