// Rigid bodies: inertia and weight of masses fixed to nodes with axes; see rigid_body.md.
#pragma once

#include "pintle/bodies/mass_properties.h"
#include "pintle/system/element_set.h"

namespace pintle {

class RigidBodySet final : public ElementSet {
 public:
  // A body that has no inertia sits on a static node and is felt by its weight only.
  void add(ElementLabel label, FrameIndex frame, const MassProperties& properties, bool has_inertia = true);

  FrameIndex frame(Index element) const { return items_[static_cast<std::size_t>(element)].frame; }
  MassProperties properties(Index element) const {
    const Item& item = items_[static_cast<std::size_t>(element)];
    return {item.mass, item.first_moment, item.inertia};
  }

  std::string_view kind() const override { return "body"; }
  std::string_view type() const override { return "rigid body"; }
  void connect(Connector& connector) override;
  void residual(const Context& context, ResidualSink& sink) const override;
  void tangent(const Context& context, TangentSink& sink) const override;
  void add_totals(const Context& context, Totals& totals) const override;
  WorkDone work_done() const override { return WorkDone::none; }
  std::vector<ChannelInfo> channels() const override;
  void evaluate_channels(const Context& context, Index element, std::span<double> out) const override;
  void outline(Index element, OutlineSink& sink) const override;
  void display(Index element, DisplaySink& sink) const override;
  void private_data(const Context& context, Index element, PrivateDataSink& sink) const override;
  void add_momenta(const Context& context, std::span<NodeMomentum> by_frame) const override;

 private:
  struct Item {
    Mat3 inertia;       // about the node's origin, node axes
    Vec3 first_moment;  // node axes
    double mass;
    FrameIndex frame;
    BlockId block;
    bool has_inertia;
  };
  struct Motion;
  static Motion motion_of(const Item& item, const Context& context);

  std::vector<Item> items_;
};

}  // namespace pintle
