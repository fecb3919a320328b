#include "pintle/analysis/assembly_motion.h"

#include <algorithm>
#include <limits>

#include "pintle/math/so3.h"

namespace pintle {

namespace {

constexpr double kLargestTurn = 0.5;  // rad per iteration

Quat axes_of(const Layout& layout, const State& state, FrameIndex frame) {
  const Index q = layout.configuration_of(frame) + 3;
  return {state.q[q], state.q[q + 1], state.q[q + 2], state.q[q + 3]};
}

Quat turn_between(const Layout& layout, const State& from, const State& to, FrameIndex frame) {
  return axes_of(layout, to, frame) * axes_of(layout, from, frame).conjugate();
}

// q <- q moved by factor * (dx, dtheta, ds).
void move(const Layout& layout, State& state, const VecX& motion, double factor) {
  for (FrameIndex frame = 1; frame < layout.frames(); ++frame) {
    const Index q = layout.configuration_of(frame), i = layout.motion_of(frame);
    state.q.segment<3>(q) += factor * motion.segment<3>(i);
    if (!layout.is_structural(frame)) continue;
    const Quat turned = so3::exp(Vec3(factor * motion.segment<3>(i + 3))) * axes_of(layout, state, frame);
    state.q.segment<4>(q + 3) << turned.w(), turned.x(), turned.y(), turned.z();
    state.q.segment<4>(q + 3).normalize();
  }
  state.q.segment(layout.first_scalar_configuration(), layout.scalars) +=
      factor * motion.segment(layout.first_scalar(), layout.scalars);
}

double largest_turn(const Layout& layout, const VecX& motion) {
  double largest = 0.0;
  for (Index node = 0; node < layout.structural; ++node)
    largest = std::max(largest, motion.segment<3>(6 * node + 3).norm());
  return largest;
}

}  // namespace

VecX motion_between(const Layout& layout, const State& from, const State& to) {
  VecX motion = VecX::Zero(layout.motion_size());
  for (FrameIndex frame = 1; frame < layout.frames(); ++frame) {
    const Index q = layout.configuration_of(frame), i = layout.motion_of(frame);
    motion.segment<3>(i) = to.q.segment<3>(q) - from.q.segment<3>(q);
    if (layout.is_structural(frame))
      motion.segment<3>(i + 3) = so3::log(turn_between(layout, from, to, frame));
  }
  const Index scalar = layout.first_scalar_configuration();
  motion.segment(layout.first_scalar(), layout.scalars) =
      to.q.segment(scalar, layout.scalars) - from.q.segment(scalar, layout.scalars);
  return motion;
}

// Gauss-Newton, with steps halved while they make things worse.
void assemble_positions(AssemblyProjection& projection, State& state, const AssemblySettings& settings,
                        AssemblyReport& report) {
  const Layout& layout = projection.layout();
  const double tolerance = settings.position_tolerance(projection.system());
  projection.fill(state);
  VecX phi = projection.phi();
  report.violation_before = report.violation_after = largest_of(phi);
  while (report.violation_after > tolerance && report.iterations < settings.max_iterations) {
    ++report.iterations;
    if (!projection.solve_smallest_motion(phi, ConstraintLevel::position)) break;
    const VecX motion = projection.motion();
    double factor = std::min(1.0, kLargestTurn / std::max(1e-300, largest_turn(layout, motion)));
    const State before = state;
    double violation = 0.0;
    for (int halving = 0; halving < 10; ++halving, factor *= 0.5) {
      state = before;
      move(layout, state, motion, factor);
      projection.fill(state);
      phi = projection.phi();
      violation = largest_of(phi);
      if (violation < report.violation_after) break;
    }
    if (!(violation < report.violation_after)) {
      state = before;
      projection.fill(state);
      break;
    }
    report.violation_after = violation;
  }
}

// W d + G^T mu = 0 for the motion d from what was described: the gradient of d.W d / 2 is W d in rotations
// too.
void approach_described(AssemblyProjection& projection, const State& described, State& state,
                        const AssemblySettings& settings, AssemblyReport& report) {
  const Layout& layout = projection.layout();
  const double tolerance = settings.position_tolerance(projection.system());
  const State met = state;
  const double violation = report.violation_after;
  double last = std::numeric_limits<double>::infinity();
  for (int i = 0; i < settings.max_iterations; ++i) {
    projection.fill(state);
    const VecX phi = projection.phi();
    report.violation_after = largest_of(phi);
    if (last <= tolerance && report.violation_after <= tolerance) return;
    if (!projection.solve_smallest_motion(phi, ConstraintLevel::position,
                                          motion_between(layout, described, state)))
      break;
    const VecX motion = projection.motion();
    const double size = largest_of(motion);
    if (!(size < 0.9 * last) && !(size <= tolerance)) break;
    last = size;
    move(layout, state, motion, 1.0);
  }
  state = met;
  projection.fill(state);
  report.violation_after = violation;
}

void turn_velocities(const System& system, const State& before, State& after) {
  const Layout& layout = system.layout();
  for (FrameIndex frame = 1; frame <= layout.structural; ++frame) {
    if (!system.node_of(frame).omega_rotates) continue;
    const Index v = layout.motion_of(frame) + 3;
    after.v.segment<3>(v) = (turn_between(layout, before, after, frame) * Vec3(after.v.segment<3>(v))).eval();
  }
}

// The second pass takes away what the regularisation left.
void assemble_velocities(AssemblyProjection& projection, State& state, const AssemblySettings& settings,
                         AssemblyReport& report) {
  projection.fill(state);
  VecX rate = projection.phi_dot();
  report.rate_violation_before = report.rate_violation_after = largest_of(rate);
  const double typical = std::max(1.0, largest_of(state.v));
  if (report.rate_violation_before <= settings.tolerance * typical) return;
  for (int pass = 0; pass < 2; ++pass) {
    if (!projection.solve_smallest_motion(rate, ConstraintLevel::velocity)) return;
    state.v += projection.motion();
    projection.fill(state);
    rate = projection.phi_dot();
  }
  report.rate_violation_after = largest_of(rate);
}

std::vector<NodeCorrection> corrections_of(const Layout& layout, const VecX& motion, double threshold) {
  std::vector<NodeCorrection> list;
  for (FrameIndex frame = 1; frame < layout.frames(); ++frame) {
    const Index i = layout.motion_of(frame);
    NodeCorrection correction{frame, motion.segment<3>(i), Vec3::Zero()};
    if (layout.is_structural(frame)) correction.rotation = motion.segment<3>(i + 3);
    for (Vec3* part : {&correction.translation, &correction.rotation})
      if (part->norm() <= threshold) part->setZero();
    if (!correction.translation.isZero(0.0) || !correction.rotation.isZero(0.0)) list.push_back(correction);
  }
  return list;
}

}  // namespace pintle
