// Reactions of every joint against statics. A body with its centre of mass off the node hangs on one joint;
// the other side of the joint is a second body, which a clamp holds. A force and a couple are chosen so that
// weight, loads and a wrench (f, m) of the joint are in balance:
//   F = -(E f + m_b g),   M = -(E m + (c_b - p_b) x m_b g + (p_F - p_b) x F)
// with p_b the joint's point of the body. Then nothing moves, the joint exerts (E f, E m) at p_b, and the
// clamp at p_c carries the rest: E f - m_a g and E m + (p_b - p_c) x E f - (c_a - p_c) x m_a g.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <set>

#include "pintle/app/registry_of_everything.h"
#include "pintle/math/so3.h"
#include "pintle/system/constraint_set.h"
#include "tests/validation/statics_cases.h"

namespace pintle {

void PrintTo(const StaticsCase& one, std::ostream* out) { *out << one.joint; }

namespace {

constexpr double kTolerance = 1e-9;  // of some 10 N and 10 N m
const Vec3 kGravity{1.0, -2.0, -9.0};
constexpr double kMassA = 2.0, kMassB = 3.0;
const Vec3 kPlaceA{0.5, -1.0, 2.0}, kOffsetA{0.2, 0.3, -0.1}, kOffsetB{-0.4, 0.1, 0.3};
const Vec3 kCentreA{0.1, 0.0, 0.2}, kCentreB{0.0, 0.25, -0.15}, kLoaded{0.3, 0.2, 0.1};

Mat3 axes_by(double x, double y, double z) { return so3::exp(Vec3(x, y, z)).toRotationMatrix(); }

struct Hanging {
  Mat3 R_a = axes_by(0.3, 0.5, -0.2), R_b = axes_by(-0.6, 0.2, 0.9), S_a = axes_by(0.1, -0.7, 0.4);
  Seat seat;
  Vec3 place_b;
  Wrench on_b, on_a_by_clamp;  // at point_b; at the origin of node a
  Vec3 load, couple;
  bool is_on_ground;  // the first side is the ground, not node a

  Hanging(const StaticsCase& one, bool is_first_ground) : is_on_ground(is_first_ground) {
    seat.point_a = kPlaceA + R_a * kOffsetA;
    seat.E = R_a * S_a;
    seat.F = seat.E * one.turn;
    seat.point_b = seat.point_a + seat.E * one.apart;
    place_b = seat.point_b - R_b * kOffsetB;
    on_b = {seat.E * one.force, seat.E * one.moment};
    const Vec3 weight_b = kMassB * kGravity, weight_a = kMassA * kGravity;
    load = -(on_b.force + weight_b);
    couple = -(on_b.moment + (place_b + R_b * kCentreB - seat.point_b).cross(weight_b) +
               (place_b + R_b * kLoaded - seat.point_b).cross(load));
    on_a_by_clamp = {-weight_a, -(R_a * kCentreA).cross(weight_a)};
    if (one.is_on_one_node || is_on_ground) return;
    on_a_by_clamp.force += on_b.force;
    on_a_by_clamp.moment += on_b.moment + (seat.point_b - kPlaceA).cross(on_b.force);
  }

  ModelDesc model(const StaticsCase& one) const {
    const Value side_b = attachment("b", kOffsetB, R_b.transpose() * seat.F);
    Card joint{"joint", one.joint, "joint", {}, {}};
    if (one.is_on_one_node)
      joint.set("at", side_b);
    else
      joint.set("a", is_on_ground ? ground_at(seat.point_a, seat.E) : attachment("a", kOffsetA, S_a))
          .set("b", side_b);
    if (one.complete) one.complete(joint, seat);
    const auto body = [](const std::string& node, double mass, const Vec3& centre) {
      return body_card(node, mass, {0.3, 0.4, 0.5}).set("center_of_mass", list_of(centre));
    };
    return model_of(
        one.joint,
        {gravity_card(kGravity), node_card("a", kPlaceA).set("orientation", rows_of(R_a)),
         node_card("b", place_b, seat.E * one.velocity).set("orientation", rows_of(R_b)),
         body("a", kMassA, kCentreA), body("b", kMassB, kCentreB),
         joint_card("clamp", "base", ground_at(Vec3::Zero()), attachment("a", Vec3::Zero())), joint,
         load_card("force", "push").set("at", attachment("b", kLoaded)).set("value", list_of(load)),
         load_card("couple", "twist").set("at", "b").set("value", list_of(couple)),
         solver_card("spatial", 0.8), dynamic_card(0.1, 0.01)});
  }
};

// A line of .jnt: the reaction in the joint's axes and in those of the ground.
class Line final : public ReportSink {
 public:
  using ReportSink::reaction;
  void reaction(const Vec3& force, const Vec3& moment, const Vec3& ground_force,
                const Vec3& ground_moment) override {
    shown = {force, moment};
    ground = {ground_force, ground_moment};
  }
  void number(std::string_view, std::string_view, double) override {}
  void vector(std::string_view, std::string_view, const Vec3&) override {}
  void orientation(const Mat3&) override {}
  void node(FrameIndex) override {}

  Wrench shown, ground;
};

void expect_near(const Vec3& found, const Vec3& expected, const std::string& what) {
  EXPECT_LE((found - expected).lpNorm<Eigen::Infinity>(), kTolerance)
      << what << ": " << found.transpose() << " instead of " << expected.transpose();
}

Vec3 shown_by(Shown way, const Vec3& vector, const Seat& seat, const Vec3& line) {
  if (way == Shown::first_axes) return seat.E.transpose() * vector;
  if (way == Shown::second_axes) return seat.F.transpose() * vector;
  if (way == Shown::ground_axes) return vector;
  return (seat.E * line).dot(vector) * Vec3::UnitX();
}

void check_line(const StaticsCase& one, const Hanging& hanging, const Line& line) {
  const double sign = one.is_shown_on_second ? 1.0 : -1.0;
  const Vec3 force = sign * hanging.on_b.force, moment = sign * hanging.on_b.moment;
  expect_near(line.ground.force, force, "force of .jnt in the ground");
  if (one.joint != "angular_acceleration")  // shown by MBDyn in axes of its own
    expect_near(line.ground.moment, moment, "moment of .jnt in the ground");
  expect_near(line.shown.force, shown_by(one.force_shown, force, hanging.seat, one.line), "force of .jnt");
  expect_near(line.shown.moment, shown_by(one.moment_shown, moment, hanging.seat, one.line),
              "moment of .jnt");
}

// The first four outputs of joints that hold something are the reaction.
void check_channels(const StaticsCase& one, const Hanging& hanging, const ElementSet& set,
                    const Context& context, Index element) {
  int size = 0;
  for (const ChannelInfo& channel : set.channels()) size += channel.size;
  if (set.channels().empty() || set.channels()[0].name != "reaction_force") return;
  std::vector<double> out(static_cast<std::size_t>(size));
  set.evaluate_channels(context, element, out);
  const Mat3 axes = one.force_shown == Shown::ground_axes ? Mat3(Mat3::Identity()) : hanging.seat.E;
  expect_near(Vec3::Map(&out[0]), hanging.on_b.force, "reaction_force");
  expect_near(Vec3::Map(&out[3]), hanging.on_b.moment, "reaction_moment");
  expect_near(Vec3::Map(&out[6]), axes.transpose() * hanging.on_b.force, "reaction_force_local");
  expect_near(Vec3::Map(&out[9]), axes.transpose() * hanging.on_b.moment, "reaction_moment_local");
}

void check_joint(const StaticsCase& one, const Hanging& hanging, const ElementSet& set,
                 const Context& context, Index element) {
  Line line;
  set.report(context, element, line);
  if (!hanging.is_on_ground) check_line(one, hanging, line);  // pins are shown in other ways
  check_channels(one, hanging, set, context, element);
}

void check_clamp(const Hanging& hanging, const ConstraintSet& set, const Context& context, Index element) {
  const Wrench wrench = set.reaction(context, element);
  expect_near(wrench.force, hanging.on_a_by_clamp.force, "force on the other side");
  expect_near(wrench.moment, hanging.on_a_by_clamp.moment, "moment on the other side");
}

void hang(const StaticsCase& one, bool is_on_ground) {
  const Hanging hanging(one, is_on_ground);
  int seen = 0;
  const auto check = [&](const System& system, const State&, const Context& context) {
    for (const auto& set : system.sets())
      for (Index i = 0; i < set->size(); ++i) {
        if (set->label(i).name == "base") check_clamp(hanging, *set->as_constraints(), context, i);
        if (set->label(i).name == "joint") check_joint(one, hanging, *set, context, i);
        seen += set->label(i).name == "joint";
      }
  };
  const Sampled run = run_sampled(hanging.model(one), {0.0, 0.1}, {}, check);
  EXPECT_EQ(seen, 11);  // at the start and after each step
  const Vec3 moved = 0.1 * (hanging.seat.E * one.velocity);
  expect_near(position_of(run.states[1], 1), position_of(run.states[0], 1) + moved, "place of the body");
}

class Statics : public testing::TestWithParam<StaticsCase> {};

TEST_P(Statics, reaction_balances_weight_and_loads) { hang(GetParam(), false); }
TEST_P(Statics, reaction_balances_weight_and_loads_on_the_ground) { hang(GetParam(), true); }

INSTANTIATE_TEST_SUITE_P(, Statics, testing::ValuesIn(statics_cases()), [](const auto& one) {
  return one.param.name.empty() ? one.param.joint : one.param.name;
});

TEST(StaticsCases, there_is_one_for_every_joint) {
  std::set<std::string> known, wanted;
  for (const StaticsCase& one : statics_cases()) known.insert(one.joint);
  for (const CardSchema* schema : registry_of_everything().schemas().of_kind("joint"))
    wanted.insert(schema->type());
  EXPECT_EQ(known, wanted);
}

}  // namespace
}  // namespace pintle
