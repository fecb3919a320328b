// VelocityJointSet: equations on the velocity of one attachment. With a unit wrench w = (f, m) about the
// node's origin that is fixed in the node, each says w . (v, omega) = s(t). A joint type says what w is;
// everything else is written here once. Numbers in brackets are those of linear_velocity.md.
#pragma once

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
//   kNeedsAxes               whether the node must have an orientation
//   unit_wrench(offset, e)   w in node components, for the unit direction e at the offset from the node
//   coordinate()             the output that w . (v, omega) is
template <class Joint>
class VelocityJointSet final : public ConstraintSet {
 public:
  // `direction` is in the axes of the attachment and turns with them.
  void add(ElementLabel label, const Attachment& at, const Vec3& direction, Drive value) {
    add_label(std::move(label));
    const Vec3 e = at.axes * direction.normalized();
    items_.push_back({at, Joint::unit_wrench(at.offset, e), std::move(value), {}, 0});
  }

  std::string_view kind() const override { return "joint"; }
  std::string_view type() const override { return Joint::kType; }
  ConstraintLevel level() const override { return ConstraintLevel::velocity; }
  Index equations_per_element() const override { return 1; }
  Index first_multiplier(Index element) const override {
    return items_[static_cast<std::size_t>(element)].multiplier;
  }
  std::string equation_name(Index) const override { return std::string(Joint::kType) + " constraint"; }
  std::string_view equation_unit(Index) const override { return Joint::kUnit; }

  void connect(Connector& connector) override {
    for (Item& item : items_) {
      item.multiplier = connector.multipliers(1);
      const Slot node = Slot::frame(item.at.frame), row = Slot::multipliers(item.multiplier, 1, level());
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
      sink.add_constraint(item.multiplier, psi(item, w, frame, context));
    }
  }

  // w turns with the node.                                                        (linear_velocity.md 4, 5)
  void tangent(const Context& context, TangentSink& sink) const override {
    for (const Item& item : items_) {
      const Frame& frame = frame_of(item, context);
      const Wrench w = wrench_of(item, frame);
      Row by_q = Row::Zero();
      by_q.tail<3>() = w.force.cross(frame.v) + w.moment.cross(frame.omega);
      sink.dq(item.blocks.row_node, by_q);
      sink.dv(item.blocks.row_node, row_of(w));
      sink.dlambda(item.blocks.node_row, row_of(w).transpose());
      const double lambda = multiplier_of(item, context);
      Mat6 stiffness = Mat6::Zero();
      stiffness.topRightCorner<3, 3>() = -lambda * skew(w.force);
      stiffness.bottomRightCorner<3, 3>() = -lambda * skew(w.moment);
      sink.dq(item.blocks.node_node, stiffness);
    }
  }

  void phi(const Context&, std::span<double>) const override {}

  void phi_dot(const Context& context, std::span<double> out) const override {
    for (const Item& item : items_) {
      const Frame& frame = frame_of(item, context);
      out[static_cast<std::size_t>(item.multiplier)] = psi(item, wrench_of(item, frame), frame, context);
    }
  }

  // (omega x m) . omega vanishes.                                                     (linear_velocity.md 3)
  void gamma(const Context& context, std::span<double> out) const override {
    for (const Item& item : items_) {
      const Frame& frame = frame_of(item, context);
      out[static_cast<std::size_t>(item.multiplier)] =
          item.value.derivatives(context.time).rate -
          frame.omega.cross(wrench_of(item, frame).force).dot(frame.v);
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
        rate_of(wrench_of(item, frame), frame);
  }

 private:
  using Row = Eigen::Matrix<double, 1, 6>;
  struct Blocks {
    BlockId node_node, node_row, row_node;
  };
  struct Item {
    Attachment at;
    Wrench wrench;  // node components
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
    return {frame.R * item.wrench.force, frame.R * item.wrench.moment};
  }
  static Row row_of(const Wrench& w) {
    Row row;
    row << w.force.transpose(), w.moment.transpose();
    return row;
  }
  static double rate_of(const Wrench& w, const Frame& frame) {
    return w.force.dot(frame.v) + w.moment.dot(frame.omega);
  }
  static double psi(const Item& item, const Wrench& w, const Frame& frame, const Context& context) {
    return rate_of(w, frame) - item.value.value(context.drive_inputs());
  }

  std::vector<Item> items_;
};

}  // namespace pintle
