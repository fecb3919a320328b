// What the cards of nodes with axes have in common: the fields of their start.
#pragma once

#include "pintle/system/registry.h"

namespace pintle {

inline CardSchema structural_node_schema(std::string type, std::string summary) {
  const Value zero = Value::list({0, 0, 0});
  return CardSchema("node", std::move(type))
      .summary(std::move(summary))
      .vector3("position", "where its origin starts, ground components")
      .geometry(Geometry::position)
      .unit("m")
      .optional(zero)
      .field_synonyms(
          {"pos", "coordinates", "reference_coordinates", "initial_position", "origin", "location"})
      .orientation("orientation", "how its axes start in those of the ground")
      .geometry(Geometry::orientation)
      .optional()
      .field_synonyms(
          {"rotation", "initial_rotation", "rotation_matrix", "quaternion", "rot", "axes", "attitude"})
      .vector3("velocity", "of its origin at the start, ground components")
      .geometry(Geometry::vector)
      .unit("m/s")
      .optional(zero)
      .field_synonyms({"initial_velocity", "linear_velocity"})
      .vector3("angular_velocity", "at the start, ground components")
      .geometry(Geometry::vector)
      .unit("rad/s")
      .optional()
      .field_synonyms({"omega", "initial_angular_velocity", "w"})
      .vector3("angular_velocity_local", "the same in its own axes; give only one of the two")
      .unit("rad/s")
      .optional()
      .real("assembly_position", "weight of corrections of its place by the initial assembly")
      .positive()
      .optional(1.0)
      .real("assembly_velocity", "weight of corrections of its velocity")
      .positive()
      .optional(1.0)
      .boolean("omega_rotates", "its angular velocity turns with it when the initial assembly turns it")
      .optional(false)
      .hint({"mass", "inertia", "center_of_mass"}, "a node has no mass: add a body that it carries");
}

// How the initial assembly holds the node.
inline void hold(NodeInfo& node, const CheckedCard& card) {
  node.position_weight = card.real("assembly_position");
  node.velocity_weight = card.real("assembly_velocity");
  node.omega_rotates = card.boolean("omega_rotates");
}

inline NodeStart start_from(const CheckedCard& card, Diagnostics& diagnostics) {
  NodeStart start;
  start.position = card.vector3("position");
  if (card.has("orientation")) start.orientation = card.orientation("orientation");
  start.velocity = card.vector3("velocity");
  if (card.has("angular_velocity")) start.angular_velocity = card.vector3("angular_velocity");
  if (!card.has("angular_velocity_local")) return start;
  if (card.has("angular_velocity"))
    diagnostics.error(
        card.place_of("angular_velocity_local"),
        describe(card.card()) + ": 'angular_velocity' and 'angular_velocity_local' are both given",
        "keep one: ground components or components in the node's axes");
  start.angular_velocity = start.orientation * card.vector3("angular_velocity_local");
  return start;
}

}  // namespace pintle
