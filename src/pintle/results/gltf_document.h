// A glTF 2.0 document under construction: its JSON and the one buffer of numbers behind it.
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "pintle/math/types.h"

namespace pintle {

class GltfDocument {
 public:
  using Json = nlohmann::ordered_json;

  // Numbers over time, `components` to each entry. The format wants bounds of the times.
  int add_numbers(std::span<const float> values, int components, bool has_bounds);
  // Of a mesh: three numbers to each corner. It wants bounds of the positions.
  int add_corners(std::span<const float> values, bool has_bounds);
  int add_indices(std::span<const int> indices);

  // Colour "#rrggbb" as screens show it.
  int add_material(const std::string& name, const std::string& colour);
  int add_mesh(Json primitive, const std::string& name);

  // Below `parent`; a negative one: at the top.
  int add_node(const std::string& name, int parent);
  Json& node(int index) { return json_["nodes"][static_cast<std::size_t>(index)]; }

  // One of the animation's channels: `path` is translation, rotation, scale or weights.
  void animate(int node, const char* path, int times, int values);

  std::size_t buffer_bytes() const { return buffer_.size(); }
  // Binary, or text with the buffer in it.
  void write_glb(std::ostream& out) const;
  void write_gltf(std::ostream& out) const;

 private:
  int add_view(const void* data, std::size_t bytes, int target);
  int add_accessor(int view, std::span<const float> values, int components, bool has_bounds);
  int push(const char* list, Json entry);

  Json json_ = {{"asset", {{"version", "2.0"}}}, {"scene", 0}, {"scenes", {{{"nodes", Json::array()}}}}};
  Json samplers_ = Json::array(), channels_ = Json::array();
  std::string buffer_;

  Json finished() const;
};

// As glTF wants them: (x, y, z, w).
std::array<float, 4> gltf_quaternion(const Quat& q);
std::array<float, 3> gltf_vector(const Vec3& v);

}  // namespace pintle
