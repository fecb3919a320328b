#include "pintle/formulations/partitioned.h"

#include <gtest/gtest.h>

#include <random>

#include "pintle/system/euler_parameters.h"
#include "tests/support/chain_models.h"
#include "tests/support/counting_allocator.h"

namespace pintle {
namespace {

// q moved by small steps along every coordinate: what phi makes of it is Phi_q.
TEST(ConfigurationJacobian, is_the_derivative_of_the_constraints_and_normalisations) {
  for (const bool is_closed : {false, true}) {
    const Assembled model = make_chain(4, is_closed);
    ConfigurationJacobian jacobian(model.system);
    Snapshot snapshot = model.system.make_snapshot();
    State state = model.state;
    std::mt19937 random(3);
    std::normal_distribution<double> normal(0.0, 0.1);
    for (Index i = 0; i < state.q.size(); ++i) state.q[i] += normal(random);
    for (Index node = 0; node < model.system.layout().structural; ++node)
      state.q.segment<4>(7 * node + 3).normalize();
    model.system.fill(state, snapshot);
    jacobian.evaluate(state, snapshot.context());
    MatX found = MatX::Zero(jacobian.rows(), jacobian.columns());
    const CompressedColumns view = jacobian.view();
    for (Index row = 0; row < jacobian.rows(); ++row)
      for (Index k = view.column_start[row]; k < view.column_start[row + 1]; ++k)
        found(row, view.row_index[k]) = jacobian.values()[static_cast<std::size_t>(k)];
    // Along p itself the kernel's rotation is not defined; the normalisation alone sees that direction.
    constexpr double kStep = 1e-6;
    for (Index i = 0; i < jacobian.columns(); ++i) {
      VecX direction = VecX::Unit(jacobian.columns(), i);
      const Index node = i / 7;
      if (i % 7 >= 3) {
        const Vec4 p = state.q.segment<4>(7 * node + 3);
        direction.segment<4>(7 * node + 3) -= p * p.dot(direction.segment<4>(7 * node + 3));
      }
      VecX plus(jacobian.rows()), minus(jacobian.rows());
      for (const auto& [sign, out] : {std::pair(1.0, &plus), std::pair(-1.0, &minus)}) {
        State moved = state;
        moved.q += sign * kStep * direction;
        model.system.fill(moved, snapshot);
        jacobian.phi(moved, snapshot.context(), *out);
      }
      EXPECT_LT(((plus - minus) / (2 * kStep) - found * direction).lpNorm<Eigen::Infinity>(), 1e-8) << i;
    }
  }
}

TEST(EulerParameters, rates_and_motion_are_inverse_to_each_other) {
  Layout layout;
  layout.structural = 2;
  layout.displacement = 1;
  layout.scalars = 1;
  const VecX v = VecX::Random(layout.motion_size()), a = VecX::Random(layout.motion_size());
  VecX q = VecX::Random(layout.configuration_size());
  for (Index node = 0; node < 2; ++node) q.segment<4>(7 * node + 3).normalize();
  VecX rates = VecX::Zero(q.size()), second = VecX::Zero(q.size()), back = VecX::Zero(v.size());
  rates_of_motion(layout, q, v, rates);
  motion_of_rates(layout, q, rates, back);
  EXPECT_LT((back - v).norm(), 1e-14);
  second_rates_of_motion(layout, q, v, a, second);
  motion_of_rates(layout, q, second, back);
  EXPECT_LT((back - a).norm(), 1e-14);
  for (Index node = 0; node < 2; ++node) {
    const Vec4 p = q.segment<4>(7 * node + 3), p_dot = rates.segment<4>(7 * node + 3);
    EXPECT_NEAR(p.dot(p_dot), 0.0, 1e-15);
    EXPECT_NEAR(p.dot(second.segment<4>(7 * node + 3)), -p_dot.squaredNorm(), 1e-15);
  }
}

TEST(PartitionedStepper, chains_have_as_many_independent_coordinates_as_hinges) {
  Assembled model = make_chain(7, false);
  PartitionedStepper stepper(model.system, {});
  stepper.start(model.state, 1e-3);
  EXPECT_EQ(stepper.independent().size(), 7u);
  EXPECT_EQ(stepper.independent_names().size(), 7u);
}

TEST(PartitionedStepper, a_step_allocates_nothing_unless_coordinates_are_chosen) {
  for (const SystemMatrix matrix : {SystemMatrix::angular_velocity, SystemMatrix::euler_parameters}) {
    PartitionedSettings settings;
    settings.matrix = matrix;
    Assembled model = make_chain(8, false);
    PartitionedStepper stepper(model.system, settings);
    stepper.start(model.state, 1e-4);
    int steps_without = 0;
    for (int i = 0; i < 60; ++i) {
      const VecX before = model.state.memory;
      AllocationCounter counter;
      const StepReport report = stepper.step(model.state, 1e-4);
      ASSERT_TRUE(report.is_accepted())
          << static_cast<int>(report.newton.status) << " " << report.newton.error.worst << " "
          << report.newton.factor.message << " step " << i << " " << stepper.independent().size()
          << " culprit " << report.newton.error.culprit;
      const long count = counter.count();
      if (i > 2 && before == model.state.memory) {
        EXPECT_EQ(count, 0);
        ++steps_without;
      }
    }
    EXPECT_GT(steps_without, 30);
  }
}

}  // namespace
}  // namespace pintle
