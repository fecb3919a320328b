// The six relative motions of two attachments and their derivatives, for total joints. Numbers in brackets
// are those of total_joint.md.
#pragma once

#include <array>

#include "pintle/joints/held_rotation.h"
#include "pintle/joints/pair_pose.h"
#include "pintle/system/driven_vector.h"

namespace pintle {

enum class Hold : std::uint8_t { none, position, velocity };

struct TotalJoint {
  static constexpr std::string_view kType = "total joint";
  static constexpr std::array<Hold, 3> kFree{Hold::none, Hold::none, Hold::none};
  static constexpr std::array<Hold, 3> kHeld{Hold::position, Hold::position, Hold::position};

  Attachment a, b;                        // positions are measured along the axes of a
  Mat3 rotation_axes = Mat3::Identity();  // on the frame of a; rotations of b's axes are seen in these
  std::array<Hold, 3> along = kFree, about = kFree;
  DrivenVector position, rotation;          // of what is held by position,
  DrivenVector velocity, angular_velocity;  // and by velocity

  bool turns_axes() const { return about != kFree; }
  bool holds_positions() const { return has(along, Hold::position); }
  bool holds_rotations() const { return has(about, Hold::position); }
  // Some rotations are held and others are not: the rotation may go on beyond pi.
  bool follows_rotations() const { return holds_rotations() && about != kHeld; }

 private:
  static bool has(const std::array<Hold, 3>& motions, Hold how) {
    return motions[0] == how || motions[1] == how || motions[2] == how;
  }
};

// Everything that depends on the position and on time, ground components.
struct TotalPose : PairPose {
  Mat3 H;                      // rotation axes of a
  DrivenVectorValue position;  // prescribed
  DrivenVectorValue turned;    // prescribed rotation where all three are held
  Mat3 P = Mat3::Identity();   // H^T F exp(turned)^T                                                 (2)
  HeldRotation rotation;
};
// `last` is the branch of the last accepted step, for joints that follow rotations.
TotalPose make_total_pose(const TotalJoint& joint, const Context& context, const RotationBranch& last);
PairRates make_total_rates(const TotalJoint& joint, const TotalPose& pose, const Context& context);

// omega = T(theta)^T theta' of exp(theta), in the components of its world, and its rate.               (3)
struct Spin {
  Vec3 omega, alpha;
};
Spin spin_of(const DrivenVectorValue& turned);

// All six (along, about), whether they are held or not: phi, its rate and gamma of motions held by position,
// psi and gamma of motions held by velocity.
Vec6 held_values(const TotalPose& pose);
Vec6 held_rates(const TotalJoint& joint, const TotalPose& pose, const PairRates& rates);
Vec6 held_gamma(const TotalJoint& joint, const TotalPose& pose, const PairRates& rates);
Vec6 rated_values(const TotalJoint& joint, const TotalPose& pose, const PairRates& rates,
                  const Context& context);
Vec6 rated_gamma(const TotalJoint& joint, const TotalPose& pose, const PairRates& rates, double time);

// Velocity of B as an observer on the axes of A sees it, ground components.
inline Vec3 seen_velocity(const PairPose& pose, const PairRates& rates) {
  return rates.d_dot - rates.omega_a.cross(pose.d);
}

}  // namespace pintle
