// Where elements put what they compute. Sinks are concrete classes: adding to one is a few multiply-adds on
// positions that were found at assembly. The tangent sink alone knows the integrator's coefficients.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "pintle/math/types.h"
#include "pintle/system/layout.h"

namespace pintle {

// Residual of the equations: what the system resists minus what is applied,
//   r = M a + f_internal - f_applied + G^T lambda  (motion),  phi, psi or chi  (constraints).
class ResidualSink {
 public:
  // `residual` has layout.equations() + Layout::kGroundRoom entries.
  ResidualSink(const Layout& layout, std::span<double> residual)
      : layout_(layout), residual_(residual.data()), first_multiplier_(layout.first_multiplier()) {}

  // Force and moment about the frame's origin, ground components.
  void add(FrameIndex frame, const Vec3& force, const Vec3& moment) {
    double* r = residual_ + layout_.motion_of(frame);
    Eigen::Map<Vec3> translation(r);
    translation += force;
    note(EquationKind::translation, force.lpNorm<Eigen::Infinity>());
    if (layout_.is_displacement(frame)) return;
    Eigen::Map<Vec3> rotation(r + 3);
    rotation += moment;
    note(EquationKind::rotation, moment.lpNorm<Eigen::Infinity>());
  }
  void add_force(FrameIndex frame, const Vec3& force) {
    Eigen::Map<Vec3> translation(residual_ + layout_.motion_of(frame));
    translation += force;
    note(EquationKind::translation, force.lpNorm<Eigen::Infinity>());
  }
  void add_constraint(Index multiplier, double value) { residual_[first_multiplier_ + multiplier] += value; }
  void add_scalar(Index scalar, double value) { add_at(layout_.first_scalar() + scalar, value); }
  void add_state(Index state, double value) { add_at(layout_.first_state() + state, value); }

  // Largest single contribution seen per kind: the yardstick for relative tolerances.
  const std::array<double, kEquationKinds>& largest_contribution() const { return largest_; }

 private:
  void add_at(Index equation, double value) {
    residual_[equation] += value;
    note(EquationKind::scalar, std::abs(value));
  }
  void note(EquationKind kind, double size) {
    double& largest = largest_[static_cast<std::size_t>(kind)];
    largest = std::max(largest, size);
  }

  const Layout& layout_;
  double* residual_;
  Index first_multiplier_;
  std::array<double, kEquationKinds> largest_{};
};

// A rectangle of the matrix an element adds to; found by the Connector. kNoBlock: one side is the ground.
using BlockId = Index;
inline constexpr BlockId kNoBlock = -1;

enum class BlockRows : std::uint8_t {
  motion,
  state,
  constraint,
  velocity_constraint,
  acceleration_constraint
};

struct Block {
  Index first_position =
      0;  // into the table of positions: one entry per column, where its first row is stored
  FrameIndex column_frame = kGroundFrame;
  std::uint8_t rows = 0;
  std::uint8_t columns = 0;
  BlockRows row_kind = BlockRows::motion;
};

struct BlockTable {
  std::vector<Block> blocks;
  std::vector<Index> positions;
};

// How the velocity and the acceleration of a frame follow its increment (dx, dtheta), dtheta spatial:
//   dv = velocity * (dx, dtheta), da = acceleration * (dx, dtheta).
struct MotionOperators {
  Mat6 velocity = Mat6::Zero();
  Mat6 acceleration = Mat6::Zero();
};

// The integrator's part of the Newton matrix.
struct TangentCoefficients {
  double position = 1.0;  // factor of derivatives with respect to q and lambda-independent parts
  std::span<const MotionOperators> frames;  // per frame, [0] unused
  double scalar_velocity = 0.0;             // dv/dq and da/dq of second-order scalars
  double scalar_acceleration = 0.0;
  double state_rate = 0.0;        // dxdot/dx of first-order states
  double motion_row_scale = 1.0;  // row and column scaling of the index-3 system
  double multiplier_scale = 1.0;
  double velocity_row_scale = 1.0;  // of constraints on velocities and on accelerations
  double acceleration_row_scale = 1.0;
};

class TangentSink {
 public:
  TangentSink(const BlockTable& table, const TangentCoefficients& coefficients, std::span<double> values)
      : blocks_(table.blocks.data()),
        positions_(table.positions.data()),
        coefficients_(coefficients),
        values_(values.data()) {}

  // Derivative of the block's rows with respect to the position, velocity or acceleration of its column
  // frame.
  template <class Derived>
  void dq(BlockId id, const Eigen::MatrixBase<Derived>& derivative) {
    if (id == kNoBlock) return;
    add(blocks_[id], derivative, row_scale(blocks_[id]) * coefficients_.position);
  }
  template <class Derived>
  void dv(BlockId id, const Eigen::MatrixBase<Derived>& derivative) {
    if (id == kNoBlock) return;
    const Block& block = blocks_[id];
    add(block, (derivative * frame_operators(block).velocity).eval(), row_scale(block));
  }
  template <class Derived>
  void da(BlockId id, const Eigen::MatrixBase<Derived>& derivative) {
    if (id == kNoBlock) return;
    const Block& block = blocks_[id];
    add(block, (derivative * frame_operators(block).acceleration).eval(), row_scale(block));
  }

  // Derivative with respect to multipliers (columns of G^T).
  template <class Derived>
  void dlambda(BlockId id, const Eigen::MatrixBase<Derived>& derivative) {
    if (id == kNoBlock) return;
    add(blocks_[id], derivative, row_scale(blocks_[id]) * coefficients_.multiplier_scale);
  }

  // Derivatives with respect to a second-order scalar and to a first-order state (columns of width one).
  template <class Derived>
  void dscalar(BlockId id, const Eigen::MatrixBase<Derived>& by_value,
               const Eigen::MatrixBase<Derived>& by_rate, const Eigen::MatrixBase<Derived>& by_acceleration) {
    if (id == kNoBlock) return;
    add(blocks_[id],
        (coefficients_.position * by_value + coefficients_.scalar_velocity * by_rate +
         coefficients_.scalar_acceleration * by_acceleration)
            .eval(),
        row_scale(blocks_[id]));
  }
  template <class Derived>
  void dstate(BlockId id, const Eigen::MatrixBase<Derived>& by_value,
              const Eigen::MatrixBase<Derived>& by_rate) {
    if (id == kNoBlock) return;
    add(blocks_[id], (coefficients_.position * by_value + coefficients_.state_rate * by_rate).eval(),
        row_scale(blocks_[id]));
  }

 private:
  const MotionOperators& frame_operators(const Block& block) const {
    return coefficients_.frames[static_cast<std::size_t>(block.column_frame)];
  }
  double row_scale(const Block& block) const {
    switch (block.row_kind) {
      case BlockRows::motion:
        return coefficients_.motion_row_scale;
      case BlockRows::velocity_constraint:
        return coefficients_.velocity_row_scale;
      case BlockRows::acceleration_constraint:
        return coefficients_.acceleration_row_scale;
      default:
        return 1.0;
    }
  }
  // Displacement nodes take the leading rows and columns of what was computed for a full frame.
  template <class Derived>
  void add(const Block& block, const Eigen::MatrixBase<Derived>& matrix, double factor) {
    const Index* position = positions_ + block.first_position;
    for (int column = 0; column < block.columns; ++column) {
      double* value = values_ + position[column];
      for (int row = 0; row < block.rows; ++row) value[row] += factor * matrix(row, column);
    }
  }

  const Block* blocks_;
  const Index* positions_;
  const TangentCoefficients& coefficients_;
  double* values_;
};

}  // namespace pintle
