// Tree: bodies, each hung by one joint to a body before it or to the ground. What never changes during a run;
// see trees.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pintle/base/ids.h"
#include "pintle/trees/joint_kind.h"
#include "pintle/trees/spatial_inertia.h"

namespace pintle {

inline constexpr Index kGroundBody = -1;

// A frame fixed to a body (or to the ground): from the body's reference point, in the body's axes.
struct JointFrame {
  Vec3 offset = Vec3::Zero();
  Mat3 axes = Mat3::Identity();
};

struct TreeJoint {
  JointKind kind = JointKind::weld;
  JointFrame on_parent;
  JointFrame on_child;
  // Bit k: the joint's speed k is given from outside, and so are its position and acceleration.
  std::uint8_t prescribed = 0;
};
inline constexpr std::uint8_t kAllPrescribed = 0xff;

// A body as the recursions see it. Inside, a body stands for its joint's frame F on it: origin p, axes F.
struct TreeLink {
  std::size_t parent = 0;  // slot: 0 is the ground, body i is i + 1
  JointKind kind = JointKind::weld;
  bool is_simple_revolute = false;  // a revolute with a free speed
  bool is_rigid = true;
  bool has_children = false;
  bool is_last_child = true;  // the first of its parent's children that an inward pass meets
  bool has_prescribed = false;
  Index coordinate = 0;  // where its coordinates and speeds start
  Index speed = 0;
  Index speeds = 0;
  Index free = 0;  // its free speeds: Tree::free_speeds()[free .. free + free_count)
  Index free_count = 0;
  Mat3 E;                  // axes of the joint on the parent, in the parent's F
  Vec3 d;                  // its origin from the parent's p, in the parent's F
  Mat3 body_axes;          // of the body in F
  Vec3 b;                  // the body's reference point from p, in F
  SpatialInertia inertia;  // about p, in F
};

class Tree {
 public:
  // `parent` is a body of the tree or kGroundBody. `inertia` is about the child's reference point in its
  // axes. Throws std::invalid_argument for a parent that does not exist.
  Index add_body(Index parent, const TreeJoint& joint, const SpatialInertia& inertia);
  void set_inertia(Index body, const SpatialInertia& inertia);

  Index size() const { return static_cast<Index>(links_.size()); }
  Index coordinates() const { return coordinates_; }  // length of q
  Index speeds() const { return speeds_; }            // length of s
  Index parent(Index body) const { return static_cast<Index>(link(body).parent) - 1; }
  const TreeJoint& joint(Index body) const { return joints_[static_cast<std::size_t>(body)]; }
  const SpatialInertia& inertia(Index body) const { return inertias_[static_cast<std::size_t>(body)]; }
  Index first_coordinate(Index body) const { return link(body).coordinate; }
  Index first_speed(Index body) const { return link(body).speed; }
  Index body_of_speed(Index speed) const { return body_of_speed_[static_cast<std::size_t>(speed)]; }
  // Speeds that are not prescribed, ascending: the unknowns.
  std::span<const Index> free_speeds() const { return free_speeds_; }
  bool is_prescribed(Index speed) const;

  // Body j is between the root and body i, or i itself: entry (i, j) of the path matrix. (document 001, 9)
  bool is_on_path(Index i, Index j) const;

  const TreeLink& link(Index body) const { return links_[static_cast<std::size_t>(body)]; }
  const std::vector<TreeLink>& links() const { return links_; }

 private:
  std::vector<TreeJoint> joints_;
  std::vector<SpatialInertia> inertias_;
  std::vector<TreeLink> links_;
  std::vector<std::size_t> last_child_;  // per slot, as slot; 0: none
  std::vector<Index> free_speeds_;
  std::vector<Index> body_of_speed_;
  Index coordinates_ = 0;
  Index speeds_ = 0;
};

}  // namespace pintle
