#include "pintle/laws/law_test_support.h"

namespace pintle {
namespace {

using namespace law_test;

const Value& inside() {
  static const Value law = Value::map({{"type", "linear_viscoelastic"}, {"stiffness", 3}, {"viscosity", 2}});
  return law;
}

TEST(DriveCallerWrapperLaw, multiplies_the_law_by_the_drive) {
  LawProbe<3> whole(build<3>("linear_viscoelastic", {{"stiffness", 3}, {"viscosity", 2}}));
  LawProbe<3> part(build<3>("drive_caller_wrapper", {{"factor", "1 - t/4"}, {"law", inside()}}));
  const Vec3 strain(0.3, -0.2, 0.1), rate(-1, 2, 3);
  for (const double t : {0.0, 1.0, 3.0}) {
    whole.at(strain, rate, t);
    part.at(strain, rate, t);
    EXPECT_LT((part.force() - (1 - t / 4) * whole.force()).norm(), 1e-15) << t;
    EXPECT_NEAR(part.energy(), (1 - t / 4) * whole.energy(), 1e-15) << t;
  }
}

TEST(DriveCallerWrapperLaw, is_consistent_in_all_dimensions) {
  expect_consistent<1>("drive_caller_wrapper", {{"factor", "2 + sin(t)"}, {"law", inside()}}, Potential::has);
  expect_consistent<3>("drive_caller_wrapper",
                       {{"factor", "2 + sin(t)"}, {"law", inside()}, {"prestress", Value::list({1, 2, 3})}},
                       Potential::has);
  expect_consistent<6>("drive_caller_wrapper", {{"factor", 0.5}, {"law", inside()}}, Potential::has);
}

// The stop inside remembers where it closed.
TEST(DriveCallerWrapperLaw, keeps_the_memory_of_the_law) {
  const Value stop = Value::map({{"type", "linear_elastic_bistop"},
                                 {"stiffness", 10},
                                 {"activating_condition", "t > 1"},
                                 {"deactivating_condition", "t > 3"}});
  LawProbe<1> probe(build<1>("drive_caller_wrapper", {{"factor", 2}, {"law", stop}}));
  probe.at(one(0.0), one(0.0), 0.0).start();
  EXPECT_EQ(probe.at(one(0.7), one(0.0), 0.5).force()[0], 0.0);
  probe.at(one(0.5), one(0.0), 1.5).commit();
  EXPECT_DOUBLE_EQ(probe.at(one(0.7), one(0.0), 1.6).force()[0], 4.0);
}

TEST(DriveCallerWrapperLaw, passes_on_what_is_wrong_with_the_law) {
  const Value law = Value::map({{"type", "log_elastic"}, {"stiffness", 3}});
  EXPECT_THAT(try_build<3>("drive_caller_wrapper", {{"factor", 1}, {"law", law}}).problems,
              testing::HasSubstr("dimension 3, which this law does not have"));
}

}  // namespace
}  // namespace pintle
