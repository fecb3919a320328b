// Joints that prescribe a motion: reactions against closed forms, second order in every form.
#include <cmath>

#include "pintle/analysis/model_run_test_support.h"
#include "pintle/math/so3.h"

namespace pintle {
namespace {

const Vec3 kDrivenInertia(0.1, 0.25, 0.3);

Value drives(const std::string& x, const std::string& y, const std::string& z) {
  return Value::list({x, y, z});
}

template <class Function>
Vec3 rate_of(const Function& f, double t) {
  constexpr double h = 1e-3;
  return (8.0 * (f(t + h) - f(t - h)) - (f(t + 2 * h) - f(t - 2 * h))) / (12.0 * h);
}

// Speed 3 + 2 sin 4t; centre of mass at 0.3 m from the axis.
TEST(AxialRotation, turns_an_eccentric_rotor_with_second_order_in_every_form) {
  const double end = 1.2, arm = 0.3, mass = 1.5;
  const double speed = 3.0 + 2.0 * std::sin(4.0 * end), rate = 8.0 * std::cos(4.0 * end);
  const double angle = 3.0 * end + 0.5 * (1.0 - std::cos(4.0 * end));
  const Vec3 out(std::cos(angle), std::sin(angle), 0.0), along(-out.y(), out.x(), 0.0);
  const Vec3 force = mass * arm * (rate * along - speed * speed * out);
  const std::vector<Card> cards{node_card("rotor", {arm, 0, 0}, {0, 3 * arm, 0}, {0, 0, 3}),
                                body_card("rotor", mass, kDrivenInertia),
                                pair_card("axial_rotation", "motor", "ground", side("rotor", {-arm, 0, 0}))
                                    .set("angular_velocity", "3 + 2 * sin(4 * t)")};
  expect_second_order(cards, end, 0.01, 1e-8, [&](const Ended& ended) -> std::vector<double> {
    const double turned = ended.channel("motor", "angle")[0];
    return {std::abs(std::remainder(turned - angle, 2.0 * M_PI)),
            std::abs(ended.channel("motor", "reaction_moment").z() -
                     (kDrivenInertia.z() + mass * arm * arm) * rate),
            (ended.channel("motor", "reaction_force") - force).norm(),
            std::abs(ended.channel("motor", "angular_rate")[0] - speed)};
  });
}

// The same rotor by a total joint, whose rotation vector stays below pi here: two codes, one motion.
TEST(TotalJoint, does_what_an_axial_rotation_does) {
  const double arm = 0.3;
  const std::vector<Card> model{
      node_card("rotor", {arm, 0, 0}, {0, 3 * arm, 0}, {0, 0, 3}), body_card("rotor", 1.5, kDrivenInertia),
      make_card("gravity", "gravity", "", {{"acceleration", list_of({1, -2, -9})}})};
  std::vector<Card> axial = model, total = model;
  axial.push_back(pair_card("axial_rotation", "motor", "ground", side("rotor", {-arm, 0, 0}))
                      .set("angular_velocity", "3 - 8 * t"));
  Card card = pair_card("total_joint", "motor", "ground", side("rotor", {-arm, 0, 0}));
  for (const char* field : {"along_1", "along_2", "along_3"}) card.set(field, "position");
  card.set("about_1", "rotation").set("about_2", "rotation").set("about_3", "angular_velocity");
  total.push_back(card.set("angular_velocity", drives("0", "0", "3 - 8 * t")));
  for (const auto& [name, settings] : all_forms()) {
    const Ended a = run_model(axial, settings, 0.01, 0.6), b = run_model(total, settings, 0.01, 0.6);
    EXPECT_LT((a.state.q - b.state.q).norm(), 1e-9) << name;
    for (const char* quantity : {"reaction_force", "reaction_moment"})
      EXPECT_LT((a.channel("motor", quantity) - b.channel("motor", quantity)).norm(), 1e-5)
          << name << ", " << quantity;
  }
}

// A pendulum out of its plane: hinge axis along y.
TEST(TotalJoint, does_what_a_revolute_hinge_does) {
  const Vec3 turn(-M_PI / 2, 0, 0);
  const std::vector<Card> model{
      node_card("link", {0.5, 0, 0}), body_card("link", 1.5, kDrivenInertia),
      make_card("gravity", "gravity", "", {{"acceleration", list_of({0, 0.5, -9})}})};
  std::vector<Card> hinged = model, total = model;
  hinged.push_back(
      pair_card("revolute_hinge", "pin", side("ground", {0, 0, 0}, turn), side("link", {-0.5, 0, 0}, turn)));
  Card card =
      pair_card("total_joint", "pin", side("ground", {0, 0, 0}, turn), side("link", {-0.5, 0, 0}, turn));
  for (const char* field : {"along_1", "along_2", "along_3"}) card.set(field, "position");
  total.push_back(card.set("about_1", "rotation").set("about_2", "rotation"));
  for (const auto& [name, settings] : all_forms()) {
    // The position corrections of index 2 follow the history of Newton's factors, which is not the same.
    if (settings.stabilisation == ConstraintStabilisation::index2) continue;
    const Ended a = run_model(hinged, settings, 0.01, 0.5), b = run_model(total, settings, 0.01, 0.5);
    EXPECT_LT((a.state.q - b.state.q).norm(), 1e-9) << name;
    for (const char* quantity : {"reaction_force", "reaction_moment"})
      EXPECT_LT((a.channel("pin", quantity) - b.channel("pin", quantity)).norm(), 1e-5)
          << name << ", " << quantity;
  }
}

// Free about axis 3 alone, the rotation vector goes on to 5 rad where it is taken: past pi, and so do its
// other components.
TEST(TotalJoint, follows_the_rotation_vector_beyond_pi) {
  Card card = pair_card("total_joint", "mount", "ground", "body");
  for (const char* field : {"along_1", "along_2", "along_3"}) card.set(field, "position");
  card.set("about_1", "rotation").set("about_2", "rotation");
  card.set("rotation", drives("0.3 * sin(t)", "0.2 * t", "0"));
  const std::vector<Card> cards{node_card("body", {0, 0, 0}, {0, 0, 0}, {0.3, 0.2, 5.0}),
                                body_card("body", 1.5, kDrivenInertia), card};
  for (const auto& [name, settings] : all_forms()) {
    Vec3 last = Vec3::Zero();
    run_model(cards, settings, 0.005, 1.0, [&](const State& state) {
      const Quat turn(state.q[3], state.q[4], state.q[5], state.q[6]);
      last = unwrap_rotation_vector(so3::log(turn), last);
      ASSERT_LT(std::hypot(last.x() - 0.3 * std::sin(state.time), last.y() - 0.2 * state.time), 1e-8) << name;
    });
    EXPECT_GT(last.z(), 3.5) << name;
  }
}

// theta = (0.4 sin t, 0.3 t, 9 t) passes pi and 2 pi; the moment is the rate of the angular momentum.
TEST(DriveHinge, turns_a_body_through_full_turns_with_second_order_in_every_form) {
  const double end = 1.0;
  const auto theta = [](double t) { return Vec3(0.4 * std::sin(t), 0.3 * t, 9.0 * t); };
  const auto spin = [&](double t) -> Vec3 { return so3::tangent(theta(t)).transpose() * rate_of(theta, t); };
  const auto momentum = [&](double t) -> Vec3 {
    const Mat3 r = so3::exp_matrix(theta(t));
    return r * kDrivenInertia.asDiagonal() * r.transpose() * spin(t);
  };
  const Vec3 moment = rate_of(momentum, end);
  const std::vector<Card> cards{node_card("body", {0, 0, 0}, {0, 0, 0}, spin(0.0)),
                                body_card("body", 1.5, kDrivenInertia),
                                pair_card("drive_hinge", "motors", "ground", "body")
                                    .set("rotation", drives("0.4 * sin(t)", "0.3 * t", "9 * t"))};
  expect_second_order(cards, end, 0.01, 1e-8, [&](const Ended& ended) -> std::vector<double> {
    return {(ended.axes() - so3::exp_matrix(theta(end))).norm(),
            (ended.angular_velocity() - spin(end)).norm(),
            (ended.channel("motors", "reaction_moment") - moment).norm()};
  });
}

// A table turns with 2 rad/s; a mass moves by p(t) seen from it. The force is m a plus its weight.
TEST(DriveDisplacement, moves_a_mass_on_a_turning_table_with_second_order_in_every_form) {
  const double end = 1.0, mass = 1.5;
  const auto place = [](double t) -> Vec3 {
    return so3::exp_matrix(Vec3(0, 0, 2.0 * t)) * Vec3(0.5 + 0.2 * std::sin(3.0 * t), 0.1 * t, 0.3 * t * t);
  };
  const auto velocity = [&](double t) -> Vec3 { return rate_of(place, t); };
  const Vec3 force = mass * (rate_of(velocity, end) + Vec3(0, 0, 9.81));
  const std::vector<Card> cards{
      make_card("gravity", "gravity", "", {{"acceleration", list_of({0, 0, -9.81})}}),
      node_card("table", {0, 0, 0}, {0, 0, 0}, {0, 0, 2}),
      body_card("table", 3.0, kDrivenInertia),
      node_card("mass", place(0.0), velocity(0.0)),
      body_card("mass", mass, kDrivenInertia),
      pair_card("axial_rotation", "bearing", "ground", "table").set("angular_velocity", 2),
      pair_card("drive_displacement", "path", "table", "mass")
          .set("position", drives("0.5 + 0.2 * sin(3 * t)", "0.1 * t", "0.3 * t^2"))};
  expect_second_order(cards, end, 0.02, 1e-7, [&](const Ended& ended) -> std::vector<double> {
    return {(ended.position(1) - place(end)).norm(), (ended.velocity(1) - velocity(end)).norm(),
            (ended.channel("path", "reaction_force") - force).norm()};
  });
}

// Force and moment on a node that is carried along a screw, held at a point apart from its centre of mass.
TEST(Kinematic, moves_a_node_as_told_with_second_order_in_every_form) {
  const double end = 1.0, mass = 1.5;
  const Vec3 arm(0.2, 0, 0);  // from the centre of mass to the point
  const auto turn = [](double t) -> Mat3 { return so3::exp_matrix(Vec3(0, 0, 2.0 * t)); };
  const auto centre = [&](double t) -> Vec3 { return Vec3(std::sin(t), 0, 0.5 * t * t) - turn(t) * arm; };
  const auto velocity = [&](double t) -> Vec3 { return rate_of(centre, t); };
  const Vec3 force = mass * rate_of(velocity, end);
  const Vec3 moment = -(turn(end) * arm).cross(force);  // about the point; the speed is constant
  const std::vector<Card> cards{node_card("body", centre(0.0), velocity(0.0), {0, 0, 2}),
                                body_card("body", mass, kDrivenInertia),
                                make_card("joint", "kinematic", "carrier",
                                          {{"at", side("body", arm)},
                                           {"position", drives("sin(t)", "0", "0.5 * t^2")},
                                           {"rotation", drives("0", "0", "2 * t")}})};
  expect_second_order(cards, end, 0.02, 1e-7, [&](const Ended& ended) -> std::vector<double> {
    return {(ended.position() - centre(end)).norm(),
            (ended.channel("carrier", "reaction_force") - force).norm(),
            (ended.channel("carrier", "reaction_moment") - moment).norm()};
  });
}

// Velocity 2 cos 3t along axis 2 of a side that is turned by 30 degrees; the rest is held.
TEST(TotalJoint, prescribes_a_rate_along_an_axis_with_second_order_in_every_form) {
  const double end = 1.0, mass = 1.5;
  const Vec3 turn(0, 0, M_PI / 6), axis = so3::exp_matrix(turn) * Vec3::UnitY();
  Card card =
      pair_card("total_joint", "guide", side("ground", {0, 0, 0}, turn), side("body", {0, 0, 0}, turn));
  card.set("along_1", "position").set("along_2", "velocity").set("along_3", "position");
  for (const char* field : {"about_1", "about_2", "about_3"}) card.set(field, "rotation");
  card.set("velocity", drives("0", "2 * cos(3 * t)", "0"));
  const std::vector<Card> cards{node_card("body", {0, 0, 0}, 2.0 * axis),
                                body_card("body", mass, kDrivenInertia), card};
  const Vec3 place = 2.0 / 3.0 * std::sin(3.0 * end) * axis, force = -6.0 * mass * std::sin(3.0 * end) * axis;
  expect_second_order(cards, end, 0.02, 1e-8, [&](const Ended& ended) -> std::vector<double> {
    return {(ended.position() - place).norm(), (ended.velocity() - 2.0 * std::cos(3.0 * end) * axis).norm(),
            (ended.channel("guide", "reaction_force") - force).norm()};
  });
}

}  // namespace
}  // namespace pintle
