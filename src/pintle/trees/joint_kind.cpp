#include "pintle/trees/joint_kind.h"

namespace pintle {

std::string_view name_of(JointKind kind) {
  switch (kind) {
    case JointKind::weld:
      return "weld";
    case JointKind::revolute:
      return "revolute";
    case JointKind::prismatic:
      return "prismatic";
    case JointKind::cylindrical:
      return "cylindrical";
    case JointKind::universal:
      return "universal";
    case JointKind::spherical:
      return "spherical";
    case JointKind::planar:
      return "planar";
    case JointKind::free:
      return "free";
    case JointKind::translational:
      return "translational";
    case JointKind::revolute_cylindrical:
      return "revolute cylindrical";
  }
  return {};
}

}  // namespace pintle
