#include "tests/validation/statics_cases.h"

#include "pintle/math/so3.h"

namespace pintle {

namespace {

const Vec3 kForce{11.0, -7.0, 5.0}, kMoment{3.0, 4.0, -2.0};
const Vec3 kApart{0.3, -0.4, 0.5}, kTurn{0.3, -0.4, 0.5};
const Vec3 kNone = Vec3::Zero();

Mat3 turned(const Vec3& rotation_vector) { return so3::exp(rotation_vector).toRotationMatrix(); }
Mat3 about(int axis, double angle) { return turned(angle * Vec3::Unit(axis)); }
Vec3 without(int axis, Vec3 vector) {
  vector[axis] = 0.0;
  return vector;
}
Vec3 only(int axis, const Vec3& vector) { return vector[axis] * Vec3::Unit(axis); }

// Joints that hold points and axes: what is free has no reaction.
void add_hinges(std::vector<StaticsCase>& all) {
  const Mat3 spun = about(2, 0.7), any = turned(kTurn);
  const auto by_second = Shown::second_axes;
  all.push_back({"clamp", kForce, kMoment});
  all.push_back({"revolute_hinge", kForce, without(2, kMoment), kNone, spun, true, by_second, by_second});
  all.push_back({"spherical_hinge", kForce, kNone, kNone, any});
  all.push_back({"revolute_rotation", kNone, without(2, kMoment), kApart, spun, true, by_second, by_second});
  all.push_back({"parallel_axes", kNone, kMoment, kApart});
  all.push_back({"in_line", without(2, kForce), kNone, only(2, kApart), any, false});
  all.push_back({"cylindrical", without(2, kForce), without(2, kMoment), only(2, kApart), spun});
  all.push_back({"prismatic", without(2, kForce), kMoment, only(2, kApart)});
  all.push_back({"plane_displacement", only(2, kForce), without(2, kMoment), without(2, kApart), spun, true,
                 by_second, by_second});
  all.push_back({"in_plane", only(2, kForce), kNone, kApart, any, false, Shown::along_line, Shown::along_line,
                 Vec3::UnitZ(), [](Card& card, const Seat&) { card.set("distance", kApart.z()); }});
  all.push_back({"distance", 6.0 * kApart.normalized(), kNone, kApart, any, false, Shown::along_line,
                 Shown::along_line, kApart.normalized()});
}

// The moment that a universal hinge carries is normal to both arms of its cross, that of a gimbal lies along
// the bisector of the third axes.
void add_crosses(std::vector<StaticsCase>& all) {
  const Mat3 bent = about(2, 0.4) * about(1, 0.6);
  const Vec3 normal = bent.col(1).cross(Vec3::UnitZ());
  all.push_back({"universal_hinge", kForce, 8.0 * normal, kNone, bent, true, Shown::first_axes,
                 Shown::along_line, normal});
  all.push_back({"universal_rotation", kNone, -8.0 * normal, kApart, bent, true, Shown::first_axes,
                 Shown::along_line, normal});
  // The hinge of the slide, axis 3 of the second side, lies across axis 3 of the first.
  const Mat3 across = about(2, 0.4) * about(1, M_PI / 2) * about(2, -0.9);
  all.push_back({"revolute_cylindrical", without(2, kForce), 8.0 * across.col(2).cross(Vec3::UnitZ()),
                 only(2, kApart), across});
  const Mat3 inclined = turned({0.5, -0.3, 0.0});
  all.push_back(
      {"gimbal_rotation", kNone, 8.0 * (Vec3::UnitZ() + inclined.col(2)).normalized(), kApart, inclined});
}

// Motions given by drives, all of them at rest here.
void add_driven(std::vector<StaticsCase>& all) {
  all.push_back({"axial_rotation", kForce, kMoment, kNone, about(2, 0.7), true, Shown::second_axes,
                 Shown::second_axes, kNone,
                 [](Card& card, const Seat&) { card.set("angular_velocity", 0.0); }});
  all.push_back({"drive_displacement", kForce, kNone, kApart, turned({0.2, 0.1, -0.3}), false,
                 Shown::first_axes, Shown::first_axes, kNone,
                 [](Card& card, const Seat&) { card.set("position", list_of(kApart)); }});
  all.push_back({"drive_hinge", kNone, kMoment, kApart, turned(kTurn), false, Shown::first_axes,
                 Shown::first_axes, kNone,
                 [](Card& card, const Seat&) { card.set("rotation", list_of(kTurn)); }});
  // An angle about axis 3 of the first side, seven turns on; the sides are bent against each other by 0.6 rad
  // about axis 1 of the second, which the angle does not feel, so the moment lies along axis 3 of the first.
  all.push_back({"revolute_driver", kNone, 8.0 * Vec3::UnitZ(), kApart, about(2, 0.7) * about(0, 0.6), true,
                 Shown::first_axes, Shown::first_axes, kNone,
                 [](Card& card, const Seat&) { card.set("angle", 0.7 + 14.0 * M_PI); }});
  all.push_back(
      {"total_joint", kForce, kMoment, kApart, turned(kTurn), false, Shown::first_axes, Shown::first_axes,
       kNone, [](Card& card, const Seat&) {
         for (const char* axis : {"1", "2", "3"})
           card.set(std::string("along_") + axis, "position").set(std::string("about_") + axis, "rotation");
         card.set("position", list_of(kApart)).set("rotation", list_of(kTurn));
       }});
  all.push_back({"total_joint", without(1, kForce), kMoment, kApart, Mat3::Identity(), false,
                 Shown::first_axes, Shown::first_axes, kNone,
                 [](Card& card, const Seat&) {
                   card.set("along_1", "position").set("along_3", "velocity").set("about_1", "rotation");
                   card.set("about_2", "angular_velocity").set("about_3", "angular_velocity");
                   card.set("position", list_of(kApart));
                 },
                 false, kNone, "total_joint_by_rates"});
  all.push_back({"kinematic", kForce, kMoment, kNone, Mat3::Identity(), false, Shown::ground_axes,
                 Shown::ground_axes, kNone,
                 [](Card& card, const Seat& seat) {
                   card.set("position", list_of(seat.point_b)).set("rotation", list_of(so3::log(seat.F)));
                 },
                 true});
}

// One motion of a node, along or about a direction in its own axes.
void add_directions(std::vector<StaticsCase>& all) {
  const Vec3 direction = Vec3(1.0, 2.0, -2.0) / 3.0;
  for (const bool is_force : {true, false})
    for (const std::string level : {"velocity", "acceleration"})
      all.push_back({(is_force ? "linear_" : "angular_") + level, is_force ? Vec3(9.0 * direction) : kNone,
                     is_force ? kNone : Vec3(9.0 * direction), kNone, Mat3::Identity(), false,
                     Shown::along_line, Shown::along_line, direction,
                     [direction](Card& card, const Seat&) { card.set("direction", list_of(direction)); },
                     true});
}

Value law_of(const std::string& type, const std::string& field, Value value) {
  return Value::map({{"type", type}, {field, std::move(value)}});
}

// Springs that are stretched, dampers in steady motion, a brake that holds.
void add_laws(std::vector<StaticsCase>& all) {
  const auto law = [](Value value) { return [value](Card& card, const Seat&) { card.set("law", value); }; };
  const Vec3 k{100.0, 200.0, 300.0}, c{20.0, 30.0, 40.0};
  const Value stiffness = Value::list({100.0, 200.0, 300.0, 20.0, 30.0, 40.0});
  const Vec3 pull = -k.cwiseProduct(kApart), twist = -c.cwiseProduct(kTurn);
  const Mat3 turn = turned(kTurn);
  all.push_back({"deformable_displacement_joint", pull, kNone, kApart, turn, false, Shown::first_axes,
                 Shown::first_axes, kNone, law(law_of("linear_elastic_generic", "stiffness", list_of(k)))});
  all.push_back({"deformable_hinge", kNone, twist, kApart, turn, false, Shown::first_axes, Shown::first_axes,
                 kNone, law(law_of("linear_elastic_generic", "stiffness", list_of(c)))});
  all.push_back({"deformable_joint", pull, twist, kApart, turn, false, Shown::first_axes, Shown::first_axes,
                 kNone, law(law_of("linear_elastic_generic", "stiffness", stiffness))});
  all.push_back({"deformable_axial_joint", kNone, -28.0 * Vec3::UnitZ(), kApart, about(2, 0.7), false,
                 Shown::first_axes, Shown::first_axes, kNone,
                 law(law_of("linear_elastic", "stiffness", 40.0))});
  // Half-way axes: the moment of equal stiffnesses has the same components in those of either side.
  all.push_back({"invariant_deformable_hinge", kNone, -30.0 * kTurn, kApart, turn, false, Shown::first_axes,
                 Shown::first_axes, kNone, law(law_of("linear_elastic", "stiffness", 30.0))});
  // E A = 50 N and a free length of half the distance: strain 1.
  const Vec3 along = kApart.normalized();
  all.push_back(
      {"rod", -50.0 * along, kNone, kApart, turn, false, Shown::along_line, Shown::along_line, along,
       [](Card& card, const Seat&) {
         card.set("length", 0.5 * kApart.norm()).set("law", law_of("linear_elastic", "stiffness", 50.0));
       }});
  // 80 N/m over 0.1 m, and 3 N.
  all.push_back({"spring_damper", -11.0 * along, kNone, kApart, turn, false, Shown::along_line,
                 Shown::along_line, along, [](Card& card, const Seat&) {
                   card.set("length", kApart.norm() - 0.1).set("stiffness", 80.0).set("prestress", 3.0);
                 }});
  all.push_back(
      {"viscous_body",
       {-2.0, 4.0, -1.5},
       kNone,
       kNone,
       Mat3::Identity(),
       false,
       Shown::first_axes,
       Shown::first_axes,
       kNone,
       law(law_of("linear_viscous_generic", "viscosity", Value::list({2.0, 2.0, 0.5, 0.1, 0.1, 0.1}))),
       true,
       {1.0, -2.0, 3.0}});
  // Friction would hold up to 0.3 * 200 N * 0.1 m = 6 N m.
  all.push_back({"brake",
                 kNone,
                 {0.0, 0.0, 4.0},
                 kNone,
                 about(2, 0.7),
                 true,
                 Shown::first_axes,
                 Shown::first_axes,
                 kNone,
                 [](Card& card, const Seat&) {
                   card.set("radius", 0.1).set("shape", "simple").set("normal_force", 200.0);
                   card.set("friction",
                            law_of("discrete_coulomb", "static_friction", law_of("constant", "value", 0.3)));
                 }});
}

}  // namespace

const std::vector<StaticsCase>& statics_cases() {
  static const std::vector<StaticsCase> cases = [] {
    std::vector<StaticsCase> all;
    add_hinges(all);
    add_crosses(all);
    add_driven(all);
    add_directions(all);
    add_laws(all);
    return all;
  }();
  return cases;
}

}  // namespace pintle
