#include "pintle/formulations/joint_tangent.h"

#include <algorithm>

#include "pintle/math/so3.h"

namespace pintle {

namespace {

std::size_t index_of(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

JointTangent::JointTangent(const System& system, const JointDynamics& dynamics)
    : system_(system),
      layout_(system.layout()),
      dynamics_(dynamics),
      speeds_(dynamics.speeds()),
      rows_(static_cast<Index>(dynamics.equations().size())),
      derivatives_(dynamics.tree()),
      zero_(index_of(layout_.frames())),
      unit_velocities_(zero_),
      unit_accelerations_(zero_) {
  list_unknowns(dynamics);
  for (MotionOperators& frame : unit_velocities_) frame.velocity.setIdentity();
  for (MotionOperators& frame : unit_accelerations_) frame.acceleration.setIdentity();
  for (std::vector<double>* values : {&by_place_, &by_velocity_, &by_acceleration_})
    values->resize(index_of(system.pattern().nonzeros()));
  for (MatX* matrix : {&P_, &places_, &velocities_, &accelerations_})
    matrix->setZero(dynamics.tree().speeds(), layout_.first_scalar());
  changes_.setZero(dynamics.tree().speeds(), layout_.equations());
}

void JointTangent::list_unknowns(const JointDynamics& dynamics) {
  unknown_of_.assign(index_of(layout_.equations()), -1);
  for (Index k = 0; k < dynamics.tree().speeds(); ++k) {
    const Index body = dynamics.tree().body_of_speed(k);
    equation_of_.push_back(layout_.motion_of(dynamics.topology().bodies()[index_of(body)].frame));
  }
  const auto add = [&](Index equation) {
    unknown_of_[index_of(equation)] = static_cast<Index>(equation_of_.size());
    equation_of_.push_back(equation);
  };
  for (Index i = 0; i < layout_.scalars; ++i) add(layout_.first_scalar() + i);
  for (Index i = 0; i < layout_.states; ++i) add(layout_.first_state() + i);
  for (const Index m : dynamics.equations()) add(layout_.first_multiplier() + m);
}

// One pass each, with the coefficients of the others zero.
void JointTangent::take_derivatives(const Context& context) {
  const auto take = [&](const TangentCoefficients& coefficients, std::vector<double>& values) {
    std::fill(values.begin(), values.end(), 0.0);
    TangentSink sink(system_.blocks(), coefficients, values);
    system_.tangent(context, sink);
  };
  TangentCoefficients coefficients;
  coefficients.frames = zero_;
  take(coefficients, by_place_);
  coefficients.position = coefficients.multiplier_scale = 0.0;
  coefficients.frames = unit_velocities_;
  coefficients.scalar_velocity = coefficients.state_rate = 1.0;
  take(coefficients, by_velocity_);
  coefficients.frames = unit_accelerations_;
  coefficients.scalar_velocity = coefficients.state_rate = 0.0;
  coefficients.scalar_acceleration = 1.0;
  take(coefficients, by_acceleration_);
}

// With the increment y of a quaternion, dtheta = T(y)^T dy; all else moves as it is.             (joint.md 8)
void JointTangent::spread(const VecX& y, const StepFactors& factors) {
  const Tree& tree = dynamics_.tree();
  for (Index i = 0; i < tree.size(); ++i) {
    const FrameIndex frame = dynamics_.topology().bodies()[index_of(i)].frame;
    const Index first = layout_.motion_of(frame), width = layout_.motion_width(frame);
    P_.middleCols(first, width) = derivatives_.places().middleCols(6 * i, width);
    velocities_.middleCols(first, width) = derivatives_.velocities().middleCols(6 * i, width);
    accelerations_.middleCols(first, width) = derivatives_.accelerations().middleCols(6 * i, width);
  }
  places_ = P_;
  for (const TreeLink& link : tree.links()) {
    const Index quaternion = sizes_of(link.kind).quaternion;
    if (quaternion < 0) continue;
    const Index row = link.speed + quaternion;
    const Mat3 T = so3::tangent(Vec3(y.segment<3>(row)));
    for (MatX* matrix : {&places_, &velocities_, &accelerations_})
      for (Index c = 0; c < matrix->cols(); ++c) {
        auto part = matrix->col(c).segment<3>(row);
        part = (T * part).eval();
      }
  }
  velocities_ += factors.velocity * P_;
  accelerations_ += factors.acceleration * P_;
  for (Index i = 0; i < tree.size(); ++i) {
    const FrameIndex frame = dynamics_.topology().bodies()[index_of(i)].frame;
    const Index first = layout_.motion_of(frame), width = layout_.motion_width(frame);
    accelerations_.middleCols(first, width) +=
        factors.velocity * derivatives_.accelerations_by_speeds().middleCols(6 * i, width);
  }
}

void JointTangent::assemble(const Context& context, const VecX& y, const VecX& s, const VecX& rates,
                            const StepFactors& factors, MatX& matrix) {
  const Index of_tree = dynamics_.tree().speeds();
  derivatives_.set(dynamics_.motion(), s.head(of_tree), rates.head(of_tree));
  take_derivatives(context);
  spread(y, factors);
  matrix.setZero();
  add_columns_of_tree(matrix);
  add_other_columns(factors, matrix);
}

// (K dplace + C dvelocity + M dacceleration) / dy, then P from the left in the rows of the nodes.
void JointTangent::add_columns_of_tree(MatX& matrix) {
  const SparsePattern& pattern = system_.pattern();
  const Index of_tree = P_.rows(), nodes = P_.cols();
  changes_.setZero();
  for (Index c = 0; c < nodes; ++c)
    for (Index k = pattern.col_start()[index_of(c)]; k < pattern.col_start()[index_of(c) + 1]; ++k) {
      auto change = changes_.col(pattern.row_index()[index_of(k)]);
      const auto add = [&](double factor, const MatX& by) {
        if (factor != 0.0) change += factor * by.col(c);
      };
      add(by_place_[index_of(k)], places_);
      add(by_velocity_[index_of(k)], velocities_);
      add(by_acceleration_[index_of(k)], accelerations_);
    }
  matrix.topLeftCorner(of_tree, of_tree).noalias() = P_ * changes_.leftCols(nodes).transpose();
  for (Index r = nodes; r < layout_.equations(); ++r)
    if (const Index row = unknown_of_[index_of(r)]; row >= 0)
      matrix.row(row).head(of_tree) = changes_.col(r).transpose();
}

void JointTangent::add_other_columns(const StepFactors& factors, MatX& matrix) const {
  const SparsePattern& pattern = system_.pattern();
  const Index of_tree = P_.rows(), nodes = P_.cols();
  for (Index c = nodes; c < layout_.equations(); ++c) {
    const Index column = unknown_of_[index_of(c)];
    if (column < 0) continue;
    const bool is_scalar = c < layout_.first_state();
    const double velocity = is_scalar ? factors.velocity : factors.state_rate;
    for (Index k = pattern.col_start()[index_of(c)]; k < pattern.col_start()[index_of(c) + 1]; ++k) {
      const double value = by_place_[index_of(k)] + velocity * by_velocity_[index_of(k)] +
                           (is_scalar ? factors.acceleration * by_acceleration_[index_of(k)] : 0.0);
      const Index r = pattern.row_index()[index_of(k)];
      if (r < nodes)
        matrix.col(column).head(of_tree) += value * P_.col(r);
      else if (const Index row = unknown_of_[index_of(r)]; row >= 0)
        matrix(row, column) += value;
    }
  }
}

}  // namespace pintle
