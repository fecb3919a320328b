// Viscous body: a constitutive law of the velocity of a node in its own axes; see viscous_body.md.
#pragma once

#include <vector>

#include "pintle/joints/law_owner.h"
#include "pintle/system/attachment.h"
#include "pintle/system/element_set.h"

namespace pintle {

class ViscousBodySet final : public ElementSet {
 public:
  void add(ElementLabel label, const Attachment& at, LawPointer<6> law);

  std::string_view kind() const override { return "joint"; }
  std::string_view type() const override { return "viscous body"; }
  void connect(Connector& connector) override;
  void residual(const Context& context, ResidualSink& sink) const override;
  void tangent(const Context& context, TangentSink& sink) const override;
  void start_history(const Context& context, std::span<double> history) const override;
  void commit(const Context& context, std::span<double> history) const override;
  std::vector<ChannelInfo> channels() const override;
  void evaluate_channels(const Context& context, Index element, std::span<double> out) const override;
  void report(const Context& context, Index element, ReportSink& sink) const override;
  void private_data(const Context& context, Index element, PrivateDataSink& sink) const override;
  void outline(Index element, OutlineSink& sink) const override;
  void display(Index element, DisplaySink& sink) const override;

 private:
  struct Item {
    Attachment at;
    LawOwner<6> law;
    BlockId block = kNoBlock;
  };
  struct Motion;  // of the point, in the axes of the attachment
  static Motion motion_of(const Item& item, const Context& context);

  std::vector<Item> items_;
};

}  // namespace pintle
