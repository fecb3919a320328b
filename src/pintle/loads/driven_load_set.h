// DrivenLoadSet: forces or couples given by a driven vector, in ground components or in the axes of their
// attachment (follower), with or without an equal and opposite reaction on a second attachment. See force.md
// and couple.md.
#pragma once

#include <algorithm>

#include "pintle/loads/measured_dependence.h"
#include "pintle/math/rotations.h"
#include "pintle/system/attachment.h"
#include "pintle/system/element_set.h"

namespace pintle {

struct DrivenLoad {
  Attachment at;
  DrivenVector value;
  bool is_follower = false;
  bool has_reaction = false;
  Attachment reaction_on = {};
};

// `Kind` says what the vector F does to a frame that it meets at arm r from the origin:
//   kType                   "force"
//   lever(r)                L with (force, moment) = L F
//   lever_stiffness(r, F)   d(moment)/dtheta from the turning of r with F fixed
//   velocity(frame, r)      what F has to be multiplied with for its power
//   channels()              names of force and moment
template <class Kind>
class DrivenLoadSet final : public ElementSet {
 public:
  void add(ElementLabel label, DrivenLoad load) {
    add_label(std::move(label));
    items_.push_back({std::move(load), {}, {}});
  }

  std::string_view kind() const override { return "load"; }
  std::string_view type() const override { return Kind::kType; }

  void connect(Connector& connector) override {
    for (Item& item : items_) {
      const Slot a = Slot::frame(item.load.at.frame), b = Slot::frame(item.load.reaction_on.frame);
      item.blocks = {connector.block(a, a), connector.block(b, b),
                     item.load.is_follower ? connector.block(b, a) : kNoBlock};
      item.dependence.connect(connector, item.load.value, {item.load.at.frame, item.load.reaction_on.frame});
    }
  }

  void residual(const Context& context, ResidualSink& sink) const override {
    for (const Item& item : items_) {
      const Acting acting = evaluate(item, context);
      const Vec6 on_a = acting.lever_a * acting.vector, on_b = acting.lever_b * acting.vector;
      sink.add(item.load.at.frame, on_a.head<3>(), on_a.tail<3>());
      if (item.load.has_reaction) sink.add(item.load.reaction_on.frame, on_b.head<3>(), on_b.tail<3>());
    }
  }

  // dF = -F~ dtheta_a for a follower; the arms turn with their own frames. (force.md 4-6)
  void tangent(const Context& context, TangentSink& sink) const override {
    for (const Item& item : items_) {
      const Acting acting = evaluate(item, context);
      Mat6 aa = Mat6::Zero(), bb = Mat6::Zero(), ba = Mat6::Zero();
      aa.bottomRightCorner<3, 3>() = -Kind::lever_stiffness(acting.arm_a, acting.vector);
      bb.bottomRightCorner<3, 3>() = Kind::lever_stiffness(acting.arm_b, acting.vector);
      if (item.load.is_follower) {
        const Mat3 turning = -skew(acting.vector);
        aa.rightCols<3>() += acting.lever_a * turning;
        ba.rightCols<3>() = acting.lever_b * turning;
      }
      sink.dq(item.blocks.aa, aa);
      sink.dq(item.blocks.bb, bb);
      sink.dq(item.blocks.ba, ba);
      if (!item.dependence.is_empty())
        item.dependence.tangent(context, item.load.value,
                                {acting.lever_a * acting.axes, acting.lever_b * acting.axes}, sink);
    }
  }

  std::vector<ChannelInfo> channels() const override { return Kind::channels(); }

  void evaluate_channels(const Context& context, Index element, std::span<double> out) const override {
    const Item& item = items_[static_cast<std::size_t>(element)];
    const Acting acting = evaluate(item, context);
    const Vec6 on_a = acting.lever_a * acting.vector;
    const Vec3 relative = Kind::velocity(frame_of(context, item.load.at), acting.arm_a) -
                          Kind::velocity(frame_of(context, item.load.reaction_on), acting.arm_b);
    double* next = out.data();
    if constexpr (Kind::kHasForce) next = std::copy_n(Vec3(-on_a.head<3>()).data(), 3, next);
    next = std::copy_n(Vec3(-on_a.tail<3>()).data(), 3, next);
    *next = acting.vector.dot(relative);
  }

  // The node, the vector and, of a force, its point; the reaction likewise.
  void report(const Context& context, Index element, ReportSink& sink) const override {
    const Item& item = items_[static_cast<std::size_t>(element)];
    const Acting acting = evaluate(item, context);
    const auto put = [&](const Attachment& at, const Vec3& vector) {
      sink.node(at.frame);
      sink.vector(Kind::kHasForce ? "F" : "M", Kind::kHasForce ? "N" : "N m", vector);
      if (Kind::kHasForce) sink.vector("A", "m", at.point(frame_of(context, at)));
    };
    put(item.load.at, acting.vector);
    if (item.load.has_reaction) put(item.load.reaction_on, -acting.vector);
  }

  void display(Index element, DisplaySink& sink) const override {
    const DrivenLoad& load = items_[static_cast<std::size_t>(element)].load;
    if (load.has_reaction) sink.between(load.at, load.reaction_on, DisplayRole::line);
    sink.arrow(load.at, Kind::kHasForce ? "force" : "moment",
               Kind::kHasForce ? DisplayRole::force : DisplayRole::moment);
  }

  void outline(Index element, OutlineSink& sink) const override {
    const DrivenLoad& load = items_[static_cast<std::size_t>(element)].load;
    sink.word(std::string("structural ") + (load.has_reaction ? "internal " : "") +
              (load.is_follower ? "follower " : "absolute ") + std::string(Kind::kType));
    sink.point(load.at);
    if (load.has_reaction) sink.point(load.reaction_on);
  }

 private:
  struct Blocks {
    BlockId aa, bb, ba;
  };
  struct Item {
    DrivenLoad load;
    Blocks blocks;
    MeasuredDependence dependence;
  };
  // The vector and what it does to both sides. The residual is what is resisted: minus the load on a, plus it
  // on b.
  struct Acting {
    Vec3 arm_a, arm_b;
    Mat3 axes;    // that the components of the value refer to
    Vec3 vector;  // ground components
    Lever lever_a, lever_b;
  };

  static const Frame& frame_of(const Context& context, const Attachment& attachment) {
    return context.frames[static_cast<std::size_t>(attachment.frame)];
  }
  static Acting evaluate(const Item& item, const Context& context) {
    const DrivenLoad& load = item.load;
    const Frame& frame_a = frame_of(context, load.at);
    Acting acting;
    acting.arm_a = load.at.arm(frame_a);
    acting.arm_b = load.reaction_on.arm(frame_of(context, load.reaction_on));
    acting.axes = load.is_follower ? load.at.world_axes(frame_a) : Mat3::Identity();
    acting.vector = acting.axes * load.value.value(context);
    acting.lever_a = -Kind::lever(acting.arm_a);
    acting.lever_b = Kind::lever(acting.arm_b);
    return acting;
  }

  std::vector<Item> items_;
};

}  // namespace pintle
