// Forces and couples, in the old order (direction, arm, drive) and the new one (position, arm, vector drive).
#include <fmt/format.h>

#include "pintle/lang/mbdyn/model_reader.h"

namespace pintle::mbdyn {

namespace {

Value at_node(std::int64_t node, const Vec3& arm) {
  ValueMap map{{"node", {}, Value(fmt::format("{}", node))}};
  if (!arm.isZero(0.0)) map.push_back({"offset", {}, value_of(arm)});
  return map;
}

}  // namespace

void ModelReader::force() { finish_element(load_between("force")); }
void ModelReader::couple() { finish_element(load_between("couple")); }

Card ModelReader::load_between(std::string_view type) {
  const std::int64_t label = new_label("force");
  const SourcePlace place = cursor_.place();
  const std::string kind =
      in_.keyword(fmt::format("type of {}", type),
                  {"absolute", "conservative", "follower", "absolute internal", "conservative internal",
                   "follower internal", "absolute displacement", "absolute internal displacement", "abstract",
                   "abstract internal", "total", "total internal"});
  if (kind.starts_with("abstract") || kind.starts_with("total"))
    throw CardError(place, fmt::format("{} '{}' is not supported yet", type, kind));
  const bool is_follower = kind.starts_with("follower"),
             is_internal = kind.find("internal") != std::string::npos;
  // On displacement nodes, which have no axes for an arm.
  const bool has_arm = !kind.ends_with("displacement");
  const bool is_force = type == "force";

  Card card = start_card("load", std::string(type), label);
  if (is_follower) card.set("follower", true);
  const std::int64_t node = in_.node_label("the node");
  const ReferenceFrame& home = in_.nodes()[node];
  const ReferenceFrame& components = is_follower ? home : kGround;

  // Forces in the old order have a unit direction before the arm and the drive. Couples have none of that but
  // between two nodes, where the direction may stand before the second node (which is an integer).
  const bool is_named = has_arm && in_.accept("position");
  const bool is_old_force = is_force && has_arm && !is_named;
  const bool is_old_couple = !is_force && is_internal && !is_named && !in_.is_label_next();
  Vec3 arm = Vec3::Zero(), direction = Vec3::Zero();
  if (is_old_force || is_old_couple) {
    const SourcePlace at = cursor_.place();
    direction = in_.direction_in(components, "the direction");
    if (direction.norm() == 0.0) throw CardError(at, "the direction has no length");
    direction.normalize();
  }
  if ((is_force && has_arm) || is_named) arm = in_.position_in(home, "the arm");
  card.set("at", at_node(node, arm));
  in_.set_other(home, arm, Mat3::Identity());
  if (is_internal) {
    const std::int64_t other = in_.node_label("the second node");
    Vec3 other_arm = Vec3::Zero();
    if (in_.accept("position") || is_old_force)
      other_arm = in_.position_in(in_.nodes()[other], "the second arm");
    card.set("reaction_on", at_node(other, other_arm));
  }
  if (is_old_force || is_old_couple) {
    ValueMap along{{"direction", {}, value_of(direction)}, {"drive", {}, in_.drive("the magnitude")}};
    card.set("value", Value(std::move(along)));
  } else {
    card.set("value", in_.drive3_in(components, "the components"));
  }
  return card;
}

}  // namespace pintle::mbdyn
