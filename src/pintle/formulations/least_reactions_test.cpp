#include "pintle/formulations/least_reactions.h"

#include <gtest/gtest.h>

#include "pintle/formulations/redundancy_test_support.h"
#include "pintle/formulations/redundant_equations.h"

namespace pintle {
namespace {

constexpr double kRankTolerance = 1e-8;

MatX jacobian_of(const System& system, const Context& context) {
  ConstraintRows rows(system);
  rows.fill(context);
  MatX g = MatX::Zero(rows.size(), system.layout().motion_size());
  for (Index i = 0; i < rows.size(); ++i)
    for (std::size_t k = 0; k < rows.columns_of(i).size(); ++k)
      g(i, rows.columns_of(i)[k]) = rows.values_of(i)[k] / rows.force_of(i);
  return g;
}

// The pseudo-inverse says the same.
TEST(LeastReactions, are_the_least_that_exert_the_same) {
  const Assembled model = model_of_cards(chain_of_hinges(4, {{"link 3", "ground"}, {"link 2", "link 0"}}));
  Snapshot snapshot = model.system.make_snapshot();
  model.system.fill(model.state, snapshot);
  const Context& context = snapshot.context();
  const std::vector<Index> redundant =
      multipliers_of(find_redundant_equations(model.system, model.state, kRankTolerance));
  ASSERT_FALSE(redundant.empty());
  LeastReactions least(model.system, context, redundant);
  ConstraintRows rows(model.system);
  rows.fill(context);
  const MatX g = jacobian_of(model.system, context);
  VecX lambda(g.rows()), force(g.rows());
  for (Index i = 0; i < lambda.size(); ++i) {
    lambda[i] = std::sin(1.0 + 2.3 * double(i));
    force[i] = lambda[i] * rows.force_of(i);
  }
  const VecX held = g.transpose() * force;
  const VecX expected = g.transpose().completeOrthogonalDecomposition().solve(held);
  EXPECT_GT((force - expected).norm(), 0.1);
  least.apply(context, lambda);
  for (Index i = 0; i < lambda.size(); ++i)
    EXPECT_NEAR(lambda[i] * rows.force_of(i), expected[i], 1e-10) << i;
}

TEST(LeastReactions, of_a_joint_given_twice_are_shared_evenly) {
  const Assembled model = model_of_cards(chain_of_hinges(2, {{"link 0", "link 1"}}));
  Snapshot snapshot = model.system.make_snapshot();
  model.system.fill(model.state, snapshot);
  LeastReactions least(model.system, snapshot.context(),
                       multipliers_of(find_redundant_equations(model.system, model.state, kRankTolerance)));
  VecX lambda = VecX::Zero(15);
  lambda[5] = 10.0;   // of hinge 1 along x
  lambda[12] = -4.0;  // of the other along z
  lambda[1] = 3.0;    // outside the loop
  least.apply(snapshot.context(), lambda);
  EXPECT_NEAR(lambda[5], 5.0, 1e-12);
  EXPECT_NEAR(lambda[10], 5.0, 1e-12);
  EXPECT_NEAR(lambda[7], -2.0, 1e-12);
  EXPECT_NEAR(lambda[12], -2.0, 1e-12);
  EXPECT_EQ(lambda[1], 3.0);
}

TEST(LeastReactions, leave_all_as_it_is_where_nothing_is_redundant) {
  const Assembled model = model_of_cards(chain_of_hinges(3, {}));
  Snapshot snapshot = model.system.make_snapshot();
  model.system.fill(model.state, snapshot);
  LeastReactions least(model.system, snapshot.context(), {});
  VecX lambda = VecX::LinSpaced(15, -1.0, 1.0);
  const VecX before = lambda;
  least.apply(snapshot.context(), lambda);
  EXPECT_EQ(lambda, before);
}

}  // namespace
}  // namespace pintle
