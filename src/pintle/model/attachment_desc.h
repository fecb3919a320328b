// A place to hold on to, as described in a model: node + offset + orientation, or ground.
#pragma once

#include <optional>
#include <string>

#include "pintle/base/source_place.h"
#include "pintle/math/types.h"

namespace pintle {

struct AttachmentDesc {
  std::string node;                     // empty: ground
  Vec3 offset = Vec3::Zero();           // from the node, in the node's frame [m]
  Mat3 orientation = Mat3::Identity();  // of the attachment in the node's frame
  std::optional<Vec3>
      global_position;  // instead of offset: where it is at the start, in the global frame [m]
  std::optional<Mat3> global_orientation;  // instead of orientation: at the start, in the global frame
  SourcePlace place;

  bool is_ground() const { return node.empty(); }
};

}  // namespace pintle
