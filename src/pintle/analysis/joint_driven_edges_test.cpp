// Joints whose motion drives give, as edges of the tree: the same motion and reactions as by their equations,
// and kept to round-off.
#include <fmt/format.h>

#include <cmath>

#include "pintle/analysis/joint_run_test_support.h"
#include "tests/support/counting_allocator.h"

namespace pintle {
namespace {

// What a total joint does along and about its axes: 'f' free, 'h' held at a constant, 'd' driven.
struct DrivenEdge {
  std::string type = "total_joint";
  std::string along = "fff", about = "fff";
  bool goes_both_ways = true;
  bool has_other_axes = false;  // of rotations
};

const std::vector<DrivenEdge> kDrivenEdges{
    {"drive_hinge", "fff", "ddd"},
    {"drive_displacement", "ddd", "fff", false},
    {"axial_rotation", "", ""},
    {"total_joint", "ddd", "ddd"},
    {"total_joint", "ddd", "ddd", true, true},
    {"total_joint", "hhd", "hhh"},         // a slide
    {"total_joint", "dhh", "hhh"},         // along another axis
    {"total_joint", "hhh", "hhd"},         // a hinge
    {"total_joint", "hhh", "ddd"},         // a ball joint
    {"total_joint", "hhh", "dhd", true, true},
    {"total_joint", "hhd", "hhf"},         // a cylinder
    {"total_joint", "dhh", "hhf", false},  // a hinge that is carried in its plane
    {"total_joint", "dfh", "hhh"},
    {"total_joint", "dfh", "hdh", false},
    {"total_joint", "dfh", "fff", false},
    {"total_joint", "fff", "hdh", true, true}};

const Vec3 kRotationAxes(0.5, -0.3, 0.8);

Card driven_card(const DrivenEdge& edge, Value a, Value b) {
  const Value position = Value::list({"0.1 * sin(3 * t)", "0.05 * (1 - cos(4 * t))", "0.2 * t^2"});
  const Value rotation = Value::list({"0.3 * sin(2 * t)", "0.4 * t^2", "0.5 * (1 - cos(3 * t))"});
  Card card = pair_card(edge.type, "edge", std::move(a), std::move(b));
  if (edge.type == "axial_rotation") return card.set("angular_velocity", "3 * t + sin(5 * t)");
  if (edge.type == "drive_hinge") return card.set("rotation", rotation);
  if (edge.type == "drive_displacement") return card.set("position", position);
  const auto set = [&](const std::string& motions, const char* axis, const char* level, const char* field,
                       const Value& driven) {
    Value values = driven;
    for (std::size_t i = 0; i < 3; ++i) {
      if (motions[i] != 'f') card.set(fmt::format("{}_{}", axis, i + 1), level);
      if (motions[i] != 'd') values.as_list()[i] = 0.0;
    }
    card.set(field, values);
  };
  set(edge.along, "along", "position", "position", position);
  set(edge.about, "about", "rotation", "rotation", rotation);
  if (edge.has_other_axes)
    card.set("rotation_axes", Value::map({{"rotation_vector", list_of(kRotationAxes)}}));
  return card;
}

struct Placing {
  bool is_on_arm = false, is_reversed = false;
};
const std::vector<Placing> kPlacings{{false, false}, {false, true}, {true, false}, {true, true}};

// A body on the edge, which is on the ground or on an arm that swings, and another on a ball joint behind it.
std::vector<Card> body_behind_drive(const DrivenEdge& edge, const Placing& placing) {
  const Vec3 at(0.2, 0.1, -0.3), from_body(-0.4, 0.1, 0.2);
  // The second side has at the start the axes that rotations are seen in.
  const Vec3 other_tilt = edge.has_other_axes ? kRotationAxes : kTilt;
  const Vec3 base_tilt = placing.is_reversed ? other_tilt : kTilt;
  const Value base = placing.is_on_arm ? side("arm", {0.5, 0, 0}, base_tilt) : side("ground", at, base_tilt);
  const Value body = side("first", from_body, placing.is_reversed ? kTilt : other_tilt);
  return {downwards(),
          node_card("arm", at - Vec3(0.5, 0, 0)),
          node_card("first", at - from_body),
          node_card("second", at - from_body + Vec3(0.5, 0, 0.2), Vec3::Zero(), Vec3::Zero(), kOtherTilt),
          body_card("arm", 3.0, {0.2, 0.4, 0.3}),
          body_card("first", 1.5, {0.1, 0.2, 0.25}),
          body_card("second", 0.5, {0.02, 0.03, 0.04}),
          pair_card("revolute_hinge", "shoulder", side("ground", at - Vec3(1, 0, 0), kOtherTilt),
                    side("arm", {-0.5, 0, 0}, kOtherTilt)),
          driven_card(edge, placing.is_reversed ? body : base, placing.is_reversed ? base : body),
          pair_card("spherical_hinge", "ball", side("first", {0.3, 0, 0}),
                    side("second", so3::exp_matrix(-kOtherTilt) * Vec3(-0.2, 0, -0.2)))};
}

std::string text_of_drive(const DrivenEdge& edge, const Placing& placing) {
  return fmt::format("{} {} {}{}{}", edge.type, edge.along, edge.about, placing.is_on_arm ? " on the arm" : "",
                     placing.is_reversed ? " reversed" : "");
}

template <class Visit>
void for_each_model(Visit visit) {
  for (const DrivenEdge& edge : kDrivenEdges)
    for (const Placing& placing : kPlacings)
      visit(body_behind_drive(edge, placing), text_of_drive(edge, placing), edge.goes_both_ways || !placing.is_reversed);
}

// How far the joint 'edge' is from what its drives and it ask for, on positions and on velocities.
class EdgeViolation {
 public:
  explicit EdgeViolation(const std::vector<Card>& cards)
      : started_(start_model(cards)),
        snapshot_(started_.model.system.make_snapshot()),
        phi_(VecX::Zero(started_.model.system.layout().multipliers)) {}

  double position(const State& state) { return largest(state, &System::phi); }
  double velocity(const State& state) { return largest(state, &System::phi_dot); }

 private:
  double largest(const State& state, void (System::*values)(const Context&, std::span<double>) const) {
    const System& system = started_.model.system;
    system.fill(state, snapshot_);
    phi_.setZero();
    (system.*values)(snapshot_.context(), {phi_.data(), static_cast<std::size_t>(phi_.size())});
    double largest = 0.0;
    for (Index m = 0; m < phi_.size(); ++m)
      if (const System::Owner owner = system.owner_of(m); owner.set->label(owner.element).name == "edge")
        largest = std::max(largest, std::abs(phi_[m]));
    return largest;
  }

  StartedModel started_;
  Snapshot snapshot_;
  VecX phi_;
};

JointSettings driven_settings(JointMethod method) {
  JointSettings settings;
  settings.method = method;
  settings.error_tolerance = 1e-9;
  return settings;
}

TEST(JointDrivenEdges, are_in_the_tree) {
  for_each_model([](const std::vector<Card>& cards, const std::string& what, bool is_edge) {
    const StartedModel started = start_model(cards);
    const Topology topology = Topology::of(started.model.system);
    EXPECT_TRUE(topology.equations_only().empty()) << what;
    EXPECT_EQ(topology.loops().empty(), is_edge) << what;
    EXPECT_EQ(topology.floating(), is_edge ? 0 : 1) << what;
    const JointDynamics dynamics(started.model.system, topology);
    EXPECT_EQ(dynamics.equations().empty(), is_edge) << what;
    EXPECT_EQ(dynamics.driven().empty(), !is_edge) << what;
  });
}

TEST(JointDrivenEdges, move_and_react_as_by_partitioning_and_hold_to_round_off) {
  for_each_model([](const std::vector<Card>& cards, const std::string& what, bool) {
    EdgeViolation violation(cards);
    const Ended other = run_model(cards, other_rk4(), 1e-3, 0.5);
    const Ended joint = run_model(cards, JointSettings{}, 1e-3, 0.5, [&](const State& state) {
      EXPECT_LT(violation.position(state), 1e-14) << what;
      EXPECT_LT(violation.velocity(state), 1e-13) << what;
    });
    EXPECT_LT((joint.state.q - other.state.q).norm(), 1e-9) << what;
    EXPECT_LT((joint.state.v - other.state.v).norm(), 1e-8) << what;
    EXPECT_LT((joint.state.a - other.state.a).norm(), 1e-7) << what;
    EXPECT_LT((joint.state.lambda - other.state.lambda).norm(), 1e-6) << what;
  });
}

TEST(JointDrivenEdges, move_and_react_alike_by_every_method) {
  for_each_model([](const std::vector<Card>& cards, const std::string& what, bool is_edge) {
    if (!is_edge) return;
    EdgeViolation violation(cards);
    const auto watch = [&](const State& state) {
      EXPECT_LT(violation.position(state), 1e-14) << what;
      EXPECT_LT(violation.velocity(state), 1e-13) << what;
    };
    const Ended fine = run_model(cards, JointSettings{}, 1e-3, 0.3);
    for (const JointMethod method : {JointMethod::rk45, JointMethod::implicit}) {
      const Ended ended = run_model(cards, driven_settings(method), 0.05, 0.3, watch);
      EXPECT_LT((ended.state.q - fine.state.q).norm(), 1e-7) << what << " " << name_of(method);
      EXPECT_LT((ended.state.lambda - fine.state.lambda).norm(), 1e-5) << what << " " << name_of(method);
    }
    // Generalised-alpha has order two.
    std::vector<double> places, reactions;
    for (const double h : {1e-2, 2.5e-3}) {
      const Ended ended = run_model(cards, driven_settings(JointMethod::generalised_alpha), h, 0.3, watch);
      places.push_back((ended.state.q - fine.state.q).norm());
      reactions.push_back((ended.state.lambda - fine.state.lambda).norm());
    }
    EXPECT_LT(places[0], 2e-3) << what;
    EXPECT_GT(places[0], 10.0 * places[1]) << what << " " << places[0] << " " << places[1];
    EXPECT_GT(reactions[0], 10.0 * reactions[1]) << what << " " << reactions[0] << " " << reactions[1];
  });
}

// A four-bar of which one end is on a table: a loop with an edge that is given, and one motion left.
std::vector<Card> four_bar_on_table(const char* type) {
  std::vector<Card> cards = hinged_four_bar();
  const Vec3 d(1.0, 0, 0);
  const double cd = 0.5 * (d - Vec3(0.9, 0.6, 0)).norm();
  cards.back() = pair_card("revolute_hinge", "D", "table", side("rocker", {cd, 0, 0}));
  cards.push_back(node_card("table", d));
  cards.push_back(body_card("table", 2.0, {0.1, 0.1, 0.1}));
  if (std::string(type) == "axial_rotation")
    cards.push_back(pair_card(type, "edge", side("ground", d - Vec3(0.2, 0, 0)), side("table", {-0.2, 0, 0}))
                        .set("angular_velocity", "sin(3 * t)"));
  else
    cards.push_back(driven_card({"total_joint", "ddh", "hhd"}, side("ground", d), "table"));
  return cards;
}

TEST(JointDrivenEdges, are_part_of_loops) {
  for (const char* type : {"total_joint", "axial_rotation"}) {
    const std::vector<Card> cards = four_bar_on_table(type);
    const Ended other = run_model(cards, other_rk4(), 1e-3, 0.4);
    for (const char* cut : {"A", "B", "C", "D", "edge"})
      for (const LoopClosure loops : {LoopClosure::multipliers, LoopClosure::reduction}) {
        JointSettings settings;
        settings.cut = {cut};
        settings.loops = loops;
        if (loops == LoopClosure::reduction && std::string(cut) == "edge" &&
            std::string(type) == "axial_rotation")
          continue;  // its equation on velocities cannot be solved so
        const Ended joint = run_model(cards, settings, 1e-3, 0.4);
        const std::string what = fmt::format("{}, {} cut, {}", type, cut, static_cast<int>(loops));
        EXPECT_LT((joint.state.q - other.state.q).norm(), 1e-8) << what;
        EXPECT_LT((joint.state.v - other.state.v).norm(), 1e-7) << what;
        for (const char* name : {"A", "B", "C", "D", "edge"})
          for (const char* quantity : {"reaction_force", "reaction_moment"})
            EXPECT_LT((joint.channel(name, quantity) - other.channel(name, quantity)).norm(), 1e-5)
                << what << " " << name << " " << quantity;
      }
  }
}

std::vector<JointSettings> all_driven_methods() {
  std::vector<JointSettings> all;
  for (const JointMethod method :
       {JointMethod::rk4, JointMethod::rk45, JointMethod::implicit, JointMethod::generalised_alpha}) {
    all.push_back(driven_settings(method));
    if (method == JointMethod::generalised_alpha) continue;
    all.push_back(driven_settings(method));
    all.back().loops = LoopClosure::reduction;
  }
  return all;
}

TEST(JointDrivenEdges, hold_to_round_off_within_loops_by_every_method) {
  for (const char* type : {"total_joint", "axial_rotation"})
    for (const JointSettings& settings : all_driven_methods()) {
      const std::vector<Card> cards = four_bar_on_table(type);
      EdgeViolation violation(cards);
      run_model(cards, settings, 5e-3, 0.5, [&](const State& state) {
        EXPECT_LT(violation.position(state), 1e-14) << type << " " << name_of(settings.method);
        EXPECT_LT(violation.velocity(state), 1e-13) << type << " " << name_of(settings.method);
      });
    }
}

TEST(JointDrivenEdges, go_on_from_a_state_bit_for_bit) {
  for (const std::vector<Card>& cards :
       {four_bar_on_table("total_joint"), four_bar_on_table("axial_rotation"),
        body_behind_drive(kDrivenEdges[0], {true, true}), body_behind_drive(kDrivenEdges[3], {true, false})})
    for (const JointSettings& settings : all_driven_methods()) {
      StartedModel started = start_model(cards);
      const std::vector<Index> redundant = started.report.redundant_multipliers();
      const System& system = started.model.system;
      const std::unique_ptr<Stepper> stepper = make_joint_stepper(system, settings, redundant);
      State state = started.model.state;
      stepper->start(state, 1e-2);
      const auto go = [](Stepper& by, State& from) {
        for (int i = 0; i < 15; ++i) ASSERT_TRUE(by.step(from, 1e-2).is_accepted());
      };
      go(*stepper, state);
      stepper->forget();
      State resumed = state;
      go(*stepper, state);
      const std::unique_ptr<Stepper> fresh = make_joint_stepper(system, settings, redundant);
      go(*fresh, resumed);
      EXPECT_EQ(state, resumed) << name_of(settings.method) << " " << static_cast<int>(settings.loops);
    }
}

TEST(JointDrivenEdges, do_not_allocate_in_a_step) {
  for (const JointMethod method : {JointMethod::rk4, JointMethod::generalised_alpha})
    for (const std::vector<Card>& cards :
         {four_bar_on_table("total_joint"), body_behind_drive(kDrivenEdges[3], {true, true})}) {
      StartedModel started = start_model(cards);
      State& state = started.model.state;
      const std::unique_ptr<Stepper> stepper = make_joint_stepper(
          started.model.system, driven_settings(method), started.report.redundant_multipliers());
      stepper->start(state, 1e-3);
      for (int i = 0; i < 30; ++i) {
        AllocationCounter counter;
        ASSERT_TRUE(stepper->step(state, 1e-3).is_accepted());
        if (i > 1) {
          EXPECT_EQ(counter.count(), 0) << name_of(method) << " " << i;
        }
      }
    }
}

// A rod that hangs at rest from a slide. The slide gets a speed V at once: the rod then turns with
// m l V / (J + m l^2), and its middle has V less l times that.
TEST(JointDrivenEdges, a_blow_by_a_corner_of_a_drive_moves_what_is_behind) {
  const double V = 0.5, l = 0.4, m = 2.0, J = 0.3;
  for (const double corner : {0.02, 0.0205})
    for (const JointMethod method :
         {JointMethod::rk4, JointMethod::rk45, JointMethod::implicit, JointMethod::generalised_alpha}) {
      std::vector<Card> cards{
          node_card("slide", {0, 0, 0}), node_card("rod", {0, 0, -l}), body_card("slide", 1.0, {0.1, 0.1, 0.1}),
          body_card("rod", m, {J, J, 0.01}),
          pair_card("total_joint", "push", "ground", "slide")
              .set("along_1", "position")
              .set("along_2", "position")
              .set("along_3", "position")
              .set("about_1", "rotation")
              .set("about_2", "rotation")
              .set("about_3", "rotation")
              .set("position", Value::list({fmt::format("{} * max(t - {}, 0)", V, corner), 0.0, 0.0})),
          pair_card("spherical_hinge", "pin", "slide", side("rod", {0, 0, l}))};
      const Ended ended = run_model(cards, driven_settings(method), 1e-3, 0.025);
      EXPECT_NEAR(ended.angular_velocity(1).y(), m * l * V / (J + m * l * l), 2e-5)
          << name_of(method) << " " << corner;
      EXPECT_NEAR(ended.velocity(0).x(), V, 1e-14) << name_of(method);
    }
}

}  // namespace
}  // namespace pintle
