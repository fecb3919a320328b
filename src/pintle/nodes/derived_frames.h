// Frames that follow from those of nodes: they own no unknowns and carry nothing, but are measured and
// written like nodes; see offset.md and relative_frame.md.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "pintle/system/element_set.h"

namespace pintle {

class SystemBuilder;

// Motion of a frame given in a frame P that moves: `inner` is relative to P, in its axes. (offset.md 1)
Frame composed(const Frame& P, const Frame& inner);
// The opposite: motion of B as seen in P, in its axes. (relative_frame.md 1)
Frame seen_from(const Frame& P, const Frame& B);

class DerivedFrameSet final : public ElementSet {
 public:
  // A node, or another derived frame.
  struct Source {
    FrameIndex frame = kGroundFrame;
    Index derived = -1;
    Frame fixed = {};  // an offset and axes in it
  };

  void add_offset(ElementLabel label, Source base);
  void add_relative(ElementLabel label, Source base, Source reference, std::optional<Source> pivot);

  std::string_view kind() const override { return "node"; }
  std::string_view type() const override { return "dummy"; }
  void connect(Connector&) override {}
  void residual(const Context&, ResidualSink&) const override {}
  WorkDone work_done() const override { return WorkDone::none; }
  void tangent(const Context&, TangentSink&) const override {}
  std::vector<ChannelInfo> channels() const override;
  void evaluate_channels(const Context& context, Index element, std::span<double> out) const override;
  // As the lines of nodes: position, orientation, velocities and accelerations.
  void report(const Context& context, Index element, ReportSink& sink) const override;
  void outline(Index element, OutlineSink& sink) const override;
  // Quantities of nodes that are no outputs, "position_local_x".
  void private_data(const Context& context, Index element, PrivateDataSink& sink) const override;

  Frame frame(const Context& context, Index element) const;
  // The element of that name; -1 when there is none.
  Index find(std::string_view name) const;

 private:
  struct Item {
    Source base;
    std::optional<Source> reference, pivot;
  };
  Frame frame_of(const Context& context, const Source& source) const;
  std::vector<Item> items_;
};

// A node or a derived frame that was described before, by name; an unknown one is reported.
DerivedFrameSet::Source source_of(std::string_view name, const SourcePlace& place, SystemBuilder& builder);

}  // namespace pintle
