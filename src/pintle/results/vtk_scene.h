// The shapes of a scene as one unstructured grid whose points move; its cells stay the same.
#pragma once

#include <string>
#include <vector>

#include "pintle/results/scene_motion.h"
#include "pintle/results/vtu_file.h"

namespace pintle {

class VtkScene {
 public:
  // The scene must outlive it.
  explicit VtkScene(const Scene& scene);

  // The grid at the record that the motion has reached. Point data: velocity and angular_velocity of the
  // frame a point moves with, where the results have them; force and moment at the points of arrows;
  // quantities that shapes carry, which are no numbers elsewhere. Cell data: numbers of object and role.
  const VtuGrid& at(const SceneMotion& motion);

 private:
  // What a point is moved by: a frame, or a channel of points.
  struct Corner {
    ScenePoint point = {};
    const SceneShape* arrow = nullptr;
    const ResultChannel* curve = nullptr;
    std::size_t place = 0;                 // along the curve
    const ChannelChoice* value = nullptr;  // with its quantity
    std::size_t quantity = 0;
  };

  void add_shape(const SceneShape& shape);
  void add_solid(const SceneShape& shape);
  void add_axes(const SceneShape& shape);
  void add_curve(const SceneShape& shape);
  std::int64_t add_corner(const Corner& corner);
  std::int64_t add_corner(const SceneShape& shape, std::size_t i);
  void add_cell(VtkCell type, std::span<const std::int64_t> corners, const std::string& role);

  std::vector<Corner> corners_;
  std::vector<std::string> roles_, quantities_;
  std::int32_t object_ = 0;  // whose shapes are added
  VtuGrid grid_;
};

}  // namespace pintle
