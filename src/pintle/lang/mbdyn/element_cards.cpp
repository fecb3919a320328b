// The section `elements`: bodies, joints and what is common to all elements.
#include <fmt/format.h>

#include "pintle/lang/mbdyn/model_reader.h"

namespace pintle::mbdyn {

namespace {

void check_driven_label(std::int64_t driver, std::int64_t label, const SourcePlace& place) {
  if (driver != label)
    throw CardError(place, fmt::format("the label {} of the driven element is not that of its driver, {}",
                                       label, driver));
}

}  // namespace

const ModelReader::Cards& ModelReader::element_cards() {
  static const Cards kCards{{"body", &ModelReader::body},
                            {"rigid body", &ModelReader::body},
                            {"joint", &ModelReader::joint},
                            {"gravity", &ModelReader::gravity},
                            {"force", &ModelReader::force},
                            {"couple", &ModelReader::couple},
                            {"driven", &ModelReader::driven},
                            {"inertia", &ModelReader::inertia},
                            {"automatic structural", &ModelReader::automatic_structural},
                            {"output", &ModelReader::element_output}};
  return kCards;
}

void ModelReader::finish_element(Card card) {
  while (in_.has_more()) {
    const std::string option = in_.keyword("option of an element", {"output", "orientation description"});
    if (option == "output")
      set_output_item(card.kind, card.name, "output", in_.flag(option));
    else
      set_output_item(card.kind, card.name, "orientation", orientation_description());
  }
  in_.end_card();
  model_.cards.push_back(std::move(card));
}

// body: label, node, mass, centre of mass, inertia [, inertial, axes]; or condense, n, and n of these.
void ModelReader::body() {
  const std::int64_t label = new_label("body");
  Card card = start_card("body", "rigid_body", label);
  const std::int64_t node = in_.node_label("the node");
  card.set("node", fmt::format("{}", node));
  if (labels_["static node"].contains(node))
    throw CardError(card.place, fmt::format("node {} is static and carries no body", node),
                    "write 'dynamic' in the node's card");
  if (in_.is_next("variable mass"))
    throw CardError(cursor_.place(), "bodies of variable mass are not supported yet");
  const std::int64_t count = in_.accept("condense") ? in_.integer("the number of masses") : 1;
  if (in_.is_next("allow negative mass"))
    throw CardError(cursor_.place(), "negative masses are not supported");
  const SourcePlace mass_place = cursor_.place();
  if (labels_["displacement node"].contains(node)) {
    card.type = "point_mass";
    double mass = 0.0;
    for (std::int64_t i = 0; i < count && in_.has_more(); ++i) mass += in_.real("the mass");
    card.set("mass", Value(mass).set_place(mass_place));
    return finish_element(std::move(card));
  }
  card.set("shares_node", true);
  card.set("any_inertia", true);
  const ReferenceFrame& home = in_.nodes()[node];
  const auto mass = [&](auto&& set) {
    const SourcePlace place = cursor_.place();
    set("mass", Value(in_.real("the mass")).set_place(place));
    set("center_of_mass", value_of(in_.position_in(home, "the centre of mass")));
    const SourcePlace inertia_place = cursor_.place();
    set("inertia", value_of(MatX(in_.matrix3_in(home, "the inertia"))).set_place(inertia_place));
    if ((in_.accept("inertial") || in_.accept("orientation")) && !in_.accept("node"))
      set("orientation", value_of(MatX(in_.orientation_in(home, "the axes of the inertia"))));
  };
  mass([&](const char* field, Value value) { card.set(field, std::move(value)); });
  ValueMap further;
  for (std::int64_t i = 1; i < count; ++i) {
    ValueMap one;
    mass([&](const char* field, Value value) { one.push_back({field, {}, std::move(value)}); });
    further.push_back({fmt::format("{}", i + 1), {}, Value(std::move(one))});
  }
  if (!further.empty()) card.set("masses", Value(std::move(further)));
  finish_element(std::move(card));
}

// gravity: uniform, a vector drive; the word may be left out, as may its drive of a direction.
void ModelReader::gravity() {
  const SourcePlace place = cursor_.place();
  if (in_.is_next("central")) throw CardError(place, "central gravity is not supported yet");
  in_.accept("uniform");
  Card card = start_card("gravity", "gravity", 0);
  card.name.clear();
  card.set("acceleration", in_.drive3_in(kGround, "the acceleration"));
  finish_element(std::move(card));
}

// The momenta of a node at the start, which follow from its velocities.
void ModelReader::automatic_structural() {
  accept_without_effect();
  diagnostics_.note(statement_place_, "momenta are computed from velocities; this card has no effect");
}

// driven: label, drive [, initial state, ...], existing: type, label; or an element's card.
void ModelReader::driven() {
  const SourcePlace place = cursor_.place();
  const std::int64_t label = in_.integer("a label");
  const Value drive = in_.drive("the drive");
  if (in_.accept("initial state") && !in_.accept("from drive")) {
    if (in_.is_formula_next())
      in_.flag("the state");
    else
      in_.keyword("state", {"from drive", "active", "inactive"});
    diagnostics_.warning(place, "the drive alone says what is switched on at the start",
                         "write 'initial state, from drive'");
  }
  if (in_.is_next("hint"))
    throw CardError(cursor_.place(),
                    "hints are not supported yet: a joint that is switched on holds what its card says",
                    "write where the joint is to hold into its card, and leave out the hint");
  const SourcePlace inner_place = cursor_.place();
  const std::string words = cursor_.next_card();
  cursor_.accept_symbol(":");
  Card* card = nullptr;
  if (keyword_of(words) == "existing") {
    const std::string type = in_.keyword("type of element", {"joint", "force", "couple", "body"});
    card = existing(type == "couple" ? "force" : type, label, in_.integer("a label"), inner_place);
    while (in_.accept("output")) in_.flag("output");
    in_.end_card();
  } else {
    static const std::set<std::string, std::less<>> kDriven{"joint", "force", "couple"};
    word_ = keyword_of(words);
    if (!kDriven.contains(word_))
      throw CardError(inner_place, fmt::format("'{}' cannot be driven yet", words),
                      "joints, forces and couples can");
    const SourcePlace label_place = cursor_.place();
    const std::size_t before = model_.cards.size();
    dispatch(words, inner_place);
    check_driven_label(label, new_label_->second, label_place);
    if (model_.cards.size() == before) return;  // it holds nothing and was left out
    card = &model_.cards.back();
  }
  card->set("active", drive);
}

Card* ModelReader::existing(std::string_view type, std::int64_t driver, std::int64_t label,
                            const SourcePlace& place) {
  check_driven_label(driver, label, place);
  const std::string_view kind = type == "force" ? "load" : type;
  if (kind == "body") throw CardError(place, "a body cannot be driven yet");
  for (Card& card : model_.cards)
    if (card.kind == kind && card.name == fmt::format("{}", label)) return &card;
  throw CardError(place, fmt::format("there is no {} {} before this line", type, label));
}

// inertia: label [, position, point] [, orientation, axes], body, {all | labels} [, output, ...]
void ModelReader::inertia() {
  Card card = start_card("body", "inertia", new_label("inertia"));
  card.name = fmt::format("inertia {}", card.name);
  if (in_.accept("position")) card.set("position", value_of(in_.position_in(kGround, "the position")));
  if (in_.accept("orientation"))
    card.set("orientation", value_of(MatX(in_.orientation_in(kGround, "the orientation"))));
  std::string bodies;
  while (in_.has_more() && !in_.is_next("output")) {
    const SourcePlace place = cursor_.place();
    const std::string type = in_.keyword("type of element with inertia", {"body", "joint", "loadable"});
    if (type != "body") throw CardError(place, fmt::format("the inertia of a {} is not supported yet", type));
    if (in_.accept("all")) {
      bodies = "all";
      continue;
    }
    while (in_.has_more() && in_.is_formula_next()) {
      const SourcePlace at = cursor_.place();
      const std::int64_t label = in_.integer("the label of a body");
      if (!labels_["body"].contains(label))
        throw CardError(at, fmt::format("there is no body {} before this line", label));
      bodies += fmt::format("{}{}", bodies.empty() ? "" : ", ", label);
    }
  }
  card.set("of", bodies);
  bool is_told = false, is_logged = true;
  while (in_.accept("output"))
    while (in_.has_more()) {
      const std::string where = in_.keyword("output", {"no", "yes", "log", "screen", "both", "always"});
      is_told = where != "no" && where != "log";
      is_logged = where == "log" || where == "both" || where == "always";
    }
  card.set("tell", is_told);
  card.set("log", is_logged);
  in_.end_card();
  model_.cards.push_back(std::move(card));
}

}  // namespace pintle::mbdyn
