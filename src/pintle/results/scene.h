// The scene of a result file: frames that channels move, and objects whose shapes hang on them. What its JSON
// looks like is said in viewer/DATA.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pintle/base/result.h"
#include "pintle/math/types.h"
#include "pintle/results/channel_choice.h"

namespace pintle {

// How a channel tells an orientation: angles in degrees, a vector in radians, a matrix by rows.
enum class OrientationKind : std::uint8_t { quaternion, euler123, euler313, euler321, vector, matrix };

// Moved by channels, fixed on another frame, or the ground.
struct SceneFrame {
  std::string name;
  std::optional<ResultChannel> position, orientation;
  OrientationKind orientation_kind = OrientationKind::quaternion;
  std::optional<ResultChannel> velocity, angular_velocity;  // ground components
  int parent = 0;                                           // without a position: the frame it is fixed on
  Vec3 offset = Vec3::Zero();
  Mat3 axes = Mat3::Identity();
};

// In the axes of a frame.
struct ScenePoint {
  int frame = 0;
  Vec3 at = Vec3::Zero();
  Mat3 axes = Mat3::Identity();  // where the shape has some
};

enum class ShapeKind : std::uint8_t {
  points,
  line,
  surface,
  box,
  ellipsoid,
  cylinder,
  axes,
  arrow,
  trail,
  curve
};

struct SceneShape {
  ShapeKind kind = ShapeKind::points;
  std::string role;
  std::vector<ScenePoint> points;        // one, where a shape has a single point or pose
  std::vector<int> triangles;            // three corners each
  std::vector<ChannelChoice> values;     // a number for each point, or none
  Vec3 size = Vec3::Zero();              // edges, half axes, or radius, radius, length
  std::optional<ResultChannel> channel;  // of an arrow or a curve
  int components_in = 0;                 // the frame whose axes an arrow's channel has its components in
};

struct SceneObject {
  std::string kind, type, name;
  std::vector<SceneShape> shapes;
  std::vector<int> frames;
};

struct Scene {
  double size = 1.0;  // a typical length
  Vec3 up = Vec3::UnitZ();
  std::vector<SceneFrame> frames;
  std::vector<SceneObject> objects;
};

// Every index and channel in it is there. Shapes of kinds not known here are left out.
Result<Scene> read_scene(const ResultFile& file);

}  // namespace pintle
