// Joints with a slide that turns, cylindrical and revolute-cylindrical: closed forms, and the same motions by
// joints of fewer equations.
#include <cmath>

#include "pintle/analysis/model_run_test_support.h"
#include "pintle/math/so3.h"

namespace pintle {
namespace {

// Axis 3 of a side: turned about y from z, so that the line falls with a slope of 0.3 rad along x.
const Vec3 kSlope(0, M_PI / 2 + 0.3, 0);
constexpr double kSliding = 1.5;  // kg

Card sliding_gravity(const Vec3& acceleration) {
  return make_card("gravity", "gravity", "", {{"acceleration", list_of(acceleration)}});
}

// A nut on an inclined shaft is thrown up the slope with 2 m/s, turning with 5 rad/s under a couple of 0.6 N
// m about the shaft. Both motions have constant accelerations, which generalised-alpha integrates without
// error; the nut passes the point of the shaft where it started. Its point is 0.2 m before the centre of
// mass, which lies on the axis: the moment about it holds the weight across.
TEST(Cylindrical, a_nut_slides_and_turns_on_an_inclined_shaft) {
  const double end = 2.0, couple = 0.6, spin = 5.0, ahead = 0.2;
  const Vec3 gravity(0, -2.0, -9.0), inertia(0.02, 0.03, 0.04);
  const Vec3 axis = so3::exp_matrix(kSlope) * Vec3::UnitZ();
  const std::vector<Card> cards{
      sliding_gravity(gravity), node_card("nut", Vec3::Zero(), -2.0 * axis, spin * axis, kSlope),
      body_card("nut", kSliding, inertia),
      make_card("load", "couple", "twist", {{"at", "nut"}, {"value", list_of(couple * axis)}}),
      pair_card("cylindrical", "shaft", side("ground", ahead * axis, kSlope), side("nut", {0, 0, ahead}))};
  const double along = axis.dot(gravity), slid = -2.0 * end + 0.5 * along * end * end;
  const double turned = spin * end + 0.5 * couple / inertia.z() * end * end;
  const Vec3 force = -kSliding * (gravity - along * axis), moment = (-ahead * axis).cross(force);
  ASSERT_GT(slid, 0.5);
  for (const auto& [name, settings] : all_forms()) {
    const Ended ended = run_model(cards, settings, 0.01, end);
    EXPECT_LT((ended.position() - slid * axis).norm(), 1e-8) << name;
    EXPECT_NEAR(ended.channel("shaft", "displacement")[0], slid, 1e-8) << name;
    EXPECT_NEAR(ended.channel("shaft", "rate")[0], -2.0 + along * end, 1e-8) << name;
    EXPECT_NEAR(std::remainder(ended.channel("shaft", "angle")[0] - turned, 2.0 * M_PI), 0.0, 1e-8) << name;
    EXPECT_NEAR(ended.channel("shaft", "angular_rate")[0], spin + couple / inertia.z() * end, 1e-8) << name;
    EXPECT_LT((ended.channel("shaft", "reaction_force") - force).norm(), 1e-6) << name;
    EXPECT_LT((ended.channel("shaft", "reaction_moment") - moment).norm(), 1e-6) << name;
  }
}

// The same motion by two models, and the same sum of reactions on the second side. Their Newton iterations
// differ, so positions agree as well as residuals are small; index 2 is left out for the same reason.
void expect_same_motion(const std::vector<Card>& model, const std::vector<Card>& one,
                        const std::vector<Card>& other, double h, double end) {
  const auto sum = [](const Ended& ended, const std::vector<Card>& joints, const char* quantity) {
    Vec3 total = Vec3::Zero();
    for (const Card& joint : joints) total += ended.channel(joint.name, quantity);
    return total;
  };
  const auto with = [&](const std::vector<Card>& joints) {
    std::vector<Card> cards = model;
    cards.insert(cards.end(), joints.begin(), joints.end());
    return cards;
  };
  for (const auto& [name, settings] : all_forms()) {
    if (settings.stabilisation == ConstraintStabilisation::index2) continue;
    const Ended a = run_model(with(one), settings, h, end), b = run_model(with(other), settings, h, end);
    EXPECT_LT((a.state.q - b.state.q).norm(), 1e-8) << name;
    for (const char* quantity : {"reaction_force", "reaction_moment"}) {
      const Vec3 of_a = sum(a, one, quantity);
      EXPECT_LT((of_a - sum(b, other, quantity)).norm(), 1e-5 * (1.0 + of_a.norm())) << name << quantity;
    }
  }
}

// Off the axis the mass swings as it slides.
TEST(Cylindrical, does_what_in_line_and_revolute_rotation_do) {
  const std::vector<Card> model{sliding_gravity({0.5, -2.0, -9.0}),
                                node_card("body", {0.1, 0.3, -0.2}, {0, 0, 0}, {0, 0, 0}, kSlope),
                                body_card("body", kSliding, {0.1, 0.25, 0.3})};
  const Value line = side("ground", {0.1, 0.3, 0.0}, kSlope);
  const Vec3 arm = so3::exp_matrix(kSlope).transpose() * Vec3(0, 0, 0.2);
  const Value point = side("body", arm);
  expect_same_motion(
      model, {pair_card("cylindrical", "shaft", line, point)},
      {pair_card("in_line", "line", line, point), pair_card("revolute_rotation", "upright", line, point)},
      0.005, 1.0);
}

// An arm hangs on a slide by a hinge along its z, which is normal to the line at the start: the ground's y.
const Vec3 kUpright(-M_PI / 2, 0, 0), kSlideArm(-0.3, 0.1, 0.05);

std::vector<Card> arm_on_a_slide(const Vec3& velocity, const Vec3& angular_velocity) {
  const Vec3 centre = -(so3::exp_matrix(kUpright) * kSlideArm);
  return {node_card("arm", centre, velocity + angular_velocity.cross(centre), angular_velocity, kUpright),
          body_card("arm", kSliding, {0.02, 0.05, 0.06})};
}

// Axis 2 of the second side of a universal rotation is the hinge: its axes are turned by 90 degrees about x.
// The slide goes up the slope from the point of the line and comes back through it.
TEST(RevoluteCylindrical, does_what_in_line_and_universal_rotation_do) {
  const Vec3 up = so3::exp_matrix(kSlope) * Vec3(0, 0, -1.0);
  std::vector<Card> model = arm_on_a_slide(up, 3.0 * Vec3::UnitY() - 0.5 * up);
  model.push_back(sliding_gravity({0, 0, -9.81}));
  const Value line = side("ground", {0, 0, 0}, kSlope);
  double least = 0.0, largest = 0.0;
  std::vector<Card> cards = model;
  cards.push_back(pair_card("revolute_cylindrical", "slide", line, side("arm", kSlideArm)));
  run_model(cards, {}, 0.005, 1.0, [&](const State& state) {
    const Quat turn(state.q[3], state.q[4], state.q[5], state.q[6]);
    const double along = -up.dot(state.q.head<3>() + turn * kSlideArm);
    least = std::min(least, along);
    largest = std::max(largest, along);
  });
  EXPECT_LT(least, -0.05);
  EXPECT_GT(largest, 0.05);
  expect_same_motion(
      model, {pair_card("revolute_cylindrical", "slide", line, side("arm", kSlideArm))},
      {pair_card("in_line", "line", line, side("arm", kSlideArm)),
       pair_card("universal_rotation", "cross", line, side("arm", kSlideArm, {M_PI / 2, 0, 0}))},
      0.005, 1.0);
}

// Nothing pushes along the line or turns about it: the arm keeps its momentum along it without error, the
// moment of momentum about it and the energy to second order.
TEST(RevoluteCylindrical, leaves_momentum_along_and_about_its_line_alone) {
  const Vec3 level(0, M_PI / 2, 0), omega(2.0, 3.0, 0.0), inertia(0.02, 0.05, 0.06);
  std::vector<Card> cards = arm_on_a_slide({0.4, 0, 0}, omega);
  cards.push_back(
      pair_card("revolute_cylindrical", "slide", side("ground", {0, 0, 0}, level), side("arm", kSlideArm)));
  struct Kept {
    double along, about, energy;
  };
  const auto kept = [&](const State& state) -> Kept {
    const Mat3 R = Quat(state.q[3], state.q[4], state.q[5], state.q[6]).toRotationMatrix();
    const Vec3 x = state.q.head<3>(), v = state.v.head<3>(), w = state.v.segment<3>(3);
    const Vec3 spin = R * inertia.asDiagonal() * R.transpose() * w;
    return {v.x(), (spin + kSliding * x.cross(v)).x(), 0.5 * (kSliding * v.squaredNorm() + w.dot(spin))};
  };
  std::vector<double> about, energy;
  for (const double h : {0.01, 0.005, 0.0025}) {
    const Kept start = kept(start_model(cards).model.state);
    const Kept last = kept(run_model(cards, {}, h, 2.0).state);
    EXPECT_NEAR(last.along, start.along, 1e-9);
    about.push_back(std::abs(last.about - start.about) / std::abs(start.about));
    energy.push_back(std::abs(last.energy - start.energy) / start.energy);
  }
  EXPECT_LT(about.back(), 1e-3);
  EXPECT_LT(energy.back(), 1e-3);
  EXPECT_GT(std::log2(about.front() / about.back()) / 2.0, 1.8);
  EXPECT_GT(std::log2(energy.front() / energy.back()) / 2.0, 1.8);
}

}  // namespace
}  // namespace pintle
