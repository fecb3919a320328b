#include "pintle/analysis/kinematic.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "pintle/analysis/assembly_messages.h"
#include "pintle/analysis/dynamic.h"
#include "pintle/formulations/coordinate_partition.h"
#include "pintle/system/euler_parameters.h"
#include "pintle/system/registry.h"

namespace pintle {

namespace {

constexpr std::size_t kMostListed = 6;
constexpr double kMoves = 1e-6;  // of the fastest

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
  const Layout& layout = system.layout();
  const double fastest = motion.lpNorm<Eigen::Infinity>();
  std::vector<FrameIndex> nodes;
  for (FrameIndex frame = 1; frame < layout.frames(); ++frame)
    if (motion.segment(layout.motion_of(frame), layout.motion_width(frame)).lpNorm<Eigen::Infinity>() >
        kMoves * fastest)
      nodes.push_back(frame);
  return nodes;
}

// By joint, the nodes that its equations hold.
std::map<Index, std::set<FrameIndex>> nodes_of_joints(const System& system,
                                                      const ConfigurationJacobian& jacobian) {
  const Layout& layout = system.layout();
  const CompressedColumns view = jacobian.view();
  std::map<Index, std::set<FrameIndex>> nodes;
  for (Index row = 0; row < view.size; ++row) {
    const Index multiplier = jacobian.equation_of(row) - layout.first_multiplier();
    if (multiplier < 0) continue;  // the normalisation of a node
    for (Index k = view.column_start[row]; k < view.column_start[row + 1]; ++k)
      if (const FrameIndex frame = frame_of_coordinate(layout, view.row_index[k]); frame != kGroundFrame)
        nodes[joint_of(system, multiplier)].insert(frame);
  }
  return nodes;
}

// Velocity at the ground's origin and angular velocity: bodies that move as one have the same.
Vec6 twist_of(const Layout& layout, const State& state, const VecX& motion, FrameIndex frame) {
  const Index first = layout.motion_of(frame);
  Vec6 twist = Vec6::Zero();
  twist.head<3>() = motion.segment<3>(first);
  if (!layout.is_structural(frame)) return twist;
  twist.tail<3>() = motion.segment<3>(first + 3);
  twist.head<3>() -= twist.tail<3>().cross(state.q.segment<3>(layout.configuration_of(frame)));
  return twist;
}

// Joints whose nodes, or node and ground, do not move as one.
std::set<Index> joints_that_move(const System& system, const State& state, const VecX& motion,
                                 const ConfigurationJacobian& jacobian) {
  const double least = kMoves * motion.lpNorm<Eigen::Infinity>();
  std::set<Index> joints;
  for (const auto& [joint, nodes] : nodes_of_joints(system, jacobian)) {
    const Vec6 first =
        nodes.size() > 1 ? twist_of(system.layout(), state, motion, *nodes.begin()) : Vec6(Vec6::Zero());
    for (const FrameIndex node : nodes)
      if ((twist_of(system.layout(), state, motion, node) - first).lpNorm<Eigen::Infinity>() > least)
        joints.insert(joint);
  }
  return joints;
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
    const bool is_one = nodes.size() == 1;
    const std::set<Index> joints = joints_that_move(system, state, motion, partition.jacobian());
    const std::string by = joints.empty() ? fmt::format("no joint holds {}", is_one ? "it" : "them")
                                          : fmt::format("{} {} it", list_joints(system, joints, place),
                                                        joints.size() == 1 ? "allows" : "allow");
    diagnostics.error(place,
                      fmt::format("nothing drives {}: with it {} {}; {}", coordinate_name(system, free[i]),
                                  is_one ? "moves" : "move", listed(system, nodes), by));
  }
  const Layout& layout = system.layout();
  diagnostics.error(
      first,
      fmt::format("{} of {} motions {} left open by {} independent constraint equations", free.size(),
                  layout.motion_size(), free.size() == 1 ? "is" : "are",
                  layout.motion_size() - static_cast<Index>(free.size())),
      "add joints or drives (revolute_driver, drive_hinge, kinematic), or make the analysis dynamic");
  return false;
}

void register_kinematic_analysis(Registry& registry) {
  CardSchema schema("analysis", "kinematic");
  schema.summary(
      "Positions, velocities, accelerations and reactions of a motion that joints and drives prescribe, at "
      "the times of a grid.");
  registry.add(std::move(with_assembly_fields(with_run_fields(with_time_fields(schema)))));
}

}  // namespace pintle
