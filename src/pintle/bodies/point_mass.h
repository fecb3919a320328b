// Point masses: inertia and weight without rotation; see point_mass.md.
#pragma once

#include "pintle/bodies/mass_properties.h"
#include "pintle/system/element_set.h"

namespace pintle {

class PointMassSet final : public ElementSet {
 public:
  // A mass that has no inertia sits on a static node and is felt by its weight only.
  void add(ElementLabel label, FrameIndex frame, double mass, bool has_inertia = true);

  FrameIndex frame(Index element) const { return items_[static_cast<std::size_t>(element)].frame; }
  MassProperties properties(Index element) const {
    return {items_[static_cast<std::size_t>(element)].mass, Vec3::Zero(), Mat3::Zero()};
  }

  std::string_view kind() const override { return "body"; }
  std::string_view type() const override { return "point mass"; }
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
    double mass;
    double inertia;  // the mass, or zero on a static node
    FrameIndex frame;
    BlockId block;
  };
  std::vector<Item> items_;
};

}  // namespace pintle
