// The constraints on positions as equations in the coordinates of the configuration: the kernel's phi and the
// normalisation p^T p - 1 = 0 of the Euler parameters of every structural node; see partitioned.md.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pintle/solvers/compressed_columns.h"
#include "pintle/system/system.h"

namespace pintle {

// The node that a coordinate of the configuration belongs to; the ground for scalars.
FrameIndex frame_of_coordinate(const Layout& layout, Index coordinate);
// "crank.x", "crank.e3": a coordinate of the configuration as reports name it.
std::string coordinate_name(const System& system, Index coordinate);

class ConfigurationJacobian {
 public:
  explicit ConfigurationJacobian(const System& system);

  Index rows() const { return static_cast<Index>(multipliers_.size()) + layout_.structural; }
  Index columns() const { return layout_.configuration_size(); }
  // The equation of the system that a row is, or the moment balance of the node whose parameters it
  // normalises.
  Index equation_of(Index row) const;

  // phi and the normalisations; their rates, given those of the coordinates that `state.v` was made from.
  void phi(const State& state, const Context& context, VecX& out);
  void phi_dot(const State& state, const Context& context, const VecX& rates, VecX& out);

  // Phi_q by rows.
  void evaluate(const State& state, const Context& context);
  CompressedColumns view() const { return {rows(), row_start_, column_}; }
  std::span<const double> values() const { return values_; }

 private:
  // Entries of a row that belong to one frame or scalar: where the kernel stores G^T of it, and where they
  // go.
  struct Segment {
    Index source = 0;       // first position in the values of the system's pattern
    Index target = 0;       // first position in values_
    Index coordinate = 0;   // first coordinate
    bool has_axes = false;  // six numbers become seven
    Index width = 0;        // of the source
  };
  void add_row(Index multiplier);

  const System& system_;
  const Layout& layout_;
  std::vector<Index> multipliers_;
  std::vector<Segment> segments_;
  std::vector<Index> row_start_{0}, column_;
  std::vector<double> values_, kernel_values_;
  VecX kernel_phi_;
};

}  // namespace pintle
