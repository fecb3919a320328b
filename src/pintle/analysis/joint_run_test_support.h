// Models for runs in joint coordinates: a body behind any joint, a loop.
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "pintle/analysis/model_run_test_support.h"
#include "pintle/math/so3.h"

namespace pintle {

inline const Vec3 kTilt(0.3, -0.4, 0.5), kOtherTilt(-0.2, 0.1, 0.7);

inline PartitionedSettings other_rk4() {
  PartitionedSettings settings;
  settings.tolerance = 1e-12;
  return settings;
}

inline Card downwards() { return make_card("gravity", "", "", {{"acceleration", list_of({0, 0, -9.81})}}); }

// A body on a joint of any type, between attachments in odd places, and another on a ball joint behind it.
// The joint is met at the start: both sides have the same axes and the same point.
inline std::vector<Card> body_behind(const std::string& type, bool is_reversed) {
  const Vec3 at(0.2, 0.1, -0.3), from_body(-0.4, 0.1, 0.2);
  Value on_ground = side("ground", at, kTilt), on_body = side("first", from_body, kTilt);
  if (type == "revolute_cylindrical") {  // its third axes are normal to each other
    const Mat3 turn = so3::exp_matrix(kTilt) * so3::exp_matrix(Vec3(0, std::numbers::pi / 2, 0));
    on_body = side("first", from_body, so3::log(turn));
  }
  return {downwards(),
          node_card("first", at - from_body),
          node_card("second", at - from_body + Vec3(0.5, 0, 0.2), Vec3::Zero(), Vec3::Zero(), kOtherTilt),
          body_card("first", 1.5, {0.1, 0.2, 0.25}),
          body_card("second", 0.5, {0.02, 0.03, 0.04}),
          pair_card(type, "edge", is_reversed ? on_body : on_ground, is_reversed ? on_ground : on_body),
          pair_card("spherical_hinge", "ball", side("first", {0.3, 0, 0}),
                    side("second", so3::exp_matrix(-kOtherTilt) * Vec3(-0.2, 0, -0.2)))};
}

inline constexpr std::array kEdges{
    "clamp",           "revolute_hinge",  "prismatic",          "cylindrical",
    "universal_hinge", "spherical_hinge", "plane_displacement", "revolute_cylindrical",
    "parallel_axes"};

// Four hinges in space: of the five equations of the cut one three follow from the others.
inline std::vector<Card> hinged_four_bar(const Vec3& b = {0, 0.3, 0}, const Vec3& c = {0.9, 0.6, 0},
                                         double speed = 0.0) {
  const auto link = [](const char* name, const Vec3& from, const Vec3& to) {
    const Vec3 d = to - from;
    return node_card(name, 0.5 * (from + to), Vec3::Zero(), Vec3::Zero(), {0, 0, std::atan2(d.y(), d.x())});
  };
  const Vec3 a(0, 0, 0), d(1.0, 0, 0), turn(0, 0, speed);
  const double ab = 0.5 * b.norm(), bc = 0.5 * (c - b).norm(), cd = 0.5 * (d - c).norm();
  return {make_card("gravity", "", "", {{"acceleration", list_of({0, -9.81, 0})}}),
          node_card("crank", 0.5 * b, turn.cross(0.5 * b), turn, {0, 0, std::atan2(b.y(), b.x())}),
          link("coupler", b, c),
          link("rocker", c, d),
          body_card("crank", 0.5, {0.01, 0.025, 0.03}),
          body_card("coupler", 1.0, {0.02, 0.09, 0.1}),
          body_card("rocker", 0.8, {0.02, 0.07, 0.08}),
          pair_card("revolute_hinge", "A", "ground", side("crank", {-ab, 0, 0})),
          pair_card("revolute_hinge", "B", side("crank", {ab, 0, 0}), side("coupler", {-bc, 0, 0})),
          pair_card("revolute_hinge", "C", side("coupler", {bc, 0, 0}), side("rocker", {-cd, 0, 0})),
          pair_card("revolute_hinge", "D", side("ground", d), side("rocker", {cd, 0, 0}))};
}

}  // namespace pintle
