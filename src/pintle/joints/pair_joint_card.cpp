#include "pintle/joints/pair_joint_card.h"

#include <fmt/format.h>

namespace pintle {

namespace {

Frame frame_at_start(FrameIndex frame, const SystemBuilder& builder) {
  const NodeStart start = builder.start_of(frame);
  Frame result;
  result.x = start.position;
  result.R = start.orientation;
  return result;
}

}  // namespace

JointSides attach_sides(const CheckedCard& card, SystemBuilder& builder) {
  const int errors_before = builder.diagnostics().error_count();
  const JointSides sides{builder.attach(card.attachment("a")), builder.attach(card.attachment("b"))};
  const bool is_attached = !card.has_errors() && builder.diagnostics().error_count() == errors_before;
  if (is_attached && sides.a.frame == sides.b.frame)
    builder.diagnostics().error(card.place(), describe(card.card()) + ": both sides are on the same node",
                                "give two different nodes, or a node and ground");
  return sides;
}

void require_axes(const CheckedCard& card, const JointSides& sides, SystemBuilder& builder) {
  for (const FrameIndex frame : {sides.a.frame, sides.b.frame}) {
    if (frame == kGroundFrame || builder.node(frame).type != "displacement") continue;
    builder.diagnostics().error(
        card.place(),
        fmt::format("{}: node '{}' has no orientation to hold", describe(card.card()),
                    builder.node(frame).label.name),
        "use a dynamic or static node, or a joint of points such as a spherical hinge");
  }
}

PairPose pose_at_start(const JointSides& sides, const SystemBuilder& builder) {
  return make_pose(sides.a, sides.b, frame_at_start(sides.a.frame, builder),
                   frame_at_start(sides.b.frame, builder));
}

double length_at_start(const JointSides& sides, const SystemBuilder& builder) {
  constexpr double kRoundOff = 1e-12;
  const Frame a = frame_at_start(sides.a.frame, builder), b = frame_at_start(sides.b.frame, builder);
  const double length = make_pose(sides.a, sides.b, a, b).d.norm();
  return length > kRoundOff * (sides.a.point(a).norm() + sides.b.point(b).norm()) ? length : 0.0;
}

void refuse_measured(const CheckedCard& card, std::string_view field, SystemBuilder& builder) {
  builder.diagnostics().error(
      card.place_of(field),
      fmt::format("{}: '{}' depends on measured quantities, which cannot prescribe a motion",
                  describe(card.card()), field),
      "use a drive of time alone, or a force instead of the joint");
}

Drive prescribed_drive(const CheckedCard& card, std::string_view field, std::string_view unit,
                       SystemBuilder& builder) {
  Drive drive = builder.drive(card.drive_card(field), unit);
  if (drive.depends_on_time_only()) return drive;
  refuse_measured(card, field, builder);
  return Drive::constant(0.0);
}

void warn_about_start(const CheckedCard& card, const std::string& trouble, SystemBuilder& builder) {
  if (trouble.empty() || card.has_errors()) return;
  // A sentence in failure reports, a clause here: the advice follows.
  std::string_view clause = trouble;
  if (clause.ends_with('.')) clause.remove_suffix(1);
  builder.diagnostics().warning(card.place(),
                                fmt::format("{}, as placed at the start: {}", describe(card.card()), clause),
                                "turn the nodes, or give the sides an orientation");
}

}  // namespace pintle
