#include "tests/support/chain_models.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "pintle/analysis/initial_assembly.h"
#include "pintle/bodies/rigid_body.h"
#include "pintle/joints/in_line.h"
#include "pintle/joints/pair_joint_set.h"
#include "pintle/joints/revolute_hinge.h"
#include "pintle/math/rotations.h"

namespace pintle {

namespace {

// Axes whose third one is `axis`.
Mat3 axes_with_third(const Vec3& axis) {
  const Vec3 first = axis.unitOrthogonal();
  Mat3 axes;
  axes << first, axis.cross(first), axis;
  return axes;
}

// Slender rod along the direction `along` (a coordinate axis), about its centre.
Mat3 rod_inertia(double mass, double length, double radius, int along) {
  const double across = mass * (3.0 * radius * radius + length * length) / 12.0;
  Vec3 moments = Vec3::Constant(across);
  moments[along] = 0.5 * mass * radius * radius;
  return moments.asDiagonal();
}

Assembled finish(SystemBuilder& builder, Diagnostics& diagnostics) {
  std::optional<Assembled> assembled = builder.finish();
  if (!assembled ||
      !assemble_initial_state(assembled->system, assembled->state, {}, diagnostics).is_consistent)
    throw std::runtime_error(diagnostics.to_text());
  return std::move(*assembled);
}

void add_body(SystemBuilder& builder, FrameIndex frame, const std::string& name, double mass,
              const Mat3& inertia) {
  builder.frame_of(name, {});
  builder.claim_inertia(frame, name);
  builder.set<RigidBodySet>().add({name, {}}, frame, MassProperties{mass, Vec3::Zero(), inertia});
}

void set_gravity(SystemBuilder& builder, const Vec3& direction) {
  builder.set_gravity({Drive::constant(9.81), direction});
}

}  // namespace

Assembled make_chain(int links, bool is_closed, const Vec3& down) {
  constexpr double kLength = 0.1, kMass = 0.1, kRadius = 0.005;
  // Open: straight along x. Closed: a half circle hanging between two supports.
  const auto slope = [&](int i) { return is_closed ? std::numbers::pi * ((i + 0.5) / links - 0.5) : 0.0; };
  Diagnostics diagnostics;
  SystemBuilder builder(diagnostics);
  const auto name = [](int i) { return fmt::format("link {}", i); };
  Vec3 end = Vec3::Zero();
  for (int i = 0; i < links; ++i) {
    const Vec3 along(std::cos(slope(i)), 0, std::sin(slope(i)));
    const Mat3 turn(Eigen::AngleAxisd(-slope(i), Vec3::UnitY()));
    builder.add_structural_node({name(i), {}}, {end + 0.5 * kLength * along, turn});
    end += kLength * along;
  }
  set_gravity(builder, down);
  const Mat3 axes = axes_with_third(Vec3::UnitY());
  const Vec3 half(0.5 * kLength, 0, 0);
  for (int i = 0; i < links; ++i) {
    const FrameIndex frame = i + 1;
    add_body(builder, frame, name(i), kMass, rod_inertia(kMass, kLength, kRadius, 0));
    const Attachment before =
        i == 0 ? Attachment{kGroundFrame, Vec3::Zero(), axes} : Attachment{frame - 1, half, axes};
    builder.set<PairJointSet<RevoluteHinge>>().add({fmt::format("hinge {}", i), {}}, before,
                                                   {frame, -half, axes});
  }
  if (is_closed)
    builder.set<PairJointSet<InLineJoint>>().add({"far end", {}}, {kGroundFrame, end, axes},
                                                 {links, half, axes});
  return finish(builder, diagnostics);
}

Assembled make_free_bodies(int bodies) {
  Diagnostics diagnostics;
  SystemBuilder builder(diagnostics);
  const auto name = [](int i) { return fmt::format("body {}", i); };
  for (int i = 0; i < bodies; ++i)
    builder.add_structural_node(
        {name(i), {}}, {Vec3(i, 0, 0), Mat3::Identity(), Vec3(0, 0, 1), Vec3(1, 2 + 0.1 * (i % 10), 3)});
  set_gravity(builder, {0, 0, -1});
  for (int i = 0; i < bodies; ++i) add_body(builder, i + 1, name(i), 1.0, Vec3(0.1, 0.2, 0.25).asDiagonal());
  return finish(builder, diagnostics);
}

Assembled make_four_bars(int n) {
  Diagnostics diagnostics;
  SystemBuilder builder(diagnostics);
  const auto bar = [](int i) { return fmt::format("bar {}", i); };
  const auto coupler = [](int i) { return fmt::format("coupler {}", i); };
  for (int i = 0; i <= n; ++i) {
    builder.add_structural_node({bar(i), {}},
                                {Vec3(i, 0.5, 0), Mat3::Identity(), Vec3(0.5, 0, 0), Vec3(0, 0, -1)});
    if (i < n)
      builder.add_structural_node({coupler(i), {}}, {Vec3(i + 0.5, 1, 0), Mat3::Identity(), Vec3(1, 0, 0)});
  }
  set_gravity(builder, {0, -1, 0});
  const Mat3 axes = Mat3::Identity();
  const Vec3 top(0, 0.5, 0), end(0.5, 0, 0);
  for (int i = 0; i <= n; ++i) {
    const FrameIndex here = builder.frame_of(bar(i), {});
    add_body(builder, here, bar(i), 1.0, rod_inertia(1.0, 1.0, 0.01, 1));
    builder.set<PairJointSet<RevoluteHinge>>().add({fmt::format("pivot {}", i), {}},
                                                   {kGroundFrame, Vec3(i, 0, 0), axes}, {here, -top, axes});
    if (i == n) break;
    const FrameIndex link = builder.frame_of(coupler(i), {});
    const FrameIndex next = builder.frame_of(bar(i + 1), {});
    add_body(builder, link, coupler(i), 1.0, rod_inertia(1.0, 1.0, 0.01, 0));
    builder.set<PairJointSet<RevoluteHinge>>().add({fmt::format("near {}", i), {}}, {here, top, axes},
                                                   {link, -end, axes});
    builder.set<PairJointSet<InLineJoint>>().add({fmt::format("far {}", i), {}}, {link, end, axes},
                                                 {next, top, axes});
  }
  return finish(builder, diagnostics);
}

}  // namespace pintle
