#include "pintle/analysis/kinematic.h"

#include <fmt/format.h>

#include <algorithm>

#include "pintle/analysis/dynamic.h"
#include "pintle/formulations/coordinate_partition.h"
#include "pintle/system/euler_parameters.h"
#include "pintle/system/registry.h"

namespace pintle {

namespace {

constexpr std::size_t kMostListed = 6;

std::string listed(const System& system, const std::vector<FrameIndex>& nodes) {
  std::vector<std::string> items;
  for (const FrameIndex node : nodes) items.push_back("'" + system.node_of(node).label.name + "'");
  const std::size_t shown = std::min(items.size(), kMostListed);
  std::string text =
      fmt::format("{}", fmt::join(items.begin(), items.begin() + static_cast<long>(shown), ", "));
  if (items.size() > shown) text += fmt::format(" and {} more", items.size() - shown);
  return text;
}

// Velocities that the constraints allow when one independent coordinate moves at unit rate.
VecX free_motion(const System& system, const State& state, CoordinatePartition& partition, Snapshot& snapshot,
                 Index coordinate) {
  const Layout& layout = system.layout();
  VecX rates = VecX::Zero(layout.configuration_size()), still = VecX::Zero(layout.motion_size());
  const auto constraint_rates = [&](const VecX& moving) {
    State moved = state;
    motion_of_rates(layout, state.q, moving, moved.v);
    system.fill(moved, snapshot);
    VecX out = VecX::Zero(std::max(partition.jacobian().rows(), partition.jacobian().columns()));
    partition.jacobian().phi_dot(moved, snapshot.context(), moving, out);
    return out;
  };
  const VecX at_rest = constraint_rates(rates);
  rates[coordinate] = 1.0;
  VecX right = at_rest - constraint_rates(rates);
  partition.solve(right);
  for (std::size_t i = 0; i < partition.dependent().size(); ++i)
    rates[partition.dependent()[i]] = right[static_cast<Index>(i)];
  motion_of_rates(layout, state.q, rates, still);
  return still;
}

std::vector<FrameIndex> moving_nodes(const System& system, const VecX& motion) {
  constexpr double kMoves = 1e-6;  // of the fastest
  const Layout& layout = system.layout();
  const double fastest = motion.lpNorm<Eigen::Infinity>();
  std::vector<FrameIndex> nodes;
  for (FrameIndex frame = 1; frame < layout.frames(); ++frame)
    if (motion.segment(layout.motion_of(frame), layout.motion_width(frame)).lpNorm<Eigen::Infinity>() >
        kMoves * fastest)
      nodes.push_back(frame);
  return nodes;
}

}  // namespace

bool check_driven(const System& system, const State& state, Diagnostics& diagnostics) {
  Snapshot snapshot = system.make_snapshot();
  system.fill(state, snapshot);
  CoordinatePartition partition(system, LinearSolverKind::automatic);
  partition.choose(state, snapshot.context());
  const std::vector<Index>& free = partition.independent();
  if (free.empty()) return true;
  partition.factor(state, snapshot.context());
  SourcePlace first;
  for (std::size_t i = 0; i < std::min(free.size(), kMostListed); ++i) {
    const VecX motion = free_motion(system, state, partition, snapshot, free[i]);
    const std::vector<FrameIndex> nodes = moving_nodes(system, motion);
    const SourcePlace place = nodes.empty() ? SourcePlace{} : system.node_of(nodes.front()).label.place;
    if (i == 0) first = place;
    diagnostics.error(place, fmt::format("nothing drives {}: with it move {}",
                                         coordinate_name(system, free[i]), listed(system, nodes)));
  }
  const Layout& layout = system.layout();
  diagnostics.error(
      first,
      fmt::format("{} of {} motions are left open by {} independent constraint equations", free.size(),
                  layout.motion_size(), layout.motion_size() - static_cast<Index>(free.size())),
      "add joints or drives (revolute_driver, drive_hinge, kinematic), or make the analysis dynamic");
  return false;
}

void register_kinematic_analysis(Registry& registry) {
  CardSchema schema("analysis", "kinematic");
  schema.summary(
      "Positions, velocities, accelerations and reactions of a motion that joints and drives prescribe, at "
      "the times of a grid.");
  registry.add(std::move(with_assembly_fields(with_time_fields(schema))));
}

}  // namespace pintle
