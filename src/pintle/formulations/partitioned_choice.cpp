// The choice of independent coordinates by the partitioned formulation: when it is made, how a State
// remembers it, what is told of it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pintle/formulations/partitioned.h"

namespace pintle {

namespace {

// Smallest pivot of Phi_q beside that at the start: equations are left out.
constexpr double kNearlySingular = 0.02;
// Violation of redundant equations, of the model's length: they are redundant no longer; they contradict
// others.
constexpr double kCameApart = 1e-8, kContradiction = 1e-6;
constexpr Index kFixedMemory = 2;
constexpr std::size_t kMostNames = 12;  // of coordinates in the summary

}  // namespace

void PartitionedStepper::start(State& state, double) {
  state.memory.setZero(kFixedMemory);
  choose_partition(state, "start");
}

// Memory: the next step of rk45, the smallest pivot at the start, how the coordinates moved when they were
// chosen, the choice.
void PartitionedStepper::write_memory(State& state) const {
  const std::vector<Index>& independent = partition_.independent();
  const Index measures = partition_.quality().size();
  state.memory.conservativeResize(kFixedMemory + measures + static_cast<Index>(independent.size()));
  for (std::size_t i = 0; i < independent.size(); ++i)
    state.memory[kFixedMemory + measures + static_cast<Index>(i)] = static_cast<double>(independent[i]);
}

void PartitionedStepper::choose_partition(State& state, std::string_view why) {
  system_.fill(state, snapshot_);
  partition_.choose(state, snapshot_.context());
  double& usual_pivot = state.memory[1];
  if (usual_pivot == 0.0) usual_pivot = partition_.smallest_pivot();
  if (!partition_.independent().empty() && partition_.smallest_pivot() < kNearlySingular * usual_pivot)
    partition_.choose(state, snapshot_.context(), kNearlySingular * usual_pivot);
  has_factors_ = partition_.factor(state, snapshot_.context()).is_ok();
  has_partition_ = true;
  accelerations_.set_redundant(partition_.redundant_multipliers());
  if (choices_++ > 0) ++reasons_[std::string(why)];
  last_choice_ = state.time;
  write_memory(state);
  if (has_factors_) partition_.assess();
  state.memory.segment(kFixedMemory, partition_.quality().size()) = partition_.quality();
}

std::vector<Index> PartitionedStepper::independent_of(const Layout& layout, const State& state) {
  std::vector<Index> independent;
  for (Index i = kFixedMemory + CoordinatePartition::measures(layout); i < state.memory.size(); ++i)
    independent.push_back(static_cast<Index>(state.memory[i]));
  return independent;
}

// The choice that the State remembers.
void PartitionedStepper::adopt_partition(const State& state) {
  system_.fill(state, snapshot_);
  partition_.set_independent(independent_of(layout_, state), state, snapshot_.context());
  has_partition_ = true;
  has_factors_ = false;
  accelerations_.set_redundant(partition_.redundant_multipliers());
  choices_ = std::max<std::int64_t>(choices_, 1);
}

// The factors are those of the State.
bool PartitionedStepper::is_partition_bad(const State& state) {
  partition_.assess();
  return partition_.has_worsened_since(state.memory.segment(kFixedMemory, partition_.quality().size()));
}

// At the start of a step. (partitioned.md 6)
void PartitionedStepper::review_partition(State& state) {
  if (!has_partition_) adopt_partition(state);
  if (!has_factors_) {
    system_.fill(state, snapshot_);
    has_factors_ = partition_.factor(state, snapshot_.context()).is_ok();
  }
  if (!has_factors_) return choose_partition(state, "singular");
  if (partition_.independent().empty()) return;
  if (partition_.redundant_multipliers().size() > redundant_.size())
    return choose_partition(state, "nearly singular");
  if (settings_.partitions_every_step) return choose_partition(state, "every step");
  if (is_partition_bad(state)) choose_partition(state, "the old ones became bad");
}

// The largest violation of equations that are left out as redundant; none of those left out for some steps.
ResidualError PartitionedStepper::redundant_violation() {
  ResidualError worst;
  const std::size_t left_out = partition_.redundant_multipliers().size();
  if (left_out == 0 || left_out > redundant_.size()) return worst;
  ConfigurationJacobian& jacobian = partition_.jacobian();
  system_.fill(trial_, snapshot_);
  jacobian.phi(trial_, snapshot_.context(), phi_);
  for (Index row = 0; row < jacobian.rows(); ++row)
    if (std::abs(phi_[row]) > worst.worst) worst = {std::abs(phi_[row]), jacobian.equation_of(row)};
  return worst;
}

// After a step. Redundant equations are not solved: they hold where others do. Those that were redundant in a
// singular position only are taken in again; those that contradict others end the run.
bool PartitionedStepper::settle_redundant(State& state, double h, double end_time) {
  const double unit = std::max({1.0, system_.length_scale(), 1e8 * settings_.tolerance});
  if (redundant_violation().worst <= kCameApart * unit) return true;
  choose_partition(state, "redundant equations came apart");
  if (!try_step(state, h, end_time)) return false;
  const ResidualError open = redundant_violation();
  if (open.worst <= kContradiction * unit) return true;
  newton_.error = open;
  return fail(NewtonStatus::too_many_iterations, open.culprit);
}

std::vector<std::string> PartitionedStepper::independent_names() const {
  std::vector<std::string> names;
  for (const Index coordinate : partition_.independent())
    names.push_back(coordinate_name(system_, coordinate));
  return names;
}

std::vector<std::pair<std::string, std::string>> PartitionedStepper::summary() const {
  std::vector<std::string> names = independent_names();
  std::vector<std::pair<std::string, std::string>> lines;
  const std::size_t count = names.size();
  if (count > kMostNames) {
    names.resize(kMostNames);
    names.push_back(fmt::format("and {} more", count - kMostNames));
  }
  lines.emplace_back("independent", count ? fmt::format("{}: {}", count, fmt::join(names, ", "))
                                          : "none: all motion is prescribed");
  if (choices_ > 1) {
    std::vector<std::string> reasons;
    for (const auto& [reason, times] : reasons_)
      reasons.push_back(fmt::format("{} times: {}", times, reason));
    lines.emplace_back("chosen anew",
                       fmt::format("{}; last at t = {:.6g} s", fmt::join(reasons, ", "), last_choice_));
  }
  if (fixes_ > 0)
    lines.emplace_back("fixed", fmt::format("{} steps were replaced by symplectic Euler", fixes_));
  return lines;
}

}  // namespace pintle
