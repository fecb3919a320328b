#include "pintle/results/scene.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace pintle {

namespace {

using SceneJson = nlohmann::json;

constexpr std::array<std::pair<std::string_view, ShapeKind>, 10> kShapeWords{
    {{"points", ShapeKind::points},
     {"line", ShapeKind::line},
     {"surface", ShapeKind::surface},
     {"box", ShapeKind::box},
     {"ellipsoid", ShapeKind::ellipsoid},
     {"cylinder", ShapeKind::cylinder},
     {"axes", ShapeKind::axes},
     {"arrow", ShapeKind::arrow},
     {"trail", ShapeKind::trail},
     {"curve", ShapeKind::curve}}};

struct OrientationWord {
  std::string_view word;
  OrientationKind kind;
  std::size_t size;
};
constexpr std::array<OrientationWord, 5> kOrientationWords{
    {{"euler123", OrientationKind::euler123, 3},
     {"euler313", OrientationKind::euler313, 3},
     {"euler321", OrientationKind::euler321, 3},
     {"orientation_vector", OrientationKind::vector, 3},
     {"orientation_matrix", OrientationKind::matrix, 9}}};

// Throws std::runtime_error, as the JSON library does, where the text is not a scene.
class SceneReader {
 public:
  SceneReader(const ResultFile& file, const SceneJson& json) : file_(file), json_(json) {}

  Scene read() {
    scene_.size = json_.at("size").get<double>();
    scene_.up = vector(json_.at("up"));
    if (!(scene_.size > 0.0) || !(scene_.up.norm() > 0.0)) fail("it has no size, or nothing is up");
    scene_.up.normalize();
    for (const SceneJson& frame : json_.at("frames")) scene_.frames.push_back(read_frame(frame));
    if (scene_.frames.empty()) fail("it has no ground");
    for (const SceneJson& object : json_.at("objects")) scene_.objects.push_back(read_object(object));
    return std::move(scene_);
  }

 private:
  [[noreturn]] static void fail(const std::string& why) { throw std::runtime_error(why); }

  static Vec3 vector(const SceneJson& json) {
    const auto numbers = json.get<std::array<double, 3>>();
    return {numbers[0], numbers[1], numbers[2]};
  }
  static Mat3 matrix(const SceneJson& json) {
    const auto numbers = json.get<std::array<double, 9>>();
    return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(numbers.data());
  }

  // `size` numbers per record; zero: any number.
  ResultChannel channel(const std::string& name, std::size_t size) const {
    const ResultChannel* found = file_.find(name);
    if (!found) fail(fmt::format("there is no channel '{}'", name));
    if (size > 0 && found->size != size) fail(fmt::format("'{}' has {} components", name, found->size));
    return *found;
  }
  // A channel of the same object, where it is there: in Pintle's words, or in MBDyn's.
  std::optional<ResultChannel> sibling(const std::string& name,
                                       std::initializer_list<std::string_view> words) const {
    for (const std::string_view word : words) {
      const ResultChannel* found = file_.find(name.substr(0, name.rfind('.') + 1) + std::string(word));
      if (found && found->size == 3) return *found;
    }
    return {};
  }
  // Frames are fixed on those before them.
  int frame_index(const SceneJson& json) const {
    const auto index = json.get<std::int64_t>();
    if (index < 0 || static_cast<std::size_t>(index) >= scene_.frames.size())
      fail(fmt::format("there is no frame {}", index));
    return static_cast<int>(index);
  }

  SceneFrame read_frame(const SceneJson& json) const {
    SceneFrame frame;
    frame.name = json.at("name").get<std::string>();
    if (json.contains("position")) {
      const auto name = json["position"].get<std::string>();
      frame.position = channel(name, 3);
      frame.velocity = sibling(name, {"velocity", "XP"});
      frame.angular_velocity = sibling(name, {"angular_velocity", "Omega"});
    }
    if (json.contains("quaternion")) frame.orientation = channel(json["quaternion"].get<std::string>(), 4);
    if (json.contains("orientation")) read_orientation(json["orientation"], frame);
    if (json.contains("on")) frame.parent = frame_index(json["on"]);
    if (json.contains("offset")) frame.offset = vector(json["offset"]);
    if (json.contains("axes")) frame.axes = matrix(json["axes"]);
    return frame;
  }

  void read_orientation(const SceneJson& json, SceneFrame& frame) const {
    const auto word = json.at("as").get<std::string>();
    const auto known = std::find_if(kOrientationWords.begin(), kOrientationWords.end(),
                                    [&](const OrientationWord& entry) { return entry.word == word; });
    if (known == kOrientationWords.end()) fail(fmt::format("orientations are not told as '{}'", word));
    frame.orientation = channel(json.at("channel").get<std::string>(), known->size);
    frame.orientation_kind = known->kind;
  }

  ScenePoint read_point(const SceneJson& json) const {
    ScenePoint point{frame_index(json.at("frame")), vector(json.at("at"))};
    if (json.contains("axes")) point.axes = matrix(json["axes"]);
    return point;
  }

  SceneObject read_object(const SceneJson& json) const {
    SceneObject object;
    object.kind = json.at("kind").get<std::string>();
    object.type = json.at("type").get<std::string>();
    object.name = json.at("name").get<std::string>();
    for (const SceneJson& frame : json.at("frames")) object.frames.push_back(frame_index(frame));
    for (const SceneJson& shape : json.at("shapes"))
      if (auto read = read_shape(shape)) object.shapes.push_back(std::move(*read));
    return object;
  }

  std::optional<SceneShape> read_shape(const SceneJson& json) const {
    const auto word = json.at("shape").get<std::string>();
    const auto known = std::find_if(kShapeWords.begin(), kShapeWords.end(),
                                    [&](const auto& entry) { return entry.first == word; });
    if (known == kShapeWords.end()) return {};
    SceneShape shape;
    shape.kind = known->second;
    shape.role = json.value("role", "body");
    if (json.contains("points"))
      for (const SceneJson& point : json["points"]) shape.points.push_back(read_point(point));
    for (const char* single : {"pose", "point"})
      if (json.contains(single)) shape.points.push_back(read_point(json[single]));
    read_measures(json, shape);
    read_values(json, shape);
    check(shape);
    return shape;
  }

  void read_measures(const SceneJson& json, SceneShape& shape) const {
    if (shape.kind == ShapeKind::box) shape.size = vector(json.at("size"));
    if (shape.kind == ShapeKind::ellipsoid) shape.size = vector(json.at("radii"));
    if (shape.kind == ShapeKind::cylinder) {
      const auto radius = json.at("radius").get<double>();
      shape.size = {radius, radius, json.at("length").get<double>()};
    }
    if (shape.kind == ShapeKind::axes) shape.size = Vec3::Constant(json.at("length").get<double>());
    if (shape.kind == ShapeKind::surface) shape.triangles = json.at("triangles").get<std::vector<int>>();
    if (shape.kind == ShapeKind::arrow) {
      shape.channel = channel(json.at("channel").get<std::string>(), 3);
      shape.components_in = frame_index(json.value("in", SceneJson(0)));
    }
    if (shape.kind == ShapeKind::curve) shape.channel = channel(json.at("channel").get<std::string>(), 0);
  }

  void read_values(const SceneJson& json, SceneShape& shape) const {
    if (!json.contains("values") || json["values"].empty()) return;
    Result<std::vector<ChannelChoice>> choices =
        choose_channels(file_, json["values"].get<std::vector<std::string>>());
    if (!choices) fail(choices.message());
    shape.values = *choices;
    if (shape.values.size() != shape.points.size()) fail("a shape has not as many values as points");
    for (const ChannelChoice& choice : shape.values)
      if (choice.size() != 1) fail(fmt::format("'{}' is not a single number", choice.name()));
  }

  static void check(const SceneShape& shape) {
    const bool has_points = shape.kind == ShapeKind::points || shape.kind == ShapeKind::line ||
                            shape.kind == ShapeKind::surface || shape.kind == ShapeKind::curve;
    if (!has_points && shape.points.size() != 1) fail("a shape has no place");
    if (shape.triangles.size() % 3 != 0) fail("a triangle has not three corners");
    for (const int corner : shape.triangles)
      if (corner < 0 || static_cast<std::size_t>(corner) >= shape.points.size())
        fail(fmt::format("there is no corner {}", corner));
    if (shape.kind == ShapeKind::curve && shape.channel->size % 3 != 0)
      fail(fmt::format("'{}' is no list of points", shape.channel->name));
  }

  const ResultFile& file_;
  const SceneJson& json_;
  Scene scene_;
};

}  // namespace

Result<Scene> read_scene(const ResultFile& file) {
  if (file.scene().empty())
    return Failure{fmt::format("{}: has no scene, so there is nothing to draw", file.path().string())};
  try {
    return SceneReader(file, SceneJson::parse(file.scene())).read();
  } catch (const std::exception& error) {
    return Failure{fmt::format("{}: its scene cannot be read: {}", file.path().string(), error.what())};
  }
}

}  // namespace pintle
