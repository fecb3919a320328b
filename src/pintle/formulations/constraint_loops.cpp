#include "pintle/formulations/constraint_loops.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace pintle {

namespace {

struct JointEquations {
  Index first = 0, count = 0;
};

struct GraphEdge {
  Index from = 0, to = 0, joint = 0;
};

std::vector<JointEquations> list_joint_equations(const System& system) {
  std::vector<JointEquations> joints;
  for (Index m = 0; m < system.layout().multipliers;) {
    const System::Owner owner = system.owner_of(m);
    joints.push_back({m, owner.set->equations_of(owner.element)});
    m += std::max<Index>(1, joints.back().count);
  }
  return joints;
}

std::vector<Index> vertices_of(const JointEquations& joint, const System& system,
                               const ConstraintRows& rows) {
  std::vector<Index> vertices;
  for (Index row = joint.first; row < joint.first + joint.count; ++row)
    for (const Index equation : rows.columns_of(row))
      vertices.push_back(vertex_of(system.layout(), equation));
  std::sort(vertices.begin(), vertices.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  return vertices;
}

// Whether a motion of its nodes as one rigid body leaves its equations as they are: with the row's forces f
// and moments m, sum f = 0 and sum (x × f + m) = 0.
bool acts_between_nodes(const JointEquations& joint, const System& system, const Context& context,
                        const ConstraintRows& rows) {
  constexpr double kNone =
      1e-3;  // far above what joints may be open by, far below a force that is not answered
  const Layout& layout = system.layout();
  for (Index row = joint.first; row < joint.first + joint.count; ++row) {
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    double size = 0.0;
    std::optional<Vec3> origin;
    const auto columns = rows.columns_of(row);
    const auto values = rows.values_of(row);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const Index frame = vertex_of(layout, columns[k]);
      if (frame >= layout.frames()) continue;
      const Vec3& place = context.frames[place_in(frame)].x;
      if (!origin) origin = place;
      const Index part = columns[k] - layout.motion_of(frame);
      if (part >= 3) {
        moment[part - 3] += rows.length() * values[k];
        size += std::abs(values[k]);
        continue;
      }
      const Vec3 unit = values[k] * Vec3::Unit(part), arm = place - *origin;
      force += unit;
      moment += arm.cross(unit);
      size += std::abs(values[k]) * (1.0 + arm.norm() / rows.length());
    }
    if (force.norm() > kNone * size || moment.norm() > kNone * size * rows.length()) return false;
  }
  return true;
}

// The blocks of a graph by Tarjan's depth-first search, without recursion: `block` of each edge.
class GraphBlocks {
 public:
  GraphBlocks(Index vertices, const std::vector<GraphEdge>& edges)
      : edges_(edges), first_(place_in(vertices) + 1, 0), found_(place_in(vertices), 0), low_(found_) {
    block_of_edge.assign(edges.size(), -1);
    for (const GraphEdge& edge : edges)
      for (const Index v : {edge.from, edge.to}) ++first_[place_in(v) + 1];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    incident_.resize(2 * edges.size());
    std::vector<Index> next(first_.begin(), first_.end() - 1);
    for (std::size_t e = 0; e < edges.size(); ++e)
      for (const Index v : {edges[e].from, edges[e].to}) incident_[place_in(next[place_in(v)]++)] = e;
    for (Index v = 0; v < vertices; ++v)
      if (found_[place_in(v)] == 0) search(v);
  }

  std::vector<Index> block_of_edge;
  Index count = 0;

 private:
  struct Visit {
    Index vertex, next;
    std::size_t by_edge;
  };

  void search(Index root) {
    constexpr std::size_t kNoEdge = static_cast<std::size_t>(-1);
    visits_.push_back({root, first_[place_in(root)], kNoEdge});
    found_[place_in(root)] = low_[place_in(root)] = ++time_;
    while (!visits_.empty()) {
      Visit& visit = visits_.back();
      if (visit.next < first_[place_in(visit.vertex) + 1])
        follow(visit, incident_[place_in(visit.next++)]);
      else
        leave();
    }
  }

  void follow(const Visit& visit, std::size_t e) {
    if (e == visit.by_edge) return;
    const Index from = visit.vertex, to = edges_[e].from == from ? edges_[e].to : edges_[e].from;
    if (found_[place_in(to)] == 0) {
      path_.push_back(e);
      found_[place_in(to)] = low_[place_in(to)] = ++time_;
      visits_.push_back({to, first_[place_in(to)], e});
    } else if (found_[place_in(to)] < found_[place_in(from)]) {
      path_.push_back(e);
      low_[place_in(from)] = std::min(low_[place_in(from)], found_[place_in(to)]);
    }
  }

  void leave() {
    const Visit left = visits_.back();
    visits_.pop_back();
    if (visits_.empty()) return;
    const Index parent = visits_.back().vertex;
    low_[place_in(parent)] = std::min(low_[place_in(parent)], low_[place_in(left.vertex)]);
    if (low_[place_in(left.vertex)] < found_[place_in(parent)]) return;
    for (std::size_t e = path_.back();; e = path_.back()) {
      path_.pop_back();
      block_of_edge[e] = count;
      if (e == left.by_edge) break;
    }
    ++count;
  }

  const std::vector<GraphEdge>& edges_;
  std::vector<Index> first_, found_, low_;
  std::vector<std::size_t> incident_, path_;
  std::vector<Visit> visits_;
  Index time_ = 0;
};

}  // namespace

ConstraintLoops::ConstraintLoops(const System& system, const Context& context, const ConstraintRows& rows) {
  const std::vector<JointEquations> joints = list_joint_equations(system);
  std::vector<GraphEdge> edges;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    std::vector<Index> vertices = vertices_of(joints[j], system, rows);
    if (vertices.empty()) continue;
    const bool is_alone = vertices.size() > 1 && acts_between_nodes(joints[j], system, context, rows);
    if (!is_alone) vertices.insert(vertices.begin(), kGroundFrame);
    for (std::size_t k = 1; k < vertices.size(); ++k)
      edges.push_back({vertices[k - 1], vertices[k], static_cast<Index>(j)});
  }
  const GraphBlocks blocks(system.layout().frames() + system.layout().scalars, edges);

  // A joint of several edges holds its blocks together.
  std::vector<Index> group(place_in(blocks.count));
  std::iota(group.begin(), group.end(), Index{0});
  const auto find = [&group](Index b) {
    while (group[place_in(b)] != b) b = group[place_in(b)] = group[place_in(group[place_in(b)])];
    return b;
  };
  for (std::size_t e = 1; e < edges.size(); ++e)
    if (edges[e].joint == edges[e - 1].joint)
      group[place_in(find(blocks.block_of_edge[e]))] = find(blocks.block_of_edge[e - 1]);

  std::vector<std::vector<Index>> joints_of(place_in(blocks.count));
  for (std::size_t e = 0; e < edges.size(); ++e) {
    std::vector<Index>& list = joints_of[place_in(find(blocks.block_of_edge[e]))];
    if (list.empty() || list.back() != edges[e].joint) list.push_back(edges[e].joint);
  }
  for (const std::vector<Index>& list : joints_of) {
    std::vector<Index> multipliers;
    for (const Index joint : list)
      for (Index m = 0; m < joints[place_in(joint)].count; ++m)
        multipliers.push_back(joints[place_in(joint)].first + m);
    if (!list.empty()) (list.size() > 1 ? loops_ : single_).push_back(std::move(multipliers));
  }
  const auto by_first = [](const auto& a, const auto& b) { return a.front() < b.front(); };
  std::sort(loops_.begin(), loops_.end(), by_first);
  std::sort(single_.begin(), single_.end(), by_first);
}

}  // namespace pintle
