#include "pintle/formulations/topology.h"

#include <algorithm>
#include <queue>
#include <tuple>

#include "pintle/formulations/tree_edges.h"

namespace pintle {

namespace {

std::size_t to_size(Index i) { return static_cast<std::size_t>(i); }

// Equations on positions, which come first; and those on velocities that drives meet as given speeds.
Index count_met_equations(const ConstraintSet& set, Index element, const RelativeMotion& motion) {
  Index count = 0;
  while (count < set.equations_of(element) && set.equation(element, count).level == ConstraintLevel::position)
    ++count;
  if (motion.given_level == ConstraintLevel::velocity) count += static_cast<Index>(motion.given.size());
  return count;
}

}  // namespace

Topology Topology::of(const System& system, const std::vector<std::string>& cut) {
  Topology topology;
  topology.place_of_.assign(to_size(system.layout().frames()), -1);
  topology.list_joints(system);
  topology.grow_tree(system, cut);
  topology.order_bodies();
  topology.close_loops();
  return topology;
}

int Topology::floating() const {
  return static_cast<int>(
      std::count_if(bodies_.begin(), bodies_.end(), [](const Body& body) { return body.joint < 0; }));
}

// A node without axes takes no part in joints that turn: such joints stay equations.
void Topology::list_joints(const System& system) {
  const auto has_axes = [&](FrameIndex frame) {
    return frame == kGroundFrame || system.layout().is_structural(frame);
  };
  for (std::size_t s = 0; s < system.sets().size(); ++s) {
    const ConstraintSet* set = system.sets()[s]->as_constraints();
    for (Index element = 0; set && element < set->size(); ++element) {
      const auto motion = set->relative_motion(element);
      const Index met = motion ? count_met_equations(*set, element, *motion) : 0;
      const bool is_edge = met > 0 && tree_edge_of(*motion, false) && !system.is_switched(s) &&
                           motion->a.frame != motion->b.frame && has_axes(motion->a.frame) &&
                           has_axes(motion->b.frame);
      if (is_edge)
        joints_.push_back({set, element, *motion, tree_edge_of(*motion, true).has_value(), met});
      else if (set->equations_of(element) > 0)
        equations_only_.push_back({set, element, 0});
    }
  }
}

// Prim's algorithm with (leads past a massless node, freedoms, depth, place in the model) as the price of a
// joint; what cannot be reached floats, beginning with the first node of the model.
void Topology::grow_tree(const System& system, const std::vector<std::string>& cut) {
  using Price = std::tuple<bool, int, int, int>;
  std::vector<std::vector<int>> joints_at(to_size(system.layout().frames()));
  for (int j = 0; j < static_cast<int>(joints_.size()); ++j) {
    const std::string& name = joints_[to_size(j)].label().name;
    if (std::find(cut.begin(), cut.end(), name) != cut.end()) continue;
    joints_at[to_size(joints_[to_size(j)].motion.a.frame)].push_back(j);
    joints_at[to_size(joints_[to_size(j)].motion.b.frame)].push_back(j);
  }
  for (const std::string& name : cut)
    if (std::none_of(joints_.begin(), joints_.end(), [&](const Joint& j) { return j.label().name == name; }))
      unknown_.push_back(name);

  const auto has_inertia = [&](FrameIndex frame) {
    return frame == kGroundFrame || system.node_of(frame).has_inertia;
  };
  std::vector<int> depth(to_size(system.layout().frames()), -1);
  std::priority_queue<Price, std::vector<Price>, std::greater<>> offers;
  const auto reach = [&](FrameIndex frame, int at) {
    depth[to_size(frame)] = at;
    for (const int j : joints_at[to_size(frame)]) {
      const Joint& joint = joints_[to_size(j)];
      const bool has_both = has_inertia(joint.motion.a.frame) && has_inertia(joint.motion.b.frame);
      offers.emplace(has_both, joint.freedoms(), at, j);
    }
  };
  const auto spread = [&] {
    while (!offers.empty()) {
      const int j = std::get<3>(offers.top());
      offers.pop();
      const RelativeMotion& motion = joints_[to_size(j)].motion;
      const bool is_reversed = depth[to_size(motion.b.frame)] >= 0;
      const FrameIndex parent = is_reversed ? motion.b.frame : motion.a.frame;
      const FrameIndex frame = is_reversed ? motion.a.frame : motion.b.frame;
      if (depth[to_size(frame)] >= 0 || (is_reversed && !joints_[to_size(j)].goes_both_ways)) continue;
      bodies_.push_back({frame, parent, j, is_reversed, depth[to_size(parent)] + 1});
      reach(frame, depth[to_size(parent)] + 1);
    }
  };
  reach(kGroundFrame, 0);
  spread();
  for (FrameIndex frame = 1; frame < system.layout().frames(); ++frame) {
    if (depth[to_size(frame)] >= 0) continue;
    bodies_.push_back({frame, kGroundFrame, -1, false, 1});
    reach(frame, 1);
    spread();
  }
}

void Topology::order_bodies() {
  std::vector<std::vector<Body>> children(place_of_.size());
  for (const Body& body : bodies_) children[to_size(body.parent)].push_back(body);
  std::vector<Body> waiting(children[kGroundFrame].rbegin(), children[kGroundFrame].rend());
  bodies_.clear();
  while (!waiting.empty()) {
    const Body body = waiting.back();
    waiting.pop_back();
    place_of_[to_size(body.frame)] = static_cast<Index>(bodies_.size());
    bodies_.push_back(body);
    const auto& next = children[to_size(body.frame)];
    waiting.insert(waiting.end(), next.rbegin(), next.rend());
  }
  for (auto body = bodies_.rbegin(); body != bodies_.rend(); ++body)
    if (body->parent != kGroundFrame)
      bodies_[to_size(place_of(body->parent))].descendants += body->descendants + 1;
}

void Topology::close_loops() {
  std::vector<bool> is_in_tree(joints_.size(), false);
  for (const Body& body : bodies_)
    if (body.joint >= 0) is_in_tree[to_size(body.joint)] = true;
  const auto way_down = [&](FrameIndex frame) {
    std::vector<FrameIndex> way{frame};
    while (way.back() != kGroundFrame) way.push_back(bodies_[to_size(place_of(way.back()))].parent);
    return way;
  };
  for (int j = 0; j < static_cast<int>(joints_.size()); ++j) {
    if (is_in_tree[to_size(j)]) continue;
    std::vector<FrameIndex> first = way_down(joints_[to_size(j)].motion.a.frame);
    std::vector<FrameIndex> second = way_down(joints_[to_size(j)].motion.b.frame);
    FrameIndex common = kGroundFrame;
    while (!first.empty() && !second.empty() && first.back() == second.back()) {
      common = first.back();
      first.pop_back();
      second.pop_back();
    }
    first.push_back(common);
    first.insert(first.end(), second.rbegin(), second.rend());
    loops_.push_back({j, std::move(first)});
  }
}

Eigen::MatrixXi Topology::path_matrix() const {
  const Index n = static_cast<Index>(bodies_.size());
  Eigen::MatrixXi path = Eigen::MatrixXi::Zero(n, n);
  for (Index j = 0; j < n; ++j)
    for (Index i = j; i <= j + bodies_[to_size(j)].descendants; ++i) path(i, j) = 1;
  return path;
}

}  // namespace pintle
