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
  static const ReferenceFrame kGlobal;
  const std::int64_t label = new_label("structural node");
  const SourcePlace place = cursor_.place();
  std::string type = "dynamic";
  const std::vector<std::string> types{
      "dynamic", "static", "modal", "dummy", "dynamic displacement", "static displacement"};
  if (!in_.next_words().empty() && !in_.is_next("position") && !in_.is_next("null") &&
      !in_.is_next("reference"))
    type = in_.keyword("type of structural node", types);
  if (type == "dummy") throw CardError(place, "dummy nodes are not supported yet");
  const bool has_axes = !type.ends_with("displacement");
  const std::string name = fmt::format("{}", label);

  ReferenceFrame frame;
  in_.accept("position");
  frame.x = in_.position_in(kGlobal, "the position");
  if (has_axes) {
    in_.accept("orientation");
    frame.R = in_.orientation_in(kGlobal, "the orientation");
    if (in_.accept("orientation description"))
      set_output_item("node", name, "orientation", orientation_description());
  }
  in_.accept("velocity");
  frame.v = in_.velocity(frame.x, "the velocity");
  if (has_axes) {
    in_.accept("angular velocity");
    frame.w = in_.angular_velocity("the angular velocity");
  }
  while (in_.has_more()) {
    const std::string option = in_.keyword(
        "option of a node", {"assembly", "orientation description", "accelerations", "scale", "output"});
    if (option == "assembly") {
      in_.real("the position stiffness");
      in_.real("the velocity stiffness");
      if (has_axes) in_.flag("omega rotates");
    } else if (option == "orientation description") {
      set_output_item("node", name, "orientation", orientation_description());
    } else if (option == "scale") {
      if (!in_.accept("default")) in_.real("the scale");
    } else if (option == "output") {
      set_output_item("node", name, "output", in_.flag("output"));
    } else {
      const bool is_bare = !in_.has_more() || in_.is_next("output");
      set_output_item("node", name, "accelerations", is_bare || in_.flag("accelerations"));
    }
  }
  in_.end_card();

  const std::string kernel_type = !has_axes          ? "displacement"
                                  : is_static_model_ ? "static"
                                  : type == "modal"  ? "dynamic"
                                                     : type;
  Card card = start_card("node", kernel_type, label);
  card.set("position", value_of(frame.x));
  if (has_axes && !frame.R.isIdentity(0.0)) card.set("orientation", value_of(MatX(frame.R)));
  if (!frame.v.isZero(0.0)) card.set("velocity", value_of(frame.v));
  if (has_axes && !frame.w.isZero(0.0)) card.set("angular_velocity", value_of(frame.w));
  model_.cards.push_back(std::move(card));
  in_.nodes()[label] = frame;
}

}  // namespace pintle::mbdyn
