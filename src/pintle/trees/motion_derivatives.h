// How places, velocities and accelerations of the bodies of a tree change with the joint coordinates: what a
// Newton matrix and a linearisation need besides P.
#pragma once

#include <vector>

#include "pintle/trees/tree_motion.h"

namespace pintle {

// All are speeds x 6N, as P is; an entry of row k is by the increment of coordinate k (joint_coordinates.h),
// by its speed, or by the rate of that.                                                       (trees.md
// 32-36)
class MotionDerivatives {
 public:
  explicit MotionDerivatives(const Tree& tree);

  // At the places, velocities and accelerations of `motion`, which s and sdot have led to. Does not allocate.
  void set(const TreeMotion& motion, const ConstVector& s, const ConstVector& sdot);

  // Places by increments, velocities by speeds, accelerations by rates of speeds: P.
  const MatX& places() const { return places_; }
  const MatX& velocities() const { return velocities_; }        // by increments
  const MatX& accelerations() const { return accelerations_; }  // by increments
  const MatX& accelerations_by_speeds() const { return accelerations_by_speeds_; }

 private:
  // A rigid motion of all that hangs behind a coordinate, its rate, and the motion of the frame that what is
  // behind moves relative to; velocities of the point at the ground's origin.
  struct Column {
    MotionVector twist, rate, base, base_rate;
  };
  void list_columns(const TreeMotion& motion, const ConstVector& s, const ConstVector& sdot);
  void differentiate(const BodyMotion& body, const Column& column, Index row, Index first);

  std::vector<Column> columns_;
  MatX places_, velocities_, accelerations_, accelerations_by_speeds_;
};

}  // namespace pintle
