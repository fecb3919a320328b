// Inertia: mass, centre of mass and inertia of a group of bodies, told at the start and written with the
// results; see inertia.md.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pintle/bodies/mass_properties.h"
#include "pintle/system/context.h"
#include "pintle/system/element_set.h"

namespace pintle {

struct InertiaPart {
  FrameIndex frame = kGroundFrame;
  MassProperties properties;  // in the axes of the frame, about its origin
};

// All bodies together, ground components.
struct GroupInertia {
  double mass = 0.0;
  Vec3 center = Vec3::Zero();
  Mat3 about_center = Mat3::Zero();

  Mat3 about(const Vec3& point) const;
  Vec3 principal_moments() const;  // ascending
  Mat3 principal_axes() const;     // columns, right-handed
};
GroupInertia inertia_of(const std::vector<InertiaPart>& parts, std::span<const Frame> frames);

// A point and axes from which the inertia is told, too.
struct InertiaView {
  Vec3 position = Vec3::Zero();
  Mat3 axes = Mat3::Identity();

  Vec3 center(const GroupInertia& group) const { return axes.transpose() * (group.center - position); }
  Mat3 inertia(const GroupInertia& group) const { return axes.transpose() * group.about(position) * axes; }
};

// What is told of the start.
struct InertiaReport {
  GroupInertia group;
  std::optional<InertiaView> view;
  bool is_logged = true;  // in the summary of the model
};

class InertiaSet final : public ElementSet {
 public:
  void add(ElementLabel label, std::vector<InertiaPart> parts, InertiaReport report) {
    add_label(std::move(label));
    items_.push_back({std::move(parts), std::move(report)});
  }

  std::string_view kind() const override { return "body"; }
  std::string_view type() const override { return "inertia"; }
  void connect(Connector&) override {}
  void residual(const Context&, ResidualSink&) const override {}
  WorkDone work_done() const override { return WorkDone::none; }
  void tangent(const Context&, TangentSink&) const override {}
  std::vector<ChannelInfo> channels() const override;
  void evaluate_channels(const Context& context, Index element, std::span<double> out) const override;
  void outline(Index element, OutlineSink& sink) const override;

 private:
  struct Item {
    std::vector<InertiaPart> parts;
    InertiaReport report;
  };
  std::vector<Item> items_;
};

}  // namespace pintle
