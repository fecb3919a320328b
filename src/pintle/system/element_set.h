// The Element contract. Elements of one type sit contiguously in a set; the system makes one virtual call per
// set and evaluation, none per element.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/geometry.h"
#include "pintle/base/source_place.h"
#include "pintle/laws/work_done.h"
#include "pintle/system/connector.h"
#include "pintle/system/context.h"
#include "pintle/system/display.h"
#include "pintle/system/report.h"
#include "pintle/system/sinks.h"

namespace pintle {

// Who an element is, for messages and output: the user's name and the place where it was written.
struct ElementLabel {
  std::string name;
  SourcePlace place;
};

// A named output with a unit; `size` numbers (1 scalar, 3 vector, 4 quaternion). Angles and rotation vectors
// are known by their unit.
struct ChannelInfo {
  std::string name;
  std::string unit;
  int size = 1;
  std::string doc;
  Geometry geometry = Geometry::own;
};

// How many numbers they are together.
inline std::size_t size_of(const std::vector<ChannelInfo>& channels) {
  std::size_t size = 0;
  for (const ChannelInfo& channel : channels) size += static_cast<std::size_t>(channel.size);
  return size;
}

// What a set contributes to the balance sheet of the system. Momenta are in ground components, the angular
// one about the ground's origin.
struct Totals {
  double kinetic = 0.0;
  double potential = 0.0;
  Vec3 linear_momentum = Vec3::Zero();
  Vec3 angular_momentum = Vec3::Zero();
  double mass = 0.0;
};

class ConstraintSet;

class ElementSet {
 public:
  virtual ~ElementSet() = default;

  virtual std::string_view kind() const = 0;  // "joint"
  virtual std::string_view type() const = 0;  // "revolute hinge"
  Index size() const { return static_cast<Index>(labels_.size()); }
  const ElementLabel& label(Index element) const { return labels_[static_cast<std::size_t>(element)]; }

  // Assembly: reserve multipliers, history and matrix blocks.
  virtual void connect(Connector&) = 0;

  // Adds to the residual; adds derivatives of the residual with respect to q, v, a, x, xdot and lambda.
  virtual void residual(const Context&, ResidualSink&) const = 0;
  virtual void tangent(const Context&, TangentSink&) const = 0;

  // Optional: energy and momentum; history at the start and after an accepted step (`history` is the whole
  // vector).
  virtual void add_totals(const Context&, Totals&) const {}
  virtual void start_history(const Context&, std::span<double> /*history*/) const {}
  virtual void commit(const Context&, std::span<double> /*history*/) const {}

  // What its forces may do to the sum of kinetic and potential energy of add_totals().
  virtual WorkDone work_done() const { return WorkDone::any; }

  // Optional: forces put together of pieces, as of a line that only pulls; a number that changes where they
  // may have a kink.
  virtual bool has_pieces() const { return false; }
  virtual std::uint64_t piece(const Context&) const { return 0; }

  // Optional: outputs of every element of the set; `out` holds the sizes of channels() added up.
  virtual std::vector<ChannelInfo> channels() const { return {}; }
  virtual void evaluate_channels(const Context&, Index /*element*/, std::span<double> /*out*/) const {}

  // Optional: what files in MBDyn's layout say of an element, record by record and in the summary; and what a
  // body adds to the momenta of its node, by frame.
  virtual void report(const Context&, Index /*element*/, ReportSink&) const {}
  virtual void outline(Index /*element*/, OutlineSink&) const {}
  // Optional: the list of MBDyn. Without one, the columns of report() are known by name.
  virtual void private_data(const Context&, Index /*element*/, PrivateDataSink&) const {}
  virtual void add_momenta(const Context&, std::span<NodeMomentum> /*by_frame*/) const {}
  // Optional: what is drawn of an element.
  virtual void display(Index /*element*/, DisplaySink&) const {}

  // Constraint sets say so; everything generic about constraints works on these.
  virtual const ConstraintSet* as_constraints() const { return nullptr; }

 protected:
  void add_label(ElementLabel label) { labels_.push_back(std::move(label)); }

 private:
  std::vector<ElementLabel> labels_;
};

}  // namespace pintle
