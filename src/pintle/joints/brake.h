// Brake: friction about the common third axis under a driven normal force; see brake.md.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "pintle/joints/axis_friction.h"

namespace pintle {

class BrakeSet final : public AxisFrictionSet {
 public:
  BrakeSet() : AxisFrictionSet(Motion::about) {}

  void add(ElementLabel label, const Attachment& a, const Attachment& b, FrictionContact contact,
           Drive normal) {
    normals_.push_back({std::move(normal), contact.preload});
    add_contact(std::move(label), a, b, std::move(contact));
  }

  std::string_view kind() const override { return "joint"; }
  std::string_view type() const override { return "brake"; }
  void report(const Context& context, Index element, ReportSink& sink) const override {
    report_brake(context, element, sink);
  }
  void outline(Index element, OutlineSink& sink) const override { outline_brake(element, sink); }
  void display(Index element, DisplaySink& sink) const override { display_brake(element, sink); }
  void private_data(const Context& context, Index element, PrivateDataSink& sink) const override {
    list_brake(context, element, sink);
  }

 protected:
  NormalForce normal_force(const Context& context, Index element) const override {
    const Normal& normal = normals_[static_cast<std::size_t>(element)];
    return {std::max(normal.preload, normal.drive.value(context.drive_inputs())), Vec3::Zero()};
  }
  Multipliers normal_multipliers(Index) const override { return {}; }

 private:
  struct Normal {
    Drive drive;
    double preload;
  };
  std::vector<Normal> normals_;
};

}  // namespace pintle
