// Models with joints whose motion drives give: each of them forward and reversed, on the ground and on a body
// that moves, and within a loop.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "pintle/analysis/joint_run_test_support.h"

namespace pintle {

// What a total joint does along and about its axes: 'f' free, 'h' held at a constant, 'd' driven.
struct DrivenEdge {
  std::string type = "total_joint";
  std::string along = "fff", about = "fff";
  bool goes_both_ways = true;
  bool has_other_axes = false;  // of rotations
};

inline const std::vector<DrivenEdge> kDrivenEdges{
    {"drive_hinge", "fff", "ddd"},
    {"drive_displacement", "ddd", "fff", false},
    {"axial_rotation", "", ""},
    {"total_joint", "ddd", "ddd"},
    {"total_joint", "ddd", "ddd", true, true},
    {"total_joint", "hhd", "hhh"},  // a slide
    {"total_joint", "dhh", "hhh"},  // along another axis
    {"total_joint", "hhh", "hhd"},  // a hinge
    {"total_joint", "hhh", "ddd"},  // a ball joint
    {"total_joint", "hhh", "dhd", true, true},
    {"total_joint", "hhd", "hhf"},         // a cylinder
    {"total_joint", "dhh", "hhf", false},  // a hinge that is carried in its plane
    {"total_joint", "dfh", "hhh"},
    {"total_joint", "dfh", "hdh", false},
    {"total_joint", "dfh", "fff", false},
    {"total_joint", "fff", "hdh", true, true}};

inline const Vec3 kRotationAxes(0.5, -0.3, 0.8);

inline Card driven_card(const DrivenEdge& edge, Value a, Value b, double held = 0.05) {
  const Value position = Value::list({"0.1 * sin(3 * t)", "0.05 * (1 - cos(4 * t))", "0.2 * t^2"});
  const Value rotation = Value::list({"0.3 * sin(2 * t)", "0.4 * t^2", "0.5 * (1 - cos(3 * t))"});
  Card card = pair_card(edge.type, "edge", std::move(a), std::move(b));
  if (edge.type == "axial_rotation") return card.set("angular_velocity", "3 * t + sin(5 * t)");
  if (edge.type == "drive_hinge") return card.set("rotation", rotation);
  if (edge.type == "drive_displacement") return card.set("position", position);
  const auto set = [&](const std::string& motions, const char* axis, const char* level, const char* field,
                       const Value& driven) {
    Value values = driven;
    const bool is_at_zero = level == std::string("rotation") && motions.find('f') != motions.npos;
    for (std::size_t i = 0; i < 3; ++i) {
      if (motions[i] != 'f') card.set(fmt::format("{}_{}", axis, i + 1), level);
      if (motions[i] != 'd') values.as_list()[i] = is_at_zero ? 0.0 : held;
    }
    card.set(field, values);
  };
  set(edge.along, "along", "position", "position", position);
  set(edge.about, "about", "rotation", "rotation", rotation);
  if (edge.has_other_axes)
    card.set("rotation_axes", Value::map({{"rotation_vector", list_of(kRotationAxes)}}));
  return card;
}

struct DrivenPlacing {
  bool is_on_arm = false, is_reversed = false;
};
inline const std::vector<DrivenPlacing> kDrivenPlacings{
    {false, false}, {false, true}, {true, false}, {true, true}};

// A body on the edge, which is on the ground or on an arm that swings, and another on a ball joint behind it.
inline std::vector<Card> body_behind_drive(const DrivenEdge& edge, const DrivenPlacing& placing) {
  const Vec3 at(0.2, 0.1, -0.3), from_body(-0.4, 0.1, 0.2);
  // The second side has at the start the axes that rotations are seen in.
  const Vec3 other_tilt = edge.has_other_axes ? kRotationAxes : kTilt;
  const Vec3 base_tilt = placing.is_reversed ? other_tilt : kTilt;
  const Value base = placing.is_on_arm ? side("arm", {0.5, 0, 0}, base_tilt) : side("ground", at, base_tilt);
  const Value body = side("first", from_body, placing.is_reversed ? kTilt : other_tilt);
  return {downwards(),
          node_card("arm", at - Vec3(0.5, 0, 0)),
          node_card("first", at - from_body),
          node_card("second", at - from_body + Vec3(0.5, 0, 0.2), Vec3::Zero(), Vec3::Zero(), kOtherTilt),
          body_card("arm", 3.0, {0.2, 0.4, 0.3}),
          body_card("first", 1.5, {0.1, 0.2, 0.25}),
          body_card("second", 0.5, {0.02, 0.03, 0.04}),
          pair_card("revolute_hinge", "shoulder", side("ground", at - Vec3(1, 0, 0), kOtherTilt),
                    side("arm", {-0.5, 0, 0}, kOtherTilt)),
          driven_card(edge, placing.is_reversed ? body : base, placing.is_reversed ? base : body),
          pair_card("spherical_hinge", "ball", side("first", {0.3, 0, 0}),
                    side("second", so3::exp_matrix(-kOtherTilt) * Vec3(-0.2, 0, -0.2)))};
}

inline std::string text_of_drive(const DrivenEdge& edge, const DrivenPlacing& placing) {
  return fmt::format("{} {} {}{}{}", edge.type, edge.along, edge.about,
                     placing.is_on_arm ? " on the arm" : "", placing.is_reversed ? " reversed" : "");
}

template <class Visit>
void for_each_driven_model(Visit visit) {
  for (const DrivenEdge& edge : kDrivenEdges)
    for (const DrivenPlacing& placing : kDrivenPlacings)
      visit(body_behind_drive(edge, placing), text_of_drive(edge, placing),
            edge.goes_both_ways || !placing.is_reversed);
}

// A four-bar of which one end is on a table: a loop with an edge that is given, and one motion left.
inline std::vector<Card> four_bar_on_table(const char* type) {
  std::vector<Card> cards = hinged_four_bar();
  const Vec3 d(1.0, 0, 0);
  const double cd = 0.5 * (d - Vec3(0.9, 0.6, 0)).norm();
  cards.back() = pair_card("revolute_hinge", "D", "table", side("rocker", {cd, 0, 0}));
  cards.push_back(node_card("table", d));
  cards.push_back(body_card("table", 2.0, {0.1, 0.1, 0.1}));
  if (std::string(type) == "axial_rotation")
    cards.push_back(pair_card(type, "edge", side("ground", d - Vec3(0.2, 0, 0)), side("table", {-0.2, 0, 0}))
                        .set("angular_velocity", "sin(3 * t)"));
  else
    cards.push_back(driven_card({"total_joint", "ddh", "hhd"}, side("ground", d), "table", 0.0));
  return cards;
}

// How far the joint 'edge' is from what its drives and it ask for, on positions and on velocities.
class EdgeViolation {
 public:
  explicit EdgeViolation(const std::vector<Card>& cards)
      : started_(start_model(cards)),
        snapshot_(started_.model.system.make_snapshot()),
        phi_(VecX::Zero(started_.model.system.layout().multipliers)) {}

  double position(const State& state) { return largest(state, &System::phi); }
  double velocity(const State& state) { return largest(state, &System::phi_dot); }

 private:
  double largest(const State& state, void (System::*values)(const Context&, std::span<double>) const) {
    const System& system = started_.model.system;
    system.fill(state, snapshot_);
    phi_.setZero();
    (system.*values)(snapshot_.context(), {phi_.data(), static_cast<std::size_t>(phi_.size())});
    double largest = 0.0;
    for (Index m = 0; m < phi_.size(); ++m)
      if (const System::Owner owner = system.owner_of(m); owner.set->label(owner.element).name == "edge")
        largest = std::max(largest, std::abs(phi_[m]));
    return largest;
  }

  StartedModel started_;
  Snapshot snapshot_;
  VecX phi_;
};

inline JointSettings driven_settings(JointMethod method) {
  JointSettings settings;
  settings.method = method;
  settings.error_tolerance = 1e-9;
  return settings;
}

inline std::vector<JointSettings> all_driven_methods() {
  std::vector<JointSettings> all;
  for (const JointMethod method :
       {JointMethod::rk4, JointMethod::rk45, JointMethod::implicit, JointMethod::generalised_alpha}) {
    all.push_back(driven_settings(method));
    if (method == JointMethod::generalised_alpha) continue;
    all.push_back(driven_settings(method));
    all.back().loops = LoopClosure::reduction;
  }
  return all;
}

}  // namespace pintle
