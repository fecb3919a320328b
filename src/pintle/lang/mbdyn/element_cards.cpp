// The section `elements`: bodies, joints and what is common to all elements.
#include <fmt/format.h>

#include "pintle/lang/mbdyn/model_reader.h"

namespace pintle::mbdyn {

const ModelReader::Cards& ModelReader::element_cards() {
  static const Cards kCards{{"body", &ModelReader::body},
                            {"rigidbody", &ModelReader::body},
                            {"joint", &ModelReader::joint},
                            {"gravity", &ModelReader::gravity},
                            {"force", &ModelReader::force},
                            {"couple", &ModelReader::couple},
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

void ModelReader::joint() {
  const std::int64_t label = new_label("joint");
  Card card = in_.read_by_syntax("joint", "type of joint");
  card.name = fmt::format("{}", label);
  card.place = statement_place_;
  finish_element(std::move(card));
}

// body: label, node, mass, centre of mass, inertia [, inertial, axes]; or condense, n, and n of these.
void ModelReader::body() {
  const std::int64_t label = new_label("body");
  Card card = start_card("body", "rigid_body", label);
  const std::int64_t node = in_.node_label("the node");
  card.set("node", fmt::format("{}", node));
  card.set("shares_node", true);
  const ReferenceFrame& home = in_.nodes()[node];
  const auto mass = [&](auto&& set) {
    const SourcePlace place = cursor_.place();
    set("mass", Value(in_.real("the mass")).set_place(place));
    set("center_of_mass", value_of(in_.position_in(home, "the centre of mass")));
    const SourcePlace inertia_place = cursor_.place();
    set("inertia", value_of(MatX(in_.matrix3("the inertia"))).set_place(inertia_place));
    if ((in_.accept("inertial") || in_.accept("orientation")) && !in_.accept("node"))
      set("orientation", value_of(MatX(in_.orientation_in(home, "the axes of the inertia"))));
  };
  const std::int64_t count = in_.accept("condense") ? in_.integer("the number of masses") : 1;
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
  card.set("acceleration", in_.drive3("the acceleration"));
  finish_element(std::move(card));
}

}  // namespace pintle::mbdyn
