// Tangents against differences of the assembled residual, through the sinks, the pattern and the scatter.
#include <fmt/format.h>

#include <algorithm>

#include "tests/support/battery_system.h"

namespace pintle {

namespace {

// Derivatives of the residual by q, v, a (columns: motion) or x, xdot (columns: states) or lambda.
struct ResidualDerivatives {
  MatX by_q, by_v, by_a, by_x, by_xdot, by_lambda;
};

template <class Change>
MatX columns_of(BatterySystem& model, Index count, Change&& change) {
  MatX result(model.layout().equations(), count);
  for (Index i = 0; i < count; ++i)
    result.col(i) = first_derivative([&](double h) {
                      return model.residual(change(model.state(), i, h));
                    }).head(model.layout().equations());
  return result;
}

// The same with one entry of a vector of the State changed.
MatX columns_of(BatterySystem& model, VecX State::*vector) {
  return columns_of(model, static_cast<Index>((model.state().*vector).size()),
                    [&](State state, Index i, double h) {
                      (state.*vector)[i] += h;
                      return state;
                    });
}

ResidualDerivatives differences(BatterySystem& model) {
  const Index motion = model.layout().motion_size();
  ResidualDerivatives d;
  d.by_q = columns_of(model, motion, [&](const State& state, Index i, double h) {
    return model.moved(state, h * VecX::Unit(motion, i));
  });
  d.by_v = columns_of(model, &State::v);
  d.by_a = columns_of(model, &State::a);
  d.by_x = columns_of(model, &State::x);
  d.by_xdot = columns_of(model, &State::xdot);
  d.by_lambda = columns_of(model, &State::lambda);
  return d;
}

void compare(BatteryTrial& trial, std::string_view what, const MatX& assembled, const MatX& expected,
             Index first_column, double tolerance) {
  const double largest = expected.size() > 0 ? expected.cwiseAbs().maxCoeff() : 0.0;
  const WorstEntry worst = worst_entry(assembled, expected);
  if (is_small(worst.error, tolerance * std::max(1.0, largest))) return;
  const System& system = trial.model.system();
  const bool is_stored = system.pattern().find(worst.row, first_column + worst.column) >= 0;
  trial.report.fail(
      BatteryCheck::derivatives,
      fmt::format("derivative {} of [{}] by the unknown of [{}]: the set says {:.9g}, differences of the "
                  "residual {:.9g}{}",
                  what, system.name_of(EquationId{worst.row}),
                  system.name_of(EquationId{first_column + worst.column}), worst.a, worst.b,
                  is_stored ? "" : "; no block of the matrix was reserved there"));
}

// Coefficients as an integrator gives them, all different.
void compare_scaled(BatteryTrial& trial, const MatX& k, const MatX& c, const MatX& m) {
  const Layout& layout = trial.model.layout();
  const Index motion = layout.motion_size();
  std::vector<MotionOperators> frames = trial.model.operators(0.0, 0.0);
  MatX velocity = MatX::Zero(motion, motion), acceleration = velocity;
  for (FrameIndex frame = 1; frame < layout.frames(); ++frame) {
    const Index first = layout.motion_of(frame), width = layout.motion_width(frame);
    MotionOperators& op = frames[frame];
    for (Mat6* matrix : {&op.velocity, &op.acceleration})
      for (Index i = 0; i < width * width; ++i) (*matrix)(i / width, i % width) = trial.random.uniform(-1, 1);
    velocity.block(first, first, width, width) = op.velocity.topLeftCorner(width, width);
    acceleration.block(first, first, width, width) = op.acceleration.topLeftCorner(width, width);
  }
  TangentCoefficients given = BatterySystem::pick(frames, 0.7, 1.3, 1.9);
  given.state_rate = 2.3;
  given.motion_row_scale = 3.1;
  given.multiplier_scale = 0.3;
  given.velocity_row_scale = 0.6;
  given.acceleration_row_scale = 0.4;
  velocity.bottomRightCorner(layout.scalars, layout.scalars).diagonal().setConstant(given.scalar_velocity);
  acceleration.bottomRightCorner(layout.scalars, layout.scalars)
      .diagonal()
      .setConstant(given.scalar_acceleration);

  MatX expected = MatX::Zero(k.rows(), k.cols());
  expected.leftCols(motion) =
      given.position * k.leftCols(motion) + c.leftCols(motion) * velocity + m.leftCols(motion) * acceleration;
  expected.middleCols(motion, layout.states) = given.position * k.middleCols(motion, layout.states) +
                                               given.state_rate * c.middleCols(motion, layout.states);
  expected.rightCols(layout.multipliers) = given.multiplier_scale * k.rightCols(layout.multipliers);
  expected.topRows(motion) *= given.motion_row_scale;
  for (const auto& [level, scale] : {std::pair(ConstraintLevel::velocity, given.velocity_row_scale),
                                     std::pair(ConstraintLevel::acceleration, given.acceleration_row_scale)})
    for (const Index i : trial.model.system().multipliers_of(level))
      expected.row(layout.first_multiplier() + i) *= scale;
  compare(trial, "with an integrator's coefficients", trial.model.tangent(trial.model.state(), given),
          expected, 0, trial.options.exact);
}

}  // namespace

void check_derivatives(BatteryTrial& trial) {
  BatterySystem& model = trial.model;
  const Layout& layout = model.layout();
  const Index motion = layout.motion_size();
  const auto none = model.operators(0.0, 0.0), by_v = model.operators(1.0, 0.0),
             by_a = model.operators(0.0, 1.0);
  const MatX k = model.tangent(model.state(), BatterySystem::pick(none, 1.0, 0.0, 0.0));
  MatX c = model.tangent(model.state(), BatterySystem::pick(by_v, 0.0, 1.0, 0.0));
  MatX m = model.tangent(model.state(), BatterySystem::pick(by_a, 0.0, 0.0, 1.0));
  const ResidualDerivatives d = differences(model);

  const double tolerance = trial.options.tolerance;
  compare(trial, "dq", k.leftCols(motion), d.by_q, 0, tolerance);
  compare(trial, "dv", c.leftCols(motion), d.by_v, 0, tolerance);
  compare(trial, "da", m.leftCols(motion), d.by_a, 0, tolerance);
  compare(trial, "dx", k.middleCols(motion, layout.states), d.by_x, layout.first_state(), tolerance);
  compare(trial, "dxdot", c.middleCols(motion, layout.states), d.by_xdot, layout.first_state(), tolerance);
  compare(trial, "dlambda", k.rightCols(layout.multipliers), d.by_lambda, layout.first_multiplier(),
          tolerance);
  compare_scaled(trial, k, c, m);
}

}  // namespace pintle
