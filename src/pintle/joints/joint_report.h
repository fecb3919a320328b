// How joints report to files in MBDyn's layout: on which side the reaction is given, and columns that several
// of them share. See output/mbdyn.md.
#pragma once

#include <array>

#include "pintle/joints/pair_pose.h"
#include "pintle/math/rotations.h"
#include "pintle/system/constraint_set.h"

namespace pintle {

// The side that a reported reaction acts on.
enum class Reported {
  second,         // always the second
  second_or_pin,  // the second; of a joint to the ground, the ground
  first
};

// A joint that is met, with what it exerts on its second side.
struct JointReport {
  const Attachment &a, &b;
  const PairPose& pose;
  const PairRates& rates;
  Wrench on_second;
  double prescribed = 0.0;              // the first of the right-hand sides, if there is one
  std::array<double, 2> followed = {};  // angles beyond a turn, of joints that follow them
  bool is_pin = a.frame == kGroundFrame;

  Wrench on(Reported side) const {
    const bool is_second = side == Reported::second || (side == Reported::second_or_pin && !is_pin);
    return is_second ? on_second : Wrench{-on_second.force, -on_second.moment};
  }
  Mat3 relative() const { return pose.E.transpose() * pose.F; }
  // The same of the nodes' own axes.
  Mat3 relative_of_nodes() const { return a.axes * relative() * b.axes.transpose(); }
  Mat3 first_node() const { return pose.E * a.axes.transpose(); }
  Vec3 relative_omega() const { return pose.E.transpose() * (rates.omega_b - rates.omega_a); }
  void reaction(Reported side, ReportSink& sink) const { reaction(side, pose.E, sink); }
  void reaction(Reported side, const Mat3& axes, ReportSink& sink) const {
    const Wrench wrench = on(side);
    sink.reaction(wrench.force, wrench.moment, axes);
  }
};

// As MBDyn shows some orientations, whatever description was chosen.
inline void report_angles(const Mat3& matrix, ReportSink& sink) {
  sink.vector("E", "deg", euler123_from_matrix(matrix) * (180.0 / std::numbers::pi));
}

// The summary of a joint: both sides; of a pin, its node twice.
inline void outline_sides(std::string_view word, const Attachment& a, const Attachment& b,
                          OutlineSink& sink) {
  sink.word(word);
  sink.side(a.frame == kGroundFrame ? b : a);
  sink.side(b);
}
inline void outline_points(std::string_view word, const Attachment& a, const Attachment& b,
                           OutlineSink& sink) {
  sink.word(word);
  sink.point(a.frame == kGroundFrame ? b : a);
  sink.point(b);
}

}  // namespace pintle
