// Spring-damper: a linear spring and damper between two points, or a line that only pulls; see
// spring_damper.md.
#pragma once

#include <vector>

#include "pintle/joints/tension_line.h"
#include "pintle/system/element_set.h"

namespace pintle {

struct SpringDamperProperties {
  double stiffness = 0.0;    // N/m
  double damping = 0.0;      // N s/m
  double free_length = 0.0;  // m
  double prestress = 0.0;    // N, tension at the free length; none if it is only taut
  bool is_taut_only = false;
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
  bool has_pieces() const override;
  std::uint64_t piece(const Context& context) const override;
  void add_totals(const Context& context, Totals& totals) const override;
  WorkDone work_done() const override;
  std::vector<ChannelInfo> channels() const override;
  void evaluate_channels(const Context& context, Index element, std::span<double> out) const override;
  void report(const Context& context, Index element, ReportSink& sink) const override;
  void private_data(const Context& context, Index element, PrivateDataSink& sink) const override;
  void outline(Index element, OutlineSink& sink) const override {
    items_[static_cast<std::size_t>(element)].line.outline(sink);
  }
  // What only pulls is a line.
  void display(Index element, DisplaySink& sink) const override {
    const Item& item = items_[static_cast<std::size_t>(element)];
    item.line.display(item.properties.is_taut_only ? DisplayRole::line : DisplayRole::spring, sink);
  }

 private:
  struct Item {
    TensionLine line;
    SpringDamperProperties properties;
  };
  // Where the points meet, the rate is that of the length they part with.
  static Stretch stretch_of(const Item& item, const Context& context);
  static Tension tension_of(const SpringDamperProperties& properties, const Stretch& stretch);
  static double energy_of(const SpringDamperProperties& properties, const Stretch& stretch);

  std::vector<Item> items_;
};

}  // namespace pintle
