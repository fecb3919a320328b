#include "pintle/formulations/configuration_jacobian.h"

#include <algorithm>

#include "pintle/math/span_of.h"
#include "pintle/system/euler_parameters.h"

namespace pintle {

FrameIndex frame_of_coordinate(const Layout& layout, Index coordinate) {
  const Index displacements = 7 * layout.structural;
  if (coordinate >= layout.first_scalar_configuration()) return kGroundFrame;
  return coordinate < displacements ? 1 + coordinate / 7
                                    : 1 + layout.structural + (coordinate - displacements) / 3;
}

std::string coordinate_name(const System& system, Index coordinate) {
  static constexpr std::array<std::string_view, 7> kParts{"x", "y", "z", "e0", "e1", "e2", "e3"};
  const Layout& layout = system.layout();
  const FrameIndex frame = frame_of_coordinate(layout, coordinate);
  if (frame == kGroundFrame)
    return system.node_of_scalar(coordinate - layout.first_scalar_configuration()).label.name;
  const Index part = coordinate - layout.configuration_of(frame);
  return system.node_of(frame).label.name + "." + std::string(kParts[static_cast<std::size_t>(part)]);
}

ConfigurationJacobian::ConfigurationJacobian(const System& system)
    : system_(system),
      layout_(system.layout()),
      multipliers_(system.multipliers_of(ConstraintLevel::position)),
      kernel_values_(static_cast<std::size_t>(system.pattern().nonzeros())),
      kernel_phi_(VecX::Zero(layout_.multipliers)) {
  for (const Index multiplier : multipliers_) add_row(multiplier);
  for (Index node = 0; node < layout_.structural; ++node) {
    for (Index i = 0; i < 4; ++i) column_.push_back(7 * node + 3 + i);
    row_start_.push_back(static_cast<Index>(column_.size()));
  }
  values_.resize(column_.size());
}

// The column of a multiplier holds G^T: runs of rows, one run per frame that the constraint acts on.
void ConfigurationJacobian::add_row(Index multiplier) {
  const SparsePattern& pattern = system_.pattern();
  const auto column =
      static_cast<std::size_t>(layout_.first_multiplier()) + static_cast<std::size_t>(multiplier);
  const Index end = pattern.col_start()[column + 1];
  for (Index k = pattern.col_start()[column]; k < end;) {
    const Index row = pattern.row_index()[static_cast<std::size_t>(k)];
    if (row >= layout_.motion_size()) break;
    Segment segment{k, static_cast<Index>(column_.size()), 0, row < 6 * layout_.structural, 1};
    Index count = 1;
    if (segment.has_axes) {
      segment.coordinate = 7 * (row / 6);
      segment.width = 6;
      count = 7;
    } else if (row < layout_.first_scalar()) {
      segment.coordinate = row + layout_.structural;
      segment.width = count = 3;
    } else {
      segment.coordinate = row + layout_.structural;
    }
    for (Index i = 0; i < count; ++i) column_.push_back(segment.coordinate + i);
    segments_.push_back(segment);
    k += segment.width;
  }
  row_start_.push_back(static_cast<Index>(column_.size()));
}

Index ConfigurationJacobian::equation_of(Index row) const {
  const auto constraints = static_cast<Index>(multipliers_.size());
  if (row < constraints) return layout_.first_multiplier() + multipliers_[static_cast<std::size_t>(row)];
  return 6 * (row - constraints) + 3;
}

void ConfigurationJacobian::phi(const State& state, const Context& context, VecX& out) {
  system_.phi(context, span_of(kernel_phi_));
  Index row = 0;
  for (const Index multiplier : multipliers_) out[row++] = kernel_phi_[multiplier];
  for (Index node = 0; node < layout_.structural; ++node)
    out[row++] = state.q.segment<4>(7 * node + 3).squaredNorm() - 1.0;
}

void ConfigurationJacobian::phi_dot(const State& state, const Context& context, const VecX& rates,
                                    VecX& out) {
  system_.phi_dot(context, span_of(kernel_phi_));
  Index row = 0;
  for (const Index multiplier : multipliers_) out[row++] = kernel_phi_[multiplier];
  for (Index node = 0; node < layout_.structural; ++node)
    out[row++] = 2.0 * state.q.segment<4>(7 * node + 3).dot(rates.segment<4>(7 * node + 3));
}

// Phi_p = Phi_theta 2 E                                                                    (partitioned.md 3)
void ConfigurationJacobian::evaluate(const State& state, const Context& context) {
  std::fill(kernel_values_.begin(), kernel_values_.end(), 0.0);
  const TangentCoefficients plain;
  TangentSink sink(system_.blocks(), plain, kernel_values_);
  system_.constraint_jacobian(context, sink);
  for (const Segment& segment : segments_) {
    const double* source = kernel_values_.data() + segment.source;
    double* target = values_.data() + segment.target;
    if (!segment.has_axes) {
      std::copy_n(source, segment.width, target);
      continue;
    }
    std::copy_n(source, 3, target);
    Eigen::Map<Vec4>(target + 3) = turn_by_parameters(state.q.data() + segment.coordinate + 3).transpose() *
                                   Eigen::Map<const Vec3>(source + 3);
  }
  double* normalisation = values_.data() + row_start_[multipliers_.size()];
  for (Index node = 0; node < layout_.structural; ++node, normalisation += 4)
    Vec4::Map(normalisation) = 2.0 * state.q.segment<4>(7 * node + 3);
}

}  // namespace pintle
