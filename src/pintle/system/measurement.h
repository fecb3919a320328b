// Measurement: a named quantity of the system that drives listen to, with its derivative where it has a
// simple one.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "pintle/base/geometry.h"
#include "pintle/system/context.h"

namespace pintle {

enum class NodeQuantity : std::uint8_t {
  position,
  velocity,
  acceleration,
  rotation_vector,
  angular_velocity,
  angular_acceleration,
  quaternion,
  position_local,
  velocity_local,
  acceleration_local,
  angular_velocity_local,
  angular_acceleration_local,
  euler123,
  euler313,
  euler321
};

struct NodeQuantityInfo {
  NodeQuantity quantity;
  std::string_view name;
  std::string_view unit;
  int size;
  bool needs_axes;
  bool is_output;  // in results; the others are there to be listened to
  std::string_view doc;
  Geometry geometry = Geometry::own;
};

// The quantities of a frame, in the order of NodeQuantity; names as used in channel names.
std::span<const NodeQuantityInfo> node_quantities();

// As many numbers as the quantity has, then zeros. Angles are in rad; quaternions are (w, x, y, z).
Vec4 node_quantity(const Frame& frame, NodeQuantity quantity);

// Derivative of one component of a node quantity with respect to (dx, dtheta), (v, omega) and (a, alpha).
struct MeasurementGradient {
  Vec6 by_position = Vec6::Zero(), by_velocity = Vec6::Zero(), by_acceleration = Vec6::Zero();
  bool uses_position = false, uses_velocity = false, uses_acceleration = false;
};
MeasurementGradient node_quantity_gradient(const Frame& frame, NodeQuantity quantity, int component);

// A component of a node's motion, a scalar node (or its rate or acceleration), or an output of an element.
struct Measurement {
  std::string name;
  FrameIndex frame = kGroundFrame;
  NodeQuantity quantity = NodeQuantity::position;
  int component = 0;

  int set = -1;  // index of the element set when this is an element's output, then:
  Index element = 0;
  Index channel_offset = 0;
  std::optional<std::string> private_name;  // when it is no channel, but one of the private data:
  int private_datum = 0;                    // its place in their list

  Index scalar = -1;  // index of the scalar node when this is one, then:
  int order = 0;      // 0 the value, 1 its rate, 2 its acceleration

  bool is_scalar() const { return scalar >= 0; }
  bool is_of_element() const { return set >= 0; }
  // Those alone have a gradient by the motion of a frame.
  bool is_of_node() const { return !is_of_element() && !is_scalar(); }
};

}  // namespace pintle
