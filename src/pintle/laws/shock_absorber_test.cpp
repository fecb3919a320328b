#include "pintle/laws/detailed_law.h"
#include "pintle/laws/law_test_support.h"

namespace pintle {
namespace {

using namespace law_test;

Card absorber() {
  Card card{"law", "shock_absorber", "test", {}, {}};
  return card.set("pressure", 1000)
      .set("area", 0.01)
      .set("interaction", 2)
      .set("exponent", 1.4)
      .set("metering", 1)
      .set("fluid_area", 0.02)
      .set("density", 800)
      .set("drag", 0.7);
}

// Numbers of the program at strains and rates that were imposed on a rod of 1 m; six to seven digits are
// printed.
void expect_force(const Card& card, double strain, double rate, double expected) {
  LawProbe<1> probe(build<1>(card));
  EXPECT_NEAR(probe.at(one(strain), one(rate)).force()[0], expected, 1e-6 * std::abs(expected));
}

TEST(ShockAbsorber, has_gas_and_fluid_as_the_program) {
  expect_force(absorber(), -0.05, -0.1, -11.58945);
  expect_force(absorber(), -0.25, 0.1, -26.39009);
  LawProbe<1> fluid(build<1>(absorber()));
  const double gas = fluid.at(one(-0.05)).force()[0];
  EXPECT_NEAR(fluid.at(one(-0.05), one(-0.1)).force()[0] - gas, -6.53061e-5, 1e-10);
}

// Pressure, area and both forces, also behind a prestrain.
TEST(ShockAbsorber, tells_what_it_is_made_of) {
  const auto told = [](const Card& card, double strain, double rate) {
    std::vector<std::pair<std::string, double>> list;
    const LawPointer<1> law = build<1>(card);
    const LawInputs<1> inputs{one(strain), one(rate), {}, {}};
    for_each_detail(*law, inputs, [&](std::string_view name, std::string_view, double value) {
      list.emplace_back(name, value);
    });
    EXPECT_EQ(list.size(), 4u);
    EXPECT_NEAR(list.at(2).second + list.at(3).second, law->force(inputs)[0], 1e-12);
    return list;
  };
  const double pressure = 1000 * std::pow(0.9, -1.4);
  const auto list = told(absorber().set("negative_metering", 3), -0.05, -0.1);
  EXPECT_EQ(list[0].first, "p");
  EXPECT_NEAR(list[0].second, pressure, 1e-9);
  EXPECT_EQ(list[1].second, 3.0);
  EXPECT_NEAR(list[2].second, -0.01 * pressure, 1e-12);
  EXPECT_NEAR(told(absorber().set("prestrain", Value::list({0.02})), -0.03, 0.0)[0].second, pressure, 1e-9);
}

TEST(ShockAbsorber, has_areas_that_depend_on_strain_and_rate) {
  const auto viscous = [](const Card& card, double strain, double rate) {
    LawProbe<1> probe(build<1>(card));
    const double gas = probe.at(one(strain)).force()[0];
    return probe.at(one(strain), one(rate)).force()[0] - gas;
  };
  EXPECT_NEAR(viscous(absorber().set("negative_metering", 0.5), -0.05, -0.1), -0.000261225, 1e-9);
  EXPECT_NEAR(viscous(absorber().set("negative_metering", 0.5), -0.05, 0.1), 6.53061e-5, 1e-10);
  const Value line = Value::map({{"type", "linear"}, {"constant", 1}, {"slope", 2}});
  EXPECT_NEAR(viscous(absorber().set("metering", line), -0.05, -0.1), -8.06248e-5, 1e-10);
  const Value relief = Value::map({{"type", "linear"}, {"constant", 0.25}, {"slope", 1}});
  EXPECT_NEAR(viscous(absorber().set("orifice", relief), -0.05, -0.1), -4.93808e-5, 1e-10);
}

TEST(ShockAbsorber, has_friction_and_bounds_as_the_program) {
  const Card friction = absorber().set("friction_rate", 0.2).set("friction_amplitude", 0.3);
  expect_force(friction, -0.05, -0.1, -13.19615);
  expect_force(friction, -0.25, 0.1, -22.73149);
  const Card upper = absorber().set("upper_strain", 0.01).set("penalty", 100).set("rate_penalty", 7);
  expect_force(upper, 0.05, 0.1, -4.050785);
  const Card lower = absorber().set("lower_strain", -0.02).set("penalty", 100).set("rate_penalty", 7);
  expect_force(lower, -0.05, -0.1, -15.28945);
  // On the way back: penalty alone, -100 (0.05 - 0.02), as in the program.
  const auto force_at = [](const Card& card) {
    return LawProbe<1>(build<1>(card)).at(one(-0.05), one(0.1)).force()[0];
  };
  EXPECT_NEAR(force_at(lower) - force_at(absorber()), -3.0, 1e-12);
  expect_force(Card(lower).set("friction_rate", 0.2).set("friction_amplitude", 0.3), -0.05, -0.1, -16.89615);
  expect_force(Card(lower).set("prestrain", -0.01), -0.05, -0.1, -13.93827);
}

TEST(ShockAbsorber, has_exact_tangents_and_energy) {
  const Value line = Value::map({{"type", "linear"}, {"constant", 0.01}, {"slope", 0.02}});
  const Card card = absorber()
                        .set("metering", line)
                        .set("orifice", line)
                        .set("friction_rate", 0.2)
                        .set("friction_amplitude", 0.3)
                        .set("lower_strain", -0.2)
                        .set("penalty", 100)
                        .set("rate_penalty", 7);
  LawProbe<1> probe(build<1>(card)), frictionless(build<1>(absorber()));
  for (const double strain : {-0.1, -0.3, 0.05})
    for (const double rate : {-0.3, 0.2}) {
      probe.at(one(strain), one(rate)).expect_tangents_match();
      frictionless.at(one(strain)).expect_energy_matches(1e-5);
    }
}

TEST(ShockAbsorber, refuses_areas_that_measure) {
  EXPECT_THAT(try_build<1>(absorber().set("metering", "node.a.position.x")).problems,
              testing::HasSubstr("cannot measure other quantities"));
}

}  // namespace
}  // namespace pintle
