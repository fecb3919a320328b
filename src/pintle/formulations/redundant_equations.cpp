#include "pintle/formulations/redundant_equations.h"

#include <algorithm>
#include <array>

#include "pintle/formulations/constraint_loops.h"
#include "pintle/solvers/rank_analysis.h"

namespace pintle {

namespace {

// Some rows of G, with the columns they use numbered from zero.
class PartOfRows {
 public:
  PartOfRows(const ConstraintRows& rows, Index columns) : rows_(rows), local_(place_in(columns), -1) {}

  void take(const std::vector<Index>& multipliers) {
    for (const Index column : used_) local_[place_in(column)] = -1;
    used_.clear();
    starts_.assign(1, 0);
    columns_.clear();
    values_.clear();
    for (const Index row : multipliers) {
      for (const Index column : rows_.columns_of(row)) {
        Index& local = local_[place_in(column)];
        if (local < 0) {
          local = static_cast<Index>(used_.size());
          used_.push_back(column);
        }
        columns_.push_back(local);
      }
      const auto values = rows_.values_of(row);
      values_.insert(values_.end(), values.begin(), values.end());
      starts_.push_back(static_cast<Index>(columns_.size()));
    }
  }

  // The rank with the clearest gap between what is kept and what is dropped.
  RankReport rank(double tolerance) const {
    constexpr double kClear = 1e4;
    constexpr std::array<double, 3> kFactors{1.0, 100.0, 0.01};
    RankReport best;
    double widest = -1.0;
    for (const double factor : kFactors) {
      RankReport report = analyse_rows({static_cast<Index>(starts_.size()) - 1, starts_, columns_},
                                       static_cast<Index>(used_.size()), values_, factor * tolerance);
      const double gap = report.smallest_kept / std::max(report.largest_dropped, 1e-16);
      if (gap > widest) {
        widest = gap;
        best = std::move(report);
      }
      if (widest >= kClear) break;
    }
    return best;
  }

 private:
  const ConstraintRows& rows_;
  std::vector<Index> local_, used_, starts_, columns_;
  std::vector<double> values_;
};

}  // namespace

std::vector<RedundantEquation> find_redundant_equations(const System& system, const State& state,
                                                        double tolerance, JointsToSearch search) {
  std::vector<RedundantEquation> list;
  if (system.layout().multipliers == 0) return list;
  Snapshot snapshot = system.make_snapshot();
  system.fill(state, snapshot);
  ConstraintRows rows(system);
  rows.fill(snapshot.context());
  const ConstraintLoops loops(system, snapshot.context(), rows);
  std::vector<Index> inactive;
  system.list_inactive(snapshot.context(), inactive);
  std::sort(inactive.begin(), inactive.end());
  PartOfRows part(rows, system.layout().motion_size());
  const auto examine = [&](const std::vector<Index>& multipliers) {
    part.take(multipliers);
    const RankReport rank = part.rank(tolerance);
    for (std::size_t i = 0; i < rank.dependent_rows.size(); ++i) {
      RedundantEquation equation{multipliers[place_in(rank.dependent_rows[i])], {}, multipliers.front()};
      if (std::binary_search(inactive.begin(), inactive.end(), equation.multiplier)) continue;
      for (const auto& [row, coefficient] : rank.dependencies[i])
        equation.follows_from.push_back(multipliers[place_in(row)]);
      list.push_back(std::move(equation));
    }
  };
  for (const std::vector<Index>& loop : loops.loops()) examine(loop);
  if (search == JointsToSearch::all)
    for (const std::vector<Index>& joint : loops.single()) examine(joint);
  std::sort(list.begin(), list.end(),
            [](const auto& a, const auto& b) { return a.multiplier < b.multiplier; });
  return list;
}

std::vector<Index> multipliers_of(const std::vector<RedundantEquation>& redundant) {
  std::vector<Index> list;
  for (const RedundantEquation& equation : redundant) list.push_back(equation.multiplier);
  return list;
}

}  // namespace pintle
