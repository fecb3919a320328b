// Spring-damper: a linear spring and damper between two points; see spring_damper.md.
#pragma once

#include <vector>

#include "pintle/joints/pair_pose.h"
#include "pintle/system/attachment.h"
#include "pintle/system/element_set.h"

namespace pintle {

struct SpringDamperProperties {
  double stiffness = 0.0;    // N/m
  double damping = 0.0;      // N s/m
  double free_length = 0.0;  // m
  double prestress = 0.0;    // N, tension at the free length
};

class SpringDamperSet final : public ElementSet {
 public:
  void add(ElementLabel label, const Attachment& a, const Attachment& b,
           const SpringDamperProperties& properties);

  std::string_view kind() const override { return "joint"; }
  std::string_view type() const override { return "spring damper"; }
  void connect(Connector& connector) override;
  void residual(const Context& context, ResidualSink& sink) const override;
  void tangent(const Context& context, TangentSink& sink) const override;
  void add_totals(const Context& context, Totals& totals) const override;
  std::vector<ChannelInfo> channels() const override;
  void evaluate_channels(const Context& context, Index element, std::span<double> out) const override;

 private:
  struct Item {
    Attachment a, b;
    SpringDamperProperties properties;
    BlockId aa, ab, ba, bb;
  };
  struct Stretch;  // how an item is drawn out
  static Stretch stretch_of(const Item& item, const Context& context);
  static void add_tangent(const Item& item, const Stretch& stretch, TangentSink& sink);

  std::vector<Item> items_;
};

}  // namespace pintle
