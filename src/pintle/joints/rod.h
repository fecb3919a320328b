// Rod: a constitutive law along the line between two points; see rod.md.
#pragma once

#include <vector>

#include "pintle/joints/law_owner.h"
#include "pintle/joints/tension_line.h"
#include "pintle/system/element_set.h"

namespace pintle {

class RodSet final : public ElementSet {
 public:
  // `length` is not zero.
  void add(ElementLabel label, const Attachment& a, const Attachment& b, double length, LawPointer<1> law);

  std::string_view kind() const override { return "joint"; }
  std::string_view type() const override { return "rod"; }
  void connect(Connector& connector) override;
  void residual(const Context& context, ResidualSink& sink) const override;
  void tangent(const Context& context, TangentSink& sink) const override;
  void add_totals(const Context& context, Totals& totals) const override;
  WorkDone work_done() const override;
  void start_history(const Context& context, std::span<double> history) const override;
  void commit(const Context& context, std::span<double> history) const override;
  std::vector<ChannelInfo> channels() const override;
  void evaluate_channels(const Context& context, Index element, std::span<double> out) const override;
  void report(const Context& context, Index element, ReportSink& sink) const override;
  void private_data(const Context& context, Index element, PrivateDataSink& sink) const override;
  void outline(Index element, OutlineSink& sink) const override {
    items_[static_cast<std::size_t>(element)].line.outline(sink);
  }
  void display(Index element, DisplaySink& sink) const override {
    items_[static_cast<std::size_t>(element)].line.display(DisplayRole::spring, sink);
  }

 private:
  struct Item {
    TensionLine line;
    LawOwner<1> law;

    LawInputs<1> inputs(const Context& context, const Stretch& stretch) const;
  };
  std::vector<Item> items_;
};

}  // namespace pintle
