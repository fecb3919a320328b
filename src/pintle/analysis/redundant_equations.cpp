#include "pintle/analysis/redundant_equations.h"

#include <algorithm>

#include "pintle/solvers/rank_analysis.h"

namespace pintle {

namespace {

// G^T in compressed columns: the multiplier columns of the system's pattern, motion rows only.
struct ConstraintRows {
  std::vector<Index> starts{0}, places;
  std::vector<double> values;
};

ConstraintRows constraint_rows(const System& system, const Context& context) {
  const Layout& layout = system.layout();
  std::vector<double> values(static_cast<std::size_t>(system.pattern().nonzeros()), 0.0);
  const TangentCoefficients plain;
  TangentSink sink(system.blocks(), plain, values);
  system.constraint_jacobian(context, sink);
  ConstraintRows rows;
  const auto& col_start = system.pattern().col_start();
  const auto& row_index = system.pattern().row_index();
  for (Index column = layout.first_multiplier(); column < layout.equations(); ++column) {
    for (auto k = static_cast<std::size_t>(col_start[static_cast<std::size_t>(column)]);
         k < static_cast<std::size_t>(col_start[static_cast<std::size_t>(column) + 1]); ++k) {
      if (row_index[k] >= layout.motion_size()) continue;
      rows.places.push_back(row_index[k]);
      rows.values.push_back(values[k]);
    }
    rows.starts.push_back(static_cast<Index>(rows.places.size()));
  }
  return rows;
}

}  // namespace

std::vector<RedundantEquation> find_redundant_equations(const System& system, const State& state,
                                                        double tolerance) {
  const Layout& layout = system.layout();
  std::vector<RedundantEquation> list;
  if (layout.multipliers == 0) return list;
  Snapshot snapshot = system.make_snapshot();
  system.fill(state, snapshot);
  const ConstraintRows rows = constraint_rows(system, snapshot.context());
  const RankReport rank = analyse_rows({layout.multipliers, rows.starts, rows.places}, layout.motion_size(),
                                       rows.values, tolerance);
  std::vector<Index> inactive;
  system.list_inactive(snapshot.context(), inactive);
  for (std::size_t i = 0; i < rank.dependent_rows.size(); ++i) {
    if (std::find(inactive.begin(), inactive.end(), rank.dependent_rows[i]) != inactive.end()) continue;
    RedundantEquation equation{rank.dependent_rows[i], {}};
    for (const auto& [row, coefficient] : rank.dependencies[i]) equation.follows_from.push_back(row);
    list.push_back(std::move(equation));
  }
  return list;
}

std::vector<Index> multipliers_of(const std::vector<RedundantEquation>& redundant) {
  std::vector<Index> list;
  for (const RedundantEquation& equation : redundant) list.push_back(equation.multiplier);
  return list;
}

}  // namespace pintle
