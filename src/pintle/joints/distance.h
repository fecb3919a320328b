// Distance: two points stay at a prescribed distance; see distance.md.
#pragma once

#include "pintle/joints/pair_joint_set.h"

namespace pintle {

struct Distance {
  static constexpr std::string_view kType = "distance";
  using Equations = EquationList<PointDistance>;
  static constexpr int kPrescribed = 1;  // the length

  static std::vector<ChannelInfo> coordinates() {
    return {{"length", "m", 1, "distance of the two points"}, {"rate", "m/s", 1, "of the length"}};
  }
  static void evaluate_coordinates(const PairPose& pose, const PairRates& rates, double* out) {
    PointDistance::phi(pose, out);
    PointDistance::phi_dot(pose, rates, out + 1);
  }
  static std::string describe_trouble(const PairPose& pose);

  // The tension is the first component.
  static void report(const JointReport& joint, ReportSink& sink) {
    const double length = joint.pose.d.norm();
    const Vec3 force = joint.on(Reported::first).force;
    sink.reaction(Vec3(joint.pose.d.dot(force) / length, 0.0, 0.0), Vec3::Zero(), force, Vec3::Zero());
    sink.vector("V", "1/m", joint.pose.d / (length * length));  // as MBDyn, against its manual
    sink.number("d", "m", length);
  }
  static void private_data(const JointReport& joint, PrivateDataSink& sink) {
    sink.number("d", joint.prescribed);
  }
  static void outline(const Attachment& a, const Attachment& b, OutlineSink& sink) {
    outline_points("distance", a, b, sink);
  }
};

}  // namespace pintle
