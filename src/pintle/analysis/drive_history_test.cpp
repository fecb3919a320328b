// Drives inside a System: what they remember, what they listen to, vectors made of them.
#include <gtest/gtest.h>

#include <array>

#include "pintle/formulations/absolute.h"
#include "tests/support/card_model.h"

namespace pintle {

void register_displacement(Registry& registry);
void register_scalar(Registry& registry);
void register_point_mass(Registry& registry);
void register_scalar_oscillator(Registry& registry);
void register_force(Registry& registry);
void register_in_plane(Registry& registry);

namespace {

Registry history_registry() {
  return registry_of({register_displacement, register_scalar, register_point_mass, register_scalar_oscillator,
                      register_force, register_in_plane});
}

// A mass "m" of 2 kg at x = 0.1 under a force.
std::vector<Card> mass_under(const Value& force) {
  return {make_card("node", "displacement", "m", {{"position", Value::list({0.1, 0, 0})}}),
          make_card("body", "point_mass", "m", {{"node", "m"}, {"mass", 2}}),
          make_card("load", "force", "f", {{"at", "m"}, {"value", force}})};
}

Value drive(std::string type, std::initializer_list<std::pair<std::string, Value>> fields) {
  Value map = Value::map(fields);
  map.as_map().push_back({"type", {}, Value(std::move(type))});
  return map;
}

Value held_time(int steps) {
  return drive("sample_and_hold",
               {{"function", "t"}, {"trigger", drive("meter", {{"steps", steps}})}, {"initial_value", 9}});
}

double force(CardModel& model) { return -model.residual()[0]; }

void make_steps(CardModel& model, AbsoluteStepper& stepper, int steps, double h) {
  for (int n = 0; n < steps; ++n) ASSERT_TRUE(stepper.step(model.state(), h).is_accepted());
}

TEST(DriveHistory, is_part_of_the_state_and_committed_after_steps) {
  CardModel model(history_registry(), mass_under(Value::list({held_time(4), 0, 0})));
  ASSERT_EQ(model.state().history.size(), 1);
  EXPECT_EQ(model.state().history[0], 9.0);  // the trigger is on at the start, when nothing is sampled yet
  AbsoluteStepper stepper(model.system(), {});
  stepper.start(model.state(), 0.125);
  make_steps(model, stepper, 6, 0.125);
  EXPECT_EQ(model.state().history[0], 0.5);
  model.state().a.setZero();  // leaves the force in the residual
  EXPECT_EQ(force(model), 0.5);
  make_steps(model, stepper, 2, 0.125);
  EXPECT_EQ(model.state().history[0], 1.0);
}

// A step that is not accepted, or is made again from a copy, leaves no trace.
TEST(DriveHistory, a_copied_state_goes_on_with_the_same_history) {
  CardModel model(history_registry(), mass_under(Value::list({held_time(3), 0, "-50*node.m.position.y"})));
  AbsoluteStepper stepper(model.system(), {});
  stepper.start(model.state(), 0.01);
  make_steps(model, stepper, 5, 0.01);
  const State copy = model.state();
  make_steps(model, stepper, 10, 0.01);
  const State first = model.state();
  model.state() = copy;
  AbsoluteStepper again(model.system(), {});
  make_steps(model, again, 10, 0.01);
  EXPECT_EQ(model.state().history, first.history);
  EXPECT_LE((model.state().q - first.q).norm(), 1e-12);
}

TEST(DriveHistory, entries_of_several_drives_do_not_overlap) {
  const Value closest = drive("closest_next", {{"increment", 0.5}});
  CardModel model(history_registry(), mass_under(Value::list({held_time(4), closest, held_time(1)})));
  EXPECT_EQ(model.state().history.size(), 4);
  EXPECT_EQ(model.state().history[1], 0.5);  // the next instant, after that at the start
}

// f = -k x as a force that listens to its own node has the stiffness of a spring.
TEST(DriveInSystem, measured_force_is_a_spring_with_its_tangent) {
  const Value spring =
      drive("measured", {{"quantity", "node.m.position.x"}, {"function", drive("linear", {{"slope", -40}})}});
  CardModel model(history_registry(), mass_under(Value::list({spring, 0, 0})));
  EXPECT_DOUBLE_EQ(force(model), -4.0);
  EXPECT_DOUBLE_EQ(model.stiffness()(0, 0), 40.0);
}

TEST(DriveInSystem, listens_to_scalar_nodes) {
  std::vector<Card> cards =
      mass_under(Value::list({"node.mode.value", drive("measured", {{"quantity", "node.mode.rate"}}), 0}));
  cards.push_back(make_card("node", "scalar", "mode", {{"value", 0.3}, {"rate", -0.7}}));
  cards.push_back(make_card("body", "scalar_oscillator", "mode", {{"node", "mode"}, {"mass", 1}}));
  CardModel model(history_registry(), cards);
  const VecX residual = model.residual();
  EXPECT_DOUBLE_EQ(-residual[0], 0.3);
  EXPECT_DOUBLE_EQ(-residual[1], -0.7);
}

TEST(DriveInSystem, vectors_add_up_and_keep_their_length) {
  const Value terms = Value::list({Value::map({{"vector", Value::list({0, 2, 0})}, {"drive", 3}}),
                                   Value::map({{"vector", Value::list({1, 1, 0})}, {"drive", "0.5 + t"}})});
  CardModel model(history_registry(), mass_under(terms));
  const VecX residual = model.residual();
  EXPECT_EQ(Vec3(-residual.head<3>()), Vec3(0.5, 6.5, 0.0));
}

TEST(DriveInSystem, a_drive_may_be_named_before_it_is_written_but_not_within_itself) {
  std::vector<Card> cards = mass_under(Value::list({"outer", 0, 0}));
  cards.push_back(make_card("drive", "sum", "outer", {{"drives", Value::list({"inner", 1})}}));
  cards.push_back(make_card("drive", "constant", "inner", {{"value", 4}}));
  CardModel model(history_registry(), cards);
  EXPECT_DOUBLE_EQ(force(model), 5.0);
  cards[4] = make_card("drive", "product", "inner", {{"drives", Value::list({"outer", 2})}});
  EXPECT_NE(problems_of(history_registry(), cards).find("refers to itself"), std::string::npos);
}

// A point held at a driven distance from a plane: phi = z - u(t), so phi_dot = v_z - u' and gamma = u''. Both
// against differences of phi, h = 1e-4, for drives with third and fourth derivatives of up to 1e3: h^2/6 and
// h^2/12 of that, and 4 2^-53 u/h^2 of round-off.
TEST(DriveInSystem, rate_and_acceleration_reach_a_prescribed_motion) {
  const Value sweep = drive("frequency_sweep", {{"angular_velocity", "1 + t"}, {"amplitude", "exp(-t)"}});
  const Value smooth = drive("smooth_step", {{"final_time", 2}, {"final_value", 1}});
  const Value terms = Value::list({Value::list({0.1, 0.2}), Value::list({0.3, 0.4})});
  const std::vector<Value> drives{
      sweep,
      smooth,
      drive("product", {{"drives", Value::list({sweep, smooth})}}),
      drive("sum", {{"drives", Value::list({sweep, smooth, 3})}}),
      drive("composition", {{"outer", "argument^2*cos(t)"}, {"inner", sweep}}),
      drive("periodic", {{"period", 1.1},
                         {"function", drive("polynomial", {{"coefficients", Value::list({0, 1, 2, 3})}})}}),
      drive("fourier_series", {{"angular_velocity", 3}, {"terms", terms}}),
      drive("exponential", {{"amplitude", 1}, {"time_constant", 0.5}}),
      drive("tanh", {{"amplitude", 1}, {"slope", 2}, {"initial_time", 1}}),
      drive("double_ramp",
            {{"first_slope", 2}, {"first_final_time", 1}, {"second_slope", -1}, {"second_initial_time", 1}}),
  };
  for (const Value& described : drives) {
    std::vector<Card> cards{
        make_card("node", "displacement", "m", {}),
        make_card("body", "point_mass", "m", {{"node", "m"}, {"mass", 2}}),
        make_card("joint", "in_plane", "lift", {{"a", "ground"}, {"b", "m"}, {"distance", described}})};
    CardModel model(history_registry(), cards);
    ASSERT_EQ(model.system().layout().multipliers, 1);
    std::array<double, 1> phi{}, phi_dot{}, gamma{};
    const auto at = [&](double time) {
      model.state().time = time;
      model.system().phi(model.context(), phi);
      return phi[0];
    };
    const double time = 1.3, h = 1e-4;
    const double above = at(time + h), below = at(time - h), centre = at(time);
    model.system().phi_dot(model.context(), phi_dot);
    model.system().gamma(model.context(), gamma);
    EXPECT_NEAR(phi_dot[0], (above - below) / (2 * h), 2e-6)
        << cards[2].find("distance")->find("type")->as_text();
    EXPECT_NEAR(gamma[0], -(above - 2 * centre + below) / (h * h), 2e-6)
        << cards[2].find("distance")->find("type")->as_text();
  }
}

TEST(DriveInSystem, what_depends_on_steps_cannot_prescribe_a_motion) {
  for (const Value& described :
       {held_time(2), drive("meter", {}), drive("step_size", {}), Value("step_number")}) {
    const std::string problems = problems_of(
        history_registry(),
        {make_card("node", "displacement", "m", {}),
         make_card("body", "point_mass", "m", {{"node", "m"}, {"mass", 2}}),
         make_card("joint", "in_plane", "lift", {{"a", "ground"}, {"b", "m"}, {"distance", described}})});
    EXPECT_NE(problems.find("cannot prescribe a motion"), std::string::npos) << problems;
  }
}

}  // namespace
}  // namespace pintle
