// Joints of shafts: Hooke's joint, a pair of them, and the gimbal, against the kinematics of shafts.
#include <cmath>

#include "pintle/analysis/model_run_test_support.h"
#include "pintle/math/so3.h"

namespace pintle {
namespace {

constexpr double kBend = 0.6, kSpeed = 3.0, kTorque = 0.7, kEnd = 1.0;
const Vec3 kShaftInertia(0.02, 0.02, 0.03);

// Shafts along their axis 3: the first along z, the second inclined by `bend` about x. A joint's side for
// which axis 3 lies across the first shaft, along its x; axis 2 of the second side then along y of the
// second.
const Vec3 kAcross(0, M_PI / 2, 0);

Card bearing(const std::string& shaft, const Vec3& bend) {
  return pair_card("revolute_hinge", shaft + " bearing", side("ground", {0, 0, 0}, bend), shaft);
}
Card motor(const std::string& shaft) {
  return pair_card("axial_rotation", "motor", "ground", shaft).set("angular_velocity", kSpeed);
}
Card brake(const std::string& shaft) {
  return make_card("load", "couple", "brake",
                   {{"at", shaft}, {"value", list_of({0, 0, -kTorque})}, {"follower", true}});
}

// The arm of the input is (cos a, sin a, 0), that of the output (-sin b, cos b, 0) in axes inclined by the
// bend about x: they are normal where tan b = cos(bend) tan a.
struct Hooke {
  double output, ratio;
};
Hooke hooke(double input) {
  const double cosine = std::cos(kBend), s = std::sin(kBend) * std::sin(input);
  return {std::atan2(cosine * std::sin(input), std::cos(input)), cosine / (1.0 - s * s)};
}

TEST(UniversalHinge, passes_on_speed_and_torque_as_hookes_joint_does) {
  // Arm of the input: its x (axis 3 of the side); arm of the output: its y (axis 2 of its side).
  const Vec3 bend(kBend, 0, 0);
  const double input = kSpeed * kEnd;
  const std::vector<Card> cards{
      node_card("in", {0, 0, 0}, {0, 0, 0}, {0, 0, kSpeed}),
      body_card("in", 1.0, kShaftInertia),
      node_card("out", {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, bend),
      body_card("out", 1.0, kShaftInertia),
      motor("in"),
      pair_card("in_line", "bearing", side("ground", {0, 0, 0}, bend), side("out", {0, 0, 1.0})),
      pair_card("universal_hinge", "cross", side("in", {0, 0, 0}, kAcross), "out")};
  AbsoluteSettings settings;
  settings.stabilisation = ConstraintStabilisation::index2;
  const Ended ended = run_model(cards, settings, 0.005, kEnd);
  const Vec3 shaft = so3::exp_matrix(bend) * Vec3::UnitZ();
  EXPECT_NEAR(ended.angular_velocity(1).dot(shaft), hooke(input).ratio * kSpeed, 1e-4);
  const Mat3 turned = so3::exp_matrix(bend).transpose() * ended.axes(1);
  EXPECT_NEAR(std::remainder(std::atan2(turned(1, 0), turned(0, 0)) - hooke(input).output, 2.0 * M_PI), 0.0,
              1e-4);
}

// As a bearing: two rotations held at zero, the third free; and a hub, whose third has a given speed.
TEST(TotalJoint, turns_for_ever_where_what_it_holds_is_held_at_zero) {
  for (const char* third : {"free", "angular_velocity"}) {
    Card held = pair_card("total_joint", "bearing", "ground", "hub").set("about_3", third);
    for (const char* motion : {"along_1", "along_2", "along_3"}) held.set(motion, "position");
    for (const char* motion : {"about_1", "about_2"}) held.set(motion, "rotation");
    held.set("angular_velocity", list_of({0, 0, 40.0}));
    const Ended ended = run_model(
        {node_card("hub", {0, 0, 0}, {0, 0, 0}, {0, 0, 40.0}), body_card("hub", 1.0, kShaftInertia), held},
        {}, 0.005, kEnd);
    const Mat3 axes = ended.axes(0);
    EXPECT_NEAR(std::remainder(std::atan2(axes(1, 0), axes(0, 0)) - 40.0 * kEnd, 2.0 * M_PI), 0.0, 1e-9)
        << third;
    EXPECT_NEAR(axes(2, 2), 1.0, 1e-9);
  }
}

// A rotor out of balance: the reactions of its bearing are those of an axial rotation, also where the
// rotation passes half and whole turns (at 3.14, 6.28, ... rad), at every one of the steps there.
TEST(TotalJoint, reactions_go_on_through_half_and_whole_turns) {
  const Vec3 off(0.1, 0.0, 0.05);
  const std::vector<Card> rotor{
      node_card("rotor", off, Vec3(0, 0, 40.0).cross(off), {0, 0, 40.0}),
      body_card("rotor", 1.0, kShaftInertia),
      make_card("gravity", "gravity", "", {{"acceleration", list_of({0, 0, -9.81})}})};
  std::vector<Card> axial = rotor, total = rotor;
  axial.push_back(
      pair_card("axial_rotation", "motor", "ground", side("rotor", -off)).set("angular_velocity", 40.0));
  Card held =
      pair_card("total_joint", "motor", "ground", side("rotor", -off)).set("about_3", "angular_velocity");
  for (const char* motion : {"along_1", "along_2", "along_3"}) held.set(motion, "position");
  for (const char* motion : {"about_1", "about_2"}) held.set(motion, "rotation");
  total.push_back(held.set("angular_velocity", list_of({0, 0, 40.0})));
  for (const double end : {0.075, 0.08, 0.085, 0.09, 0.155, 0.16, 0.165, 0.235, 0.24, 0.245, 0.315, 0.32}) {
    const Ended a = run_model(axial, {}, 0.005, end), b = run_model(total, {}, 0.005, end);
    EXPECT_LT((a.state.q - b.state.q).norm(), 1e-9) << end;
    for (const char* quantity : {"reaction_force", "reaction_moment"})
      EXPECT_LT((a.channel("motor", quantity) - b.channel("motor", quantity)).norm(), 1e-5)
          << end << quantity;
  }
}

// Two crosses, the middle shaft inclined against both parallel shafts, arms on it parallel: even again.
TEST(UniversalRotation, a_pair_at_equal_angles_turns_evenly) {
  const Vec3 bend(kBend, 0, 0);
  const std::vector<Card> cards{
      node_card("in", {0, 0, 0}, {0, 0, 0}, {0, 0, kSpeed}),
      body_card("in", 1.0, kShaftInertia),
      node_card("middle", {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, bend),
      body_card("middle", 1.0, kShaftInertia),
      node_card("out", {0, 0, 0}, {0, 0, 0}, {0, 0, kSpeed}),
      body_card("out", 1.0, kShaftInertia),
      motor("in"),
      bearing("middle", bend),
      bearing("out", Vec3::Zero()),
      brake("out"),
      pair_card("universal_rotation", "first", side("in", {0, 0, 0}, kAcross), "middle"),
      pair_card("universal_rotation", "second", side("out", {0, 0, 0}, kAcross), "middle")};
  AbsoluteSettings settings;
  settings.stabilisation = ConstraintStabilisation::index2;
  double smallest = 1e9, largest = -1e9, uneven = 0.0;
  run_model(cards, settings, 0.005, 2.0, [&](const State& state) {
    const double out = state.v[17];
    smallest = std::min(smallest, out);
    largest = std::max(largest, out);
    uneven = std::max(uneven, std::abs(state.v.segment<3>(9).norm() - kSpeed));
  });
  EXPECT_NEAR(smallest, kSpeed, 1e-4);
  EXPECT_NEAR(largest, kSpeed, 1e-4);
  EXPECT_GT(uneven, 0.3);  // of the middle shaft
}

// Power in is power out: with massive shafts at even speed the motor gives what the brake takes, times the
// ratio.
TEST(UniversalRotation, passes_on_torque_by_the_ratio_of_speeds) {
  const Vec3 bend(kBend, 0, 0), light = 1e-6 * kShaftInertia;
  std::vector<Card> cards{node_card("in", {0, 0, 0}, {0, 0, 0}, {0, 0, kSpeed}),
                          body_card("in", 1.0, light),
                          node_card("out", {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, bend),
                          body_card("out", 1.0, light),
                          motor("in"),
                          bearing("out", bend),
                          brake("out"),
                          pair_card("universal_rotation", "cross", side("in", {0, 0, 0}, kAcross), "out")};
  AbsoluteSettings settings;
  settings.stabilisation = ConstraintStabilisation::index2;
  const Ended ended = run_model(cards, settings, 0.005, kEnd);
  EXPECT_NEAR(ended.channel("motor", "reaction_moment").z(), kTorque * hooke(kSpeed * kEnd).ratio, 1e-4);
}

TEST(GimbalRotation, turns_an_inclined_shaft_evenly_and_passes_on_the_torque) {
  const Vec3 bend = kBend * Vec3(0.6, 0.8, 0);
  const std::vector<Card> cards{node_card("in", {0, 0, 0}, {0, 0, 0}, {0, 0, kSpeed}),
                                body_card("in", 1.0, kShaftInertia),
                                node_card("out", {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, bend),
                                body_card("out", 1.0, kShaftInertia),
                                motor("in"),
                                bearing("out", bend),
                                brake("out"),
                                pair_card("gimbal_rotation", "gimbal", "in", "out")};
  AbsoluteSettings settings;
  settings.stabilisation = ConstraintStabilisation::index2;
  const Vec3 shaft = so3::exp_matrix(bend) * Vec3::UnitZ();
  double worst = 0.0;
  const Ended ended = run_model(cards, settings, 0.005, 2.5, [&](const State& state) {
    worst = std::max(worst, (state.v.segment<3>(9) - kSpeed * shaft).norm());
  });
  EXPECT_LT(worst, 1e-4);
  EXPECT_NEAR(ended.channel("motor", "reaction_moment").z(), kTorque, 1e-4);
  EXPECT_NEAR(ended.channel("gimbal", "inclination").norm(), kBend, 1e-6);
}

}  // namespace
}  // namespace pintle
