// Topology: the bodies of a System as a tree that hangs from the ground or floats, joint by joint, and the
// joints that close loops; see docs/theory/topology.md.
#pragma once

#include <string>
#include <vector>

#include "pintle/system/system.h"

namespace pintle {

class Topology {
 public:
  // A joint that can carry the motion of a body, and where it is.
  struct Joint {
    const ConstraintSet* set = nullptr;
    Index element = 0;
    RelativeMotion motion;
    bool goes_both_ways = true;  // its first side can hang from its second
    Index met_equations = 0;     // the first ones, which the tree meets; the others are on velocities
    int freedoms() const { return static_cast<int>(motion.free.size()); }
    int given() const { return static_cast<int>(motion.given.size()); }
    Index rate_equations() const { return set->equations_of(element) - met_equations; }
    const ElementLabel& label() const { return set->label(element); }
  };
  // A frame with its way to the ground. Bodies are in the order of a depth-first search: parents come before
  // their children, and the descendants of a body follow it without a gap.
  struct Body {
    FrameIndex frame = 0, parent = kGroundFrame;
    int joint = -1;            // of joints(); -1: it floats, with all its motions relative to the ground
    bool is_reversed = false;  // the joint's first side is on this body
    int depth = 1;
    Index descendants = 0;
  };
  // A joint outside the tree, met by its equations, and the frames of the loop that it closes: from its first
  // side to its second. The ground is part of the loop where it is the nearest common ancestor.
  struct Loop {
    int joint = 0;
    std::vector<FrameIndex> frames;
  };

  // Joints named in `cut` stay outside the tree. Among the others those of nodes without inertia are taken
  // first, so that something hangs on such a node; then those that leave less motion, which leaves fewer
  // coordinates and fewer equations; and of equals those nearer to the ground, which keeps loops short.
  static Topology of(const System& system, const std::vector<std::string>& cut = {});

  const std::vector<Joint>& joints() const { return joints_; }
  const std::vector<Body>& bodies() const { return bodies_; }
  const std::vector<Loop>& loops() const { return loops_; }
  // Where the body of a frame is in bodies().
  Index place_of(FrameIndex frame) const { return place_of_[static_cast<std::size_t>(frame)]; }
  // Constraints that are no tree edge by their nature, or since they are switched: equations only.
  const std::vector<System::Owner>& equations_only() const { return equations_only_; }
  // Names in `cut` that no joint has.
  const std::vector<std::string>& unknown() const { return unknown_; }
  int floating() const;  // bodies that hang from nothing

  // Pi of document 001 (9): 1 where body j is on the way from the ground to body i, itself included.
  Eigen::MatrixXi path_matrix() const;

 private:
  void list_joints(const System& system);
  void grow_tree(const System& system, const std::vector<std::string>& cut);
  void order_bodies();
  void close_loops();

  std::vector<Joint> joints_;
  std::vector<Body> bodies_;
  std::vector<Loop> loops_;
  std::vector<System::Owner> equations_only_;
  std::vector<std::string> unknown_;
  std::vector<Index> place_of_;  // by frame
};

}  // namespace pintle
