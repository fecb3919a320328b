// The section `nodes`.
#include <fmt/format.h>

#include "pintle/lang/mbdyn/model_reader.h"

namespace pintle::mbdyn {

const ModelReader::Cards& ModelReader::node_cards() {
  static const Cards kCards{{"structural", &ModelReader::structural_node},
                            {"output", &ModelReader::node_output}};
  return kCards;
}

void ModelReader::structural_node() {
  const std::int64_t label = new_label("structural node");
  std::string type = "dynamic";
  const std::vector<std::string> types{
      "dynamic", "static", "modal", "dummy", "dynamic displacement", "static displacement"};
  if (!in_.is_formula_next() && !in_.next_words().empty() && !in_.is_next("position") &&
      !in_.is_next("null") && !in_.is_next("reference") && !in_.is_next("at reference"))
    type = in_.keyword("type of structural node", types);
  if (type == "dummy") return dummy_node(label);
  const bool has_axes = !type.ends_with("displacement");
  if (!has_axes) labels_["displacement node"].insert(label);
  if (type == "static") labels_["static node"].insert(label);
  const std::string name = fmt::format("{}", label);

  const ReferenceFrame frame = node_start(name, has_axes);
  const std::string kernel_type = !has_axes          ? "displacement"
                                  : is_static_model_ ? "static"
                                  : type == "modal"  ? "dynamic"
                                                     : type;
  Card card = start_card("node", kernel_type, label);
  read_node_options(card, has_axes);
  in_.end_card();

  if (type == "static displacement" || (is_static_model_ && !has_axes)) card.set("static", true);
  card.set("position", value_of(frame.x));
  if (has_axes && !frame.R.isIdentity(0.0)) card.set("orientation", value_of(MatX(frame.R)));
  if (!frame.v.isZero(0.0)) card.set("velocity", value_of(frame.v));
  if (has_axes && !frame.w.isZero(0.0)) card.set("angular_velocity", value_of(frame.w));
  model_.cards.push_back(std::move(card));
  in_.nodes()[label] = frame;
}

// at reference, label; or position, orientation, velocity and angular velocity.
ReferenceFrame ModelReader::node_start(const std::string& name, bool has_axes) {
  ReferenceFrame frame;
  const auto description = [&] {
    if (has_axes && in_.accept("orientation description"))
      set_output_item("node", name, "orientation", orientation_description());
  };
  if (in_.accept("at reference")) {
    frame = in_.labelled_frame();
    description();
    return frame;
  }
  in_.accept("position");
  frame.x = in_.position_in(kGround, "the position");
  if (has_axes) {
    in_.accept("orientation");
    frame.R = in_.orientation_in(kGround, "the orientation");
    description();
  }
  in_.accept("velocity");
  frame.v = in_.velocity(frame.x, "the velocity");
  if (has_axes) {
    in_.accept("angular velocity");
    frame.w = in_.angular_velocity("the angular velocity");
  }
  return frame;
}

// Options that may follow the motion, in any order.
void ModelReader::read_node_options(Card& card, bool has_axes) {
  if (has_axes && assembly_.position != 1.0)
    card.set("assembly_position", Value(assembly_.position).set_place(card.place));
  if (has_axes && assembly_.velocity != 1.0)
    card.set("assembly_velocity", Value(assembly_.velocity).set_place(card.place));
  if (has_axes && assembly_.omega_rotates) card.set("omega_rotates", true);
  while (in_.has_more()) {
    const std::string option = in_.keyword(
        "option of a node", {"assembly", "orientation description", "accelerations", "scale", "output"});
    if (option == "assembly") {
      const double position = in_.real("the position stiffness");
      const double velocity = in_.real("the velocity stiffness");
      if (has_axes) {
        card.set("assembly_position", Value(position).set_place(card.place));
        card.set("assembly_velocity", Value(velocity).set_place(card.place));
        card.set("omega_rotates", in_.flag("omega rotates"));
      } else {
        diagnostics_.warning(card.place, "displacement nodes take the assembly weights of all nodes",
                             "give them with 'initial stiffness' in control data");
      }
    } else if (option == "orientation description") {
      set_output_item("node", card.name, "orientation", orientation_description());
    } else if (option == "scale") {
      if (!in_.accept("default")) in_.real("the scale");
    } else if (option == "output") {
      set_output_item("node", card.name, "output", in_.flag("output"));
    } else {
      const bool is_bare = !in_.has_more() || in_.is_next("output");
      set_output_item("node", card.name, "accelerations", is_bare || in_.flag("accelerations"));
    }
  }
}

// dummy, base, offset, vector, orientation; dummy, base, relative frame, reference [, position, vector] [,
// orientation, axes] [, pivot node, label [, position, vector] [, orientation, axes]]
void ModelReader::dummy_node(std::int64_t label) {
  const std::int64_t base = in_.node_label("the base");
  const ReferenceFrame& home = in_.nodes()[base];
  const std::string type = in_.keyword("type of dummy node", {"offset", "relative frame"});
  Card card = start_card("node", type == "offset" ? "offset" : "relative_frame", label);
  card.set("base", fmt::format("{}", base));
  ReferenceFrame frame = home;
  if (type == "offset") {
    const Vec3 offset = in_.position_in(home, "the offset");
    const Mat3 axes = in_.orientation_in(home, "the orientation");
    card.set("offset", value_of(offset));
    card.set("orientation", value_of(MatX(axes)));
    frame = {home.x + home.R * offset, home.R * axes, home.v + home.w.cross(home.R * offset), home.w};
  } else {
    const auto side = [&](const std::string& field, std::int64_t node) {
      card.set(field, fmt::format("{}", node));
      if (in_.accept("position"))
        card.set(field + "_offset", value_of(in_.position_in(in_.nodes()[node], "the position")));
      if (in_.accept("orientation"))
        card.set(field + "_orientation",
                 value_of(MatX(in_.orientation_in(in_.nodes()[node], "the orientation"))));
    };
    side("reference", in_.node_label("the reference"));
    if (in_.accept("pivot node")) side("pivot", in_.node_label("the pivot"));
  }
  read_node_options(card, true);
  in_.end_card();
  model_.cards.push_back(std::move(card));
  in_.nodes()[label] = frame;
}

// A dynamic node that carries no body has no inertia to be dynamic with: forces and joints must hold it.
void ModelReader::settle_massless_nodes() {
  std::set<std::string_view> carriers;
  for (const Card& card : model_.cards)
    if (const Value* node = card.kind == "body" ? card.find("node") : nullptr)
      carriers.insert(node->as_text());
  for (Card& card : model_.cards) {
    if (card.kind != "node" || card.type != "dynamic" || carriers.contains(card.name)) continue;
    card.type = "static";
    if (!diagnostics_.has_errors())  // or its body is the card with the mistake
      diagnostics_.note(card.place, fmt::format("node '{}' has no mass and is taken as static", card.name));
  }
}

}  // namespace pintle::mbdyn
