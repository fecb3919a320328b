#include "pintle/formulations/constraint_rows.h"

#include <algorithm>
#include <cmath>

namespace pintle {

Index vertex_of(const Layout& layout, Index equation) {
  const Index turning = 6 * layout.structural;
  if (equation < turning) return 1 + equation / 6;
  if (equation < layout.first_scalar()) return 1 + layout.structural + (equation - turning) / 3;
  return layout.frames() + equation - layout.first_scalar();
}

ConstraintRows::ConstraintRows(const System& system)
    : system_(system), length_(system.length_scale()), kernel_values_(place_in(system.pattern().nonzeros())) {
  const Layout& layout = system.layout();
  const CompressedColumns pattern = view_of(system.pattern());
  for (Index column = layout.first_multiplier(); column < layout.equations(); ++column) {
    for (Index k = pattern.column_start[place_in(column)]; k < pattern.column_start[place_in(column) + 1];
         ++k) {
      const Index equation = pattern.row_index[place_in(k)];
      if (equation >= layout.motion_size()) continue;
      columns_.push_back(equation);
      positions_.push_back(k);
      turns_.push_back(layout.kind_of(equation) == EquationKind::rotation);
    }
    starts_.push_back(static_cast<Index>(columns_.size()));
  }
  values_.resize(columns_.size());
}

void ConstraintRows::fill(const Context& context) {
  std::fill(kernel_values_.begin(), kernel_values_.end(), 0.0);
  const TangentCoefficients plain;
  TangentSink sink(system_.blocks(), plain, kernel_values_);
  system_.constraint_jacobian(context, sink);
  take(kernel_values_);
}

void ConstraintRows::take(std::span<const double> kernel_values) {
  for (std::size_t k = 0; k < values_.size(); ++k)
    values_[k] = kernel_values[place_in(positions_[k])] / (turns_[k] ? length_ : 1.0);
}

double ConstraintRows::force_of(Index row) const {
  const auto columns = columns_of(row);
  const auto values = values_of(row);
  const auto turns = turns_.begin() + starts_[place_in(row)];
  double way = 0.0, turn = 0.0, square = 0.0;
  Index vertex = -1;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const Index here = 2 * vertex_of(system_.layout(), columns[k]) + turns[static_cast<std::ptrdiff_t>(k)];
    square = (here == vertex ? square : 0.0) + values[k] * values[k];
    vertex = here;
    double& largest = here % 2 ? turn : way;
    largest = std::max(largest, square);
  }
  constexpr double kNoForce = 1e-12;  // of the moment's square: the row acts on turns alone
  const double force = std::sqrt(way > kNoForce * turn ? way : turn);
  return force > 0.0 ? force : 1.0;
}

}  // namespace pintle
