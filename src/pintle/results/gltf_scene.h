// Nodes, meshes and materials of a scene in a glTF document.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pintle/results/gltf_tracks.h"
#include "pintle/results/solid_meshes.h"

namespace pintle {

class GltfScene {
 public:
  // The scene and the document must outlive it. `samples`: how many records there will be.
  GltfScene(const Scene& scene, std::size_t samples, GltfDocument& document);

  const std::vector<std::unique_ptr<GltfTrack>>& tracks() const { return tracks_; }

 private:
  enum class Mesh : std::uint8_t { box, ball, cylinder, helix };

  void add_frames();
  void add(const SceneObject& object);
  void add_solid(const SceneShape& shape);
  void add_axes(const SceneShape& shape);
  void add_points(const SceneShape& shape);
  void add_line(const SceneShape& shape);
  void add_curve(const SceneShape& shape);
  void add_surface(const SceneShape& shape);

  // A mesh that stays where it is in its frame: p = at + axes (size * mesh).
  void place(Mesh mesh, const std::string& look, int frame, const Vec3& at, const Mat3& axes,
             const Vec3& size);
  void connect(const SceneShape& shape, const SegmentEnd& a, const SegmentEnd& b);
  int add_node(int frame);
  int mesh(Mesh kind, const std::string& look);
  int material(const std::string& look);

  const Scene& scene_;
  std::size_t samples_;
  GltfDocument& document_;
  int root_;
  std::string name_;  // of the object whose shapes are added
  std::vector<int> frame_nodes_;
  std::map<Mesh, GltfDocument::Json> geometries_;
  std::map<std::pair<Mesh, std::string>, int> meshes_;
  std::map<std::string, int> materials_;
  std::vector<std::unique_ptr<GltfTrack>> tracks_;
};

}  // namespace pintle
