// A force along the line between two points: what springs and rods are made of; see spring_damper.md.
#pragma once

#include "pintle/joints/pair_pose.h"
#include "pintle/system/connector.h"
#include "pintle/system/context.h"
#include "pintle/system/display.h"
#include "pintle/system/report.h"
#include "pintle/system/sinks.h"

namespace pintle {

struct Stretch {
  PairPose pose;
  PairRates rates;
  double length = 0.0, rate = 0.0;
  bool has_direction = false;

  Vec3 direction() const { return has_direction ? Vec3(pose.d / length) : Vec3::Zero(); }
};

// The tension and its derivatives with respect to the length and its rate.
struct Tension {
  double force = 0.0, by_length = 0.0, by_rate = 0.0;
};

class TensionLine {
 public:
  // Where the points meet, |d| is compared with `free_length` and the arms.          (spring_damper.md 5)
  TensionLine(const Attachment& a, const Attachment& b, double free_length)
      : a_(a), b_(b), free_length_(free_length) {}

  void connect(Connector& connector);
  Stretch stretch(const Context& context) const;
  // Without direction there is no force but that of a damper, and the tangent is that of a spring without
  // free length.                                                                            (spring_damper.md
  // 5, 6)
  void add_damper_without_direction(const Stretch& stretch, double damping, ResidualSink& sink) const;
  void add_residual(const Stretch& stretch, double force, ResidualSink& sink) const;
  void add_tangent(const Stretch& stretch, const Tension& tension, TangentSink& sink) const;

  // Columns and summary in MBDyn's layout; the tension is the first component.
  static void report(const Stretch& stretch, double force, ReportSink& sink);
  static void private_data(const Stretch& stretch, double force, PrivateDataSink& sink);
  void outline(OutlineSink& sink) const;
  void display(DisplayRole role, DisplaySink& sink) const { sink.between(a_, b_, role); }

  double free_length() const { return free_length_; }

 private:
  void add_tangent_without_direction(const Stretch& stretch, const Tension& tension, TangentSink& sink) const;

  Attachment a_, b_;
  double free_length_;
  BlockId aa_ = kNoBlock, ab_ = kNoBlock, ba_ = kNoBlock, bb_ = kNoBlock;
};

}  // namespace pintle
