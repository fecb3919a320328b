#include "pintle/laws/law_test_support.h"

namespace pintle {
namespace {

using namespace law_test;

Value law(const char* type, const char* field, double value) {
  return Value::map({{"type", type}, {field, value}});
}

// Numbers of the program, with a prestrain in one of the laws and a prestress on the other.
TEST(ArrayLaw, adds_its_laws) {
  const Value first =
      Value::map({{"type", "linear_elastic"}, {"stiffness", 10}, {"prestrain", Value::list({0.1, 0, 0})}});
  const Value second =
      Value::map({{"type", "linear_elastic"}, {"stiffness", 5}, {"prestress", Value::list({1, 2, 3})}});
  LawProbe<3> probe(build<3>("array", {{"laws", Value::list({first, second})}}));
  const double s = std::sin(0.26 * std::acos(-1.0));
  EXPECT_LT((probe.at(Vec3(0.3 * s, 0.2 * s, -0.1 * s)).force() - Vec3(3.280359, 4.186906, 1.906547)).norm(),
            2e-6);
}

TEST(ArrayLaw, is_consistent_in_all_dimensions) {
  const Value laws =
      Value::list({law("linear_elastic", "stiffness", 3), law("linear_viscous", "viscosity", 2)});
  expect_consistent<1>("array", {{"laws", laws}}, Potential::has);
  expect_consistent<3>("array", {{"laws", laws}, {"prestress", Value::list({1, 2, 3})}}, Potential::has);
  expect_consistent<6>("array", {{"laws", laws}}, Potential::has);
}

// Two stops that close one after the other keep their memories apart.
TEST(ArrayLaw, keeps_the_memories_of_its_laws_apart) {
  const auto stop = [](const char* from, const char* to) {
    return Value::map({{"type", "linear_elastic_bistop"},
                       {"stiffness", 10},
                       {"activating_condition", from},
                       {"deactivating_condition", to}});
  };
  LawProbe<1> probe(
      build<1>("array", {{"laws", Value::list({stop("t > 1", "t > 3"), stop("t > 2", "t > 4")})}}));
  probe.at(one(0.0), one(0.0), 0.0).start();
  EXPECT_EQ(probe.at(one(0.7), one(0.0), 0.5).force()[0], 0.0);
  probe.at(one(0.5), one(0.0), 1.5).commit();
  EXPECT_DOUBLE_EQ(probe.at(one(0.7), one(0.0), 1.6).force()[0], 2.0);
  probe.at(one(0.6), one(0.0), 2.5).commit();
  EXPECT_DOUBLE_EQ(probe.at(one(0.7), one(0.0), 2.6).force()[0], 3.0);
  probe.expect_tangents_match();
  probe.at(one(0.6), one(0.0), 3.5).commit();
  EXPECT_DOUBLE_EQ(probe.at(one(0.7), one(0.0), 3.6).force()[0], 1.0);
}

TEST(ArrayLaw, passes_on_what_is_wrong_with_its_laws) {
  EXPECT_THAT(try_build<3>("array", {{"laws", Value::list({law("log_elastic", "stiffness", 3)})}}).problems,
              testing::HasSubstr("dimension 3, which this law does not have"));
}

}  // namespace
}  // namespace pintle
