// NodeMotionSet: equations on the velocity or the acceleration of one attachment. With a unit wrench w =
// (f, m) about the node's origin, each says w . (v, omega) = s(t), or the same of accelerations. The wrench
// is fixed in the node, or a force of fixed direction at a point of it. A joint type says what w is;
// everything else is written here once. Numbers in brackets are those of linear_velocity.md and
// linear_acceleration.md.
#pragma once

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "pintle/joints/reaction_channels.h"
#include "pintle/math/rotations.h"
#include "pintle/system/attachment.h"
#include "pintle/system/constraint_set.h"

namespace pintle {

// A joint type is a struct with
//   kType, kUnit             "linear velocity", "m/s"
//   kLevel                   velocity or acceleration
//   kNeedsAxes               whether the node must have an orientation; else the direction may be fixed
//   unit_wrench(offset, e)   w in node components, for the unit direction e at the offset from the node
//   coordinate()             the output whose value is prescribed
template <class Joint>
class NodeMotionSet final : public ConstraintSet {
 public:
  // `direction` is in the axes of the attachment and turns with them, or of the ground's and stays.
  void add(ElementLabel label, const Attachment& at, const Vec3& direction, Drive value,
           bool is_fixed = false) {
    add_label(std::move(label));
    const Vec3 e = direction.normalized();
    items_.push_back({at,
                      is_fixed ? Wrench{e} : Joint::unit_wrench(at.offset, at.axes * e),
                      is_fixed,
                      std::move(value),
                      {},
                      0});
  }

  std::string_view kind() const override { return "joint"; }
  std::string_view type() const override { return Joint::kType; }
  Index equations_of(Index) const override { return 1; }
  Index first_multiplier(Index element) const override {
    return items_[static_cast<std::size_t>(element)].multiplier;
  }
  EquationInfo equation(Index, Index) const override {
    return {fmt::format("{} constraint", Joint::kType), Joint::kUnit, Joint::kLevel};
  }

  void connect(Connector& connector) override {
    for (Item& item : items_) {
      item.multiplier = connector.multipliers(1);
      const Slot node = Slot::frame(item.at.frame);
      const Slot row = Slot::multipliers(item.multiplier, 1, Joint::kLevel);
      item.blocks = {connector.block(node, node), connector.block(node, row), connector.block(row, node)};
    }
  }

  // The ground holds against the node.
  void residual(const Context& context, ResidualSink& sink) const override {
    for (const Item& item : items_) {
      const Frame& frame = frame_of(item, context);
      const Wrench w = wrench_of(item, frame);
      const double lambda = multiplier_of(item, context);
      const Vec3 force = lambda * w.force, moment = lambda * w.moment;
      sink.add(item.at.frame, force, moment);
      sink.add(kGroundFrame, -force, -(moment + (frame.x - context.frames[kGroundFrame].x).cross(force)));
      sink.add_constraint(item.multiplier,
                          measured(item, w, frame) - item.value.value(context.drive_inputs()));
    }
  }

  void tangent(const Context& context, TangentSink& sink) const override {
    for (const Item& item : items_) {
      const Frame& frame = frame_of(item, context);
      const Wrench w = wrench_of(item, frame);
      add_row_tangent(item, w, frame, sink);
      sink.dlambda(item.blocks.node_row, row_of(w).transpose());
      const double lambda = multiplier_of(item, context);
      Mat6 stiffness = Mat6::Zero();
      if (item.is_fixed) {
        stiffness.bottomRightCorner<3, 3>() = lambda * skew(w.force) * skew(item.at.arm(frame));
      } else {
        stiffness.topRightCorner<3, 3>() = -lambda * skew(w.force);
        stiffness.bottomRightCorner<3, 3>() = -lambda * skew(w.moment);
      }
      sink.dq(item.blocks.node_node, stiffness);
    }
  }

  void phi(const Context&, std::span<double>) const override {}

  void phi_dot(const Context& context, std::span<double> out) const override {
    if constexpr (!kOnVelocity) return;
    for (const Item& item : items_) {
      const Frame& frame = frame_of(item, context);
      out[static_cast<std::size_t>(item.multiplier)] =
          measured(item, wrench_of(item, frame), frame) - item.value.value(context.drive_inputs());
    }
  }

  // (linear_velocity.md 3, where (omega x m) . omega vanishes, and 6; linear_acceleration.md 2)
  void gamma(const Context& context, std::span<double> out) const override {
    for (const Item& item : items_) {
      const Frame& frame = frame_of(item, context);
      const Wrench w = wrench_of(item, frame);
      double& gamma = out[static_cast<std::size_t>(item.multiplier)];
      const DriveValue s = item.value.derivatives(context.time);
      if (kOnVelocity && !item.is_fixed)
        gamma = s.rate - frame.omega.cross(w.force).dot(frame.v);
      else
        gamma = (kOnVelocity ? s.rate : s.value) - towards_centre(w, item.at.arm(frame), frame);
    }
  }

  void jacobian(const Context& context, TangentSink& sink) const override {
    for (const Item& item : items_) {
      const Row row = row_of(wrench_of(item, frame_of(item, context)));
      sink.dq(item.blocks.row_node, row);
      sink.dlambda(item.blocks.node_row, row.transpose());
    }
  }

  Wrench reaction(const Context& context, Index element) const override {
    const Item& item = items_[static_cast<std::size_t>(element)];
    const Frame& frame = frame_of(item, context);
    const Wrench w = wrench_of(item, frame);
    const double lambda = multiplier_of(item, context);
    return {-lambda * w.force, -lambda * (w.moment - item.at.arm(frame).cross(w.force))};
  }

  std::vector<ChannelInfo> channels() const override {
    std::vector<ChannelInfo> list = reaction_channels("the node", "'at'");
    list.push_back(Joint::coordinate());
    return list;
  }

  void evaluate_channels(const Context& context, Index element, std::span<double> out) const override {
    const Item& item = items_[static_cast<std::size_t>(element)];
    const Frame& frame = frame_of(item, context);
    *write_reaction(reaction(context, element), item.at.world_axes(frame), out.data()) =
        measured(item, wrench_of(item, frame), frame);
  }

  // On the ground: minus what acts on the node. The reaction along or about the direction comes first; joints
  // on velocities say the direction, too.
  void report(const Context& context, Index element, ReportSink& sink) const override {
    const Item& item = items_[static_cast<std::size_t>(element)];
    const Frame& frame = frame_of(item, context);
    const Wrench w = wrench_of(item, frame);
    const double lambda = multiplier_of(item, context);
    const Vec3 first = lambda * Vec3::UnitX();
    const bool is_force = !w.force.isZero(0.0);
    if (is_force)
      sink.reaction(first, Vec3::Zero(), lambda * w.force, Vec3::Zero());
    else  // an acceleration: MBDyn does not turn the direction here     (angular_acceleration.md)
      sink.reaction(Vec3::Zero(), first, Vec3::Zero(),
                    lambda * (kOnVelocity ? w.moment : item.wrench.moment));
    if (kOnVelocity) sink.vector(is_force ? "dV" : "dOmega", "1", is_force ? w.force : w.moment);
    sink.number(is_force ? "v" : "w", Joint::kUnit, item.value.value(context.drive_inputs()));
  }

  void private_data(const Context& context, Index element, PrivateDataSink& sink) const override {
    const Item& item = items_[static_cast<std::size_t>(element)];
    const bool is_force = !item.wrench.force.isZero(0.0);
    const double value = item.value.value(context.drive_inputs());
    if (kOnVelocity) return sink.number(is_force ? "v" : "w", value);
    sink.number(is_force ? "F" : "M", multiplier_of(item, context));
    sink.number(is_force ? "a" : "wp", value);
  }

  void outline(Index element, OutlineSink& sink) const override {
    const Item& item = items_[static_cast<std::size_t>(element)];
    std::string word;
    for (const char c : Joint::kType)
      if (c != ' ') word += c;
    sink.word(word);
    sink.node(item.at.frame);
    sink.vector(item.wrench.force.isZero(0.0) ? item.wrench.moment : item.wrench.force);
  }

  void display(Index element, DisplaySink& sink) const override {
    sink.reaction(items_[static_cast<std::size_t>(element)].at);
  }

 private:
  static constexpr bool kOnVelocity = Joint::kLevel == ConstraintLevel::velocity;

  using Row = Eigen::Matrix<double, 1, 6>;
  struct Blocks {
    BlockId node_node, node_row, row_node;
  };
  struct Item {
    Attachment at;
    Wrench wrench;  // node components; the force alone in ground components when it is fixed
    bool is_fixed;
    Drive value;
    Blocks blocks;
    Index multiplier;
  };

  static const Frame& frame_of(const Item& item, const Context& context) {
    return context.frames[static_cast<std::size_t>(item.at.frame)];
  }
  static double multiplier_of(const Item& item, const Context& context) {
    return context.multipliers[static_cast<std::size_t>(item.multiplier)];
  }
  static Wrench wrench_of(const Item& item, const Frame& frame) {
    if (item.is_fixed) return {item.wrench.force, item.at.arm(frame).cross(item.wrench.force)};
    return {frame.R * item.wrench.force, frame.R * item.wrench.moment};
  }
  static Row row_of(const Wrench& w) {
    Row row;
    row << w.force.transpose(), w.moment.transpose();
    return row;
  }
  // f . (omega x (omega x r)): what the turning adds to the acceleration of the point at r.
  static double towards_centre(const Wrench& w, const Vec3& r, const Frame& frame) {
    return w.force.dot(frame.omega.cross(frame.omega.cross(r)));
  }
  static double measured(const Item& item, const Wrench& w, const Frame& frame) {
    if constexpr (kOnVelocity) return w.force.dot(frame.v) + w.moment.dot(frame.omega);
    return w.force.dot(frame.a) + w.moment.dot(frame.alpha) + towards_centre(w, item.at.arm(frame), frame);
  }

  // r turns with the node, and w unless it is fixed. (linear_velocity.md 4, 5, 7; linear_acceleration.md 3-5)
  static void add_row_tangent(const Item& item, const Wrench& w, const Frame& frame, TangentSink& sink) {
    const Vec3 r = item.at.arm(frame), &f = w.force, &omega = frame.omega;
    Row by_q = Row::Zero();
    if constexpr (kOnVelocity) {
      by_q.tail<3>() =
          item.is_fixed ? Vec3(r.cross(f.cross(omega))) : Vec3(f.cross(frame.v) + w.moment.cross(omega));
      sink.dv(item.blocks.row_node, row_of(w));
    } else {
      by_q.tail<3>() = item.is_fixed ? Vec3(r.cross(f.cross(frame.alpha) + omega.cross(omega.cross(f))))
                                     : Vec3(f.cross(frame.a) + w.moment.cross(frame.alpha) +
                                            omega.dot(r) * f.cross(omega) + f.dot(omega) * r.cross(omega));
      Row by_v = Row::Zero();
      by_v.tail<3>() = omega.dot(r) * f + f.dot(omega) * r - 2.0 * f.dot(r) * omega;
      sink.dv(item.blocks.row_node, by_v);
      sink.da(item.blocks.row_node, row_of(w));
    }
    sink.dq(item.blocks.row_node, by_q);
  }

  std::vector<Item> items_;
};

}  // namespace pintle
