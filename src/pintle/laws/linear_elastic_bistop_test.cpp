#include "pintle/laws/law_test_support.h"

namespace pintle {
namespace {

using namespace law_test;

constexpr const char* kBistop = "linear_elastic_bistop";

// Off; on from t = 0.2, where the strain was 0.285317; off from t = 0.7. The program gives the same, with the
// prestress and the prestrain while it is on.
TEST(LinearElasticBistop, counts_the_strain_from_where_it_was_switched_on) {
  LawProbe<1> probe(build<1>(kBistop, {{"stiffness", 10},
                                       {"activating_condition", "t >= 0.2"},
                                       {"deactivating_condition", "t >= 0.7"},
                                       {"prestress", 1},
                                       {"prestrain", 0.05}}));
  probe.at(one(0.1), one(4.0), 0.0).start();
  EXPECT_EQ(probe.at(one(0.2), one(4.0), 0.1).force()[0], 0.0);
  EXPECT_EQ(probe.energy(), 0.0);
  probe.expect_tangents_match();
  probe.at(one(0.285317), one(4.0), 0.2).commit();
  EXPECT_NEAR(probe.at(one(0.299408), one(4.0), 0.24).force()[0], 1.0 + 10.0 * (0.299408 - 0.285317 - 0.05),
              1e-14);
  probe.commit();
  EXPECT_NEAR(probe.at(one(0.285317), one(4.0), 0.3).force()[0], 0.5, 1e-14);
  probe.expect_tangents_match();
  probe.expect_energy_matches();
  probe.at(one(-0.2), one(4.0), 0.7).commit();
  EXPECT_EQ(probe.at(one(-0.3), one(4.0), 0.71).force()[0], 0.0);
}

TEST(LinearElasticBistop, may_start_closed_and_close_again) {
  LawProbe<3> probe(build<3>(kBistop, {{"stiffness", 10},
                                       {"initial_state", "active"},
                                       {"activating_condition", "node.x.y > 1"},
                                       {"deactivating_condition", "node.x.y < 0"}}));
  probe.at(Vec3::Zero()).start();
  EXPECT_EQ(probe.at(Vec3(1, 2, 3)).force(), Vec3(10, 20, 30));
  probe.at(Vec3(1, 2, 3), Vec3::Zero(), 1.0, -1.0).commit();
  EXPECT_EQ(probe.at(Vec3(1, 2, 3)).force(), Vec3::Zero());
  probe.at(Vec3(1, 2, 3), Vec3::Zero(), 2.0, 0.5).commit();
  EXPECT_EQ(probe.at(Vec3(1, 2, 3)).force(), Vec3::Zero());
  probe.at(Vec3(1, 2, 3), Vec3::Zero(), 2.0, 2.0).commit();
  EXPECT_EQ(probe.at(Vec3(2, 2, 2)).force(), Vec3(10, 0, -10));
}

TEST(LinearElasticBistop, stays_off_where_both_conditions_hold) {
  LawProbe<1> probe(
      build<1>(kBistop, {{"stiffness", 10}, {"activating_condition", 1}, {"deactivating_condition", 1}}));
  probe.at(one(0.0)).start();
  probe.commit();
  EXPECT_EQ(probe.at(one(1.0)).force()[0], 0.0);
}

}  // namespace
}  // namespace pintle
