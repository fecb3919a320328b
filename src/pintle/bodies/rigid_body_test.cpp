#include "pintle/bodies/rigid_body.h"

#include "pintle/math/so3.h"
#include "pintle/system/private_data.h"
#include "tests/support/battery.h"
#include "tests/support/card_model.h"

namespace pintle {

void register_dynamic(Registry& registry);
void register_static(Registry& registry);
void register_displacement(Registry& registry);
void register_gravity(Registry& registry);
void register_rigid_body(Registry& registry);
void register_point_mass(Registry& registry);

namespace {

Registry rigid_bodies() {
  return registry_of({register_dynamic, register_static, register_displacement, register_gravity,
                      register_rigid_body, register_point_mass});
}

Card node(std::string name, std::string type = "dynamic") {
  return make_card("node", std::move(type), std::move(name), {});
}

Card body(std::string name, std::string on, Value inertia = Value::list({1, 1, 1})) {
  return make_card("body", "rigid_body", std::move(name),
                   {{"node", std::move(on)}, {"mass", 2}, {"inertia", std::move(inertia)}});
}

// On a dynamic node "a", with everything a card can say.
BatterySubject full_body() {
  BatterySubject subject = card_subject(
      register_rigid_body,
      make_card("body", "rigid_body", "",
                {{"node", "a"},
                 {"mass", 2.5},
                 {"center_of_mass", Value::list({0.3, -0.2, 0.5})},
                 {"inertia", Value::list({1.2, 2.1, 1.7})},
                 {"orientation", Value::map({{"rotation_vector", Value::list({0.4, -0.9, 0.2})}})},
                 {"masses", Value::map({{"tip", Value::map({{"mass", 0.4},
                                                            {"center_of_mass", Value::list({1, 0, -1})},
                                                            {"inertia", Value::list({0, 0, 0})}})}})}}));
  subject.structural_nodes = 1;
  subject.has_dynamic_nodes = true;
  return subject;
}

TEST(RigidBody, passes_the_battery) {
  // The weight's potential holds in the fixed field of gravity only, so invariance is checked without it.
  EXPECT_TRUE(
      passes_battery(full_body(), {.is_internal = false, .is_conservative = true, .has_momentum = true}));
}

TEST(RigidBody, on_a_static_node_passes_the_battery_with_its_weight_alone) {
  BatterySubject subject = full_body();
  subject.has_dynamic_nodes = false;
  EXPECT_TRUE(passes_battery(subject, {.is_internal = false, .is_conservative = true, .has_momentum = true}));
}

// Newton and Euler about the centre of mass, written down independently:
//   f = m (a_c - g),  t = b x f + J_c alpha + omega x J_c omega
TEST(RigidBody, agrees_with_the_equations_about_its_centre_of_mass) {
  CardModel model(rigid_bodies(),
                  {make_card("gravity", "", "", {{"acceleration", Value::list({0, 0, -9.81})}}), node("a"),
                   make_card("body", "rigid_body", "",
                             {{"node", "a"},
                              {"mass", 2},
                              {"center_of_mass", Value::list({0.3, -0.2, 0.5})},
                              {"inertia", Value::list({1, 2, 1.5})}})});
  const Quat turn = so3::exp(Vec3(0.3, 1.1, -0.4));
  model.state().q << 1, 2, 3, turn.w(), turn.x(), turn.y(), turn.z();
  model.state().v << 0.1, 0.2, 0.3, 1.5, -2, 0.7;
  model.state().a << -1, 4, 2, 0.3, 0.8, -0.6;
  const VecX residual = model.residual();

  const Mat3 r = turn.toRotationMatrix();
  const Vec3 b = r * Vec3(0.3, -0.2, 0.5), w(1.5, -2, 0.7), alpha(0.3, 0.8, -0.6);
  const Mat3 j = r * Vec3(1, 2, 1.5).asDiagonal() * r.transpose();
  const Vec3 force = 2.0 * (Vec3(-1, 4, 2) + alpha.cross(b) + w.cross(w.cross(b)) - Vec3(0, 0, -9.81));
  const Vec3 moment = b.cross(force) + j * alpha + w.cross(j * w);
  // Sums of some thirty products of order ten.
  EXPECT_TRUE(residual.head<3>().isApprox(force, 1e-14)) << residual.transpose();
  EXPECT_TRUE(residual.segment<3>(3).isApprox(moment, 1e-14)) << residual.transpose();
}

TEST(RigidBody, reports_energies_and_momenta_of_a_spinning_thrown_body) {
  CardModel model(rigid_bodies(), {make_card("gravity", "", "", {{"acceleration", Value::list({0, 0, -10})}}),
                                   make_card("node", "dynamic", "a",
                                             {{"position", Value::list({0, 0, 5})},
                                              {"velocity", Value::list({3, 0, 0})},
                                              {"angular_velocity", Value::list({0, 0, 2})}}),
                                   make_card("body", "rigid_body", "ball",
                                             {{"node", "a"},
                                              {"mass", 2},
                                              {"center_of_mass", Value::list({1, 0, 0})},
                                              {"inertia", Value::list({0.5, 0.5, 0.5})}})});
  // The centre of mass is at (1, 0, 5) and moves with (3, 2, 0).
  EXPECT_EQ(model.channel("body", "ball", "center_of_mass"), Vec3(1, 0, 5));
  EXPECT_EQ(model.channel("body", "ball", "center_of_mass_velocity"), Vec3(3, 2, 0));
  EXPECT_EQ(model.channel("body", "ball", "linear_momentum"), Vec3(6, 4, 0));
  EXPECT_TRUE(model.channel("body", "ball", "angular_momentum").isApprox(Vec3(0, 0, 1), 1e-15));
  EXPECT_DOUBLE_EQ(model.channel("body", "ball", "kinetic_energy")[0], 0.5 * 2 * 13 + 0.5 * 0.5 * 4);
  EXPECT_DOUBLE_EQ(model.channel("body", "ball", "potential_energy")[0], 100);
  // What MBDyn calls E, V and m.
  const ElementSet& bodies = *model.system().sets().front();
  EXPECT_DOUBLE_EQ(private_datum(bodies, 0, model.context(), 0), 14);
  EXPECT_DOUBLE_EQ(private_datum(bodies, 0, model.context(), 1), 100);
  EXPECT_EQ(find_private_datum(bodies, 0, model.context(), "m"), 2);
  const Totals totals = model.totals();
  EXPECT_EQ(totals.mass, 2);
  EXPECT_DOUBLE_EQ(totals.kinetic, 14);
  EXPECT_TRUE(totals.angular_momentum.isApprox(Vec3(1, 0, 5).cross(Vec3(6, 4, 0)) + Vec3(0, 0, 1), 1e-15));
}

TEST(RigidBody, condenses_further_masses) {
  CardModel model(
      rigid_bodies(),
      {node("a"),
       make_card("body", "rigid_body", "rod",
                 {{"node", "a"},
                  {"mass", 2},
                  {"inertia", Value::list({1, 1, 1})},
                  {"masses", Value::map({{"tip", Value::map({{"mass", "500 g"},
                                                             {"center_of_mass", Value::list({2, 0, 0})},
                                                             {"inertia", Value::list({0, 0, 0})}})}})}})});
  model.state().a[5] = 1.0;  // alpha about z
  const VecX residual = model.residual();
  EXPECT_EQ(model.totals().mass, 2.5);
  EXPECT_DOUBLE_EQ(residual[1], 0.5 * 2);
  EXPECT_DOUBLE_EQ(residual[5], 1 + 0.5 * 4);
}

TEST(RigidBody, with_a_negative_mass_is_refused) {
  Card card = body("rod", "a");
  card.set("mass", -1.5);
  EXPECT_EQ(problems_of(rigid_bodies(), {node("a"), card}),
            "error: body 'rod' (rigid body): mass: must be greater than 0 kg, got -1.5\n");
}

TEST(RigidBody, with_an_inertia_that_breaks_the_triangle_inequality_is_refused) {
  EXPECT_EQ(
      problems_of(rigid_bodies(), {node("a"), body("rod", "a", Value::list({3, 1, 1}))}),
      "error: body 'rod' (rigid body): no real body has this inertia: its principal moments are 1, 1 and 3 "
      "kg m^2, but 1 + "
      "1 is less than 3; check the unit, the order of the entries and the sign of the products of inertia\n");
}

TEST(RigidBody, with_any_inertia_welcome_is_warned_of_unless_a_moment_is_negative) {
  Card rod = body("rod", "a", Value::list({3, 1, 1}));
  rod.set("any_inertia", true);
  EXPECT_TRUE(
      problems_of(rigid_bodies(), {node("a"), rod}).starts_with("warning: body 'rod' (rigid body): no real"));
  rod.set("inertia", Value::list({3, 1, -1}));
  EXPECT_TRUE(problems_of(rigid_bodies(), {node("a"), rod}).starts_with("error: body 'rod'"));
}

TEST(RigidBody, with_the_inertia_of_a_flat_body_in_three_digits_gets_a_warning) {
  EXPECT_EQ(
      problems_of(rigid_bodies(), {node("a"), body("plate", "a", Value::list({0.333, 0.333, 0.667}))}),
      "warning: body 'plate' (rigid body): no real body has this inertia: its principal moments are "
      "0.333, 0.333 and 0.667 kg m^2, but 0.333 + 0.333 is less than 0.667; taken as rounding of a flat "
      "body's inertia; give more digits\n");
}

TEST(RigidBody, with_a_list_of_further_masses_is_refused) {
  Card card = body("rod", "a");
  card.set("masses", Value::list({1, 2}));
  EXPECT_EQ(
      problems_of(rigid_bodies(), {node("a"), card}).find("error: body 'rod' (rigid body): masses: expected"),
      0U);
}

TEST(RigidBody, names_the_further_mass_with_the_bad_inertia) {
  Card card = body("rod", "a");
  card.set("masses", Value::map({{"tip", Value::map({{"mass", 1}, {"inertia", Value::list({-1, 2, 2})}})},
                                 {"end", 3}}));
  EXPECT_EQ(problems_of(rigid_bodies(), {node("a"), card}),
            "error: body 'rod' (rigid body): masses.tip: no real body has this inertia: its principal "
            "moments are -1, 2 and 2 kg "
            "m^2, and none may be negative; check the unit, the order of the entries and the sign of the "
            "products of inertia\n"
            "error: body 'rod' (rigid body): masses.end: expected an object with \"mass\" and \"inertia\", "
            "got the number 3\n");
}

TEST(RigidBody, on_a_node_that_already_has_one_must_say_so) {
  Card second = body("motor", "a");
  EXPECT_EQ(problems_of(rigid_bodies(), {node("a"), body("rod", "a"), second}),
            "error: body 'motor' (rigid body): node 'a' already carries body 'rod' (rigid body); if both are "
            "meant, say "
            "\"shares_node\": true in this one\n");
  second.set("shares_node", true);
  EXPECT_EQ(problems_of(rigid_bodies(), {node("a"), body("rod", "a"), second}), "");
}

TEST(RigidBody, on_an_unknown_node_gets_a_suggestion) {
  EXPECT_EQ(problems_of(rigid_bodies(), {node("crank"), body("rod", "cranc"), body("pin", "crank")}),
            "error: there is no node 'cranc'; did you mean 'crank'?\n");
}

TEST(RigidBody, that_gives_a_node_no_inertia_about_an_axis_is_refused) {
  EXPECT_EQ(problems_of(rigid_bodies(), {node("a"), body("rod", "a", Value::list({1, 1, 0}))}),
            "error: node 'a' can turn, but body 'rod' (rigid body) gives it no inertia about the axis (0, 0, "
            "1); give the body an "
            "inertia about every axis, or use a displacement node\n");
}

TEST(RigidBody, without_inertia_is_accepted_when_another_mass_of_the_node_has_it) {
  Card dot = make_card("body", "point_mass", "dot", {{"node", "a"}, {"mass", 1}, {"shares_node", true}});
  EXPECT_EQ(problems_of(rigid_bodies(), {node("a"), body("rod", "a"), dot}), "");
}

TEST(RigidBody, needs_a_node_with_axes) {
  EXPECT_EQ(problems_of(rigid_bodies(), {node("a", "displacement"), body("rod", "a")}),
            "error: body 'rod' (rigid body): node 'a' has no orientation; use a point_mass, or make the node "
            "dynamic\n");
}

TEST(RigidBody, reports_wrong_shapes_and_missing_fields_together) {
  const Card card = make_card("body", "rigid_body", "rod",
                              {{"node", "a"}, {"inertia", Value::list({1, 2})}, {"centre_of_mass", 0}});
  EXPECT_EQ(problems_of(rigid_bodies(), {node("a"), card}),
            "error: body 'rod' (rigid body): unknown field 'centre_of_mass'; did you mean 'center_of_mass'?\n"
            "error: body 'rod' (rigid body): missing 'mass', a number in kg; for example \"mass\": 1.0\n"
            "error: body 'rod' (rigid body): inertia: expected 3 rows of 3 numbers in kg m^2, or a diagonal, "
            "got a list of 2\n");
}

}  // namespace
}  // namespace pintle
