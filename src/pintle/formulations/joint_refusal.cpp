// What the joint formulation does not take, and what it tells of a model.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "pintle/base/suggest.h"
#include "pintle/base/wording.h"
#include "pintle/formulations/joint.h"

namespace pintle {

namespace {

const ElementLabel& label_of(const System& system, FrameIndex frame) { return system.node_of(frame).label; }

const Topology::Joint& joint_of(const Topology& topology, int joint) {
  return topology.joints()[static_cast<std::size_t>(joint)];
}

// "joint 'A' (revolute hinge)"
std::string title_of(const ConstraintSet& set, Index element) {
  return fmt::format("{} '{}' ({})", set.kind(), set.label(element).name, set.type());
}

Refusal unknown_cut(const Topology& topology, const std::string& name, const SourcePlace& place) {
  for (const System::Owner& owner : topology.equations_only())
    if (owner.set->label(owner.element).name == name)
      return {fmt::format("{} cannot be cut: it carries no body, and is met by its equations anyway",
                          title_of(*owner.set, owner.element)),
              place, "leave it out of 'cut'"};
  std::vector<std::string> names;
  for (const Topology::Joint& joint : topology.joints()) names.push_back(joint.label().name);
  std::string advice = did_you_mean(name, names);
  if (advice.empty())
    advice = worded("`pintle check --topology` shows the joints that can be cut",
                    "model.joints has the joints that can be cut");
  return {fmt::format("it has no joint '{}' to cut", name), place, advice};
}

// Bodies of the tree that hang on the body at a place, itself included.
std::set<FrameIndex> part_of(const Topology& topology, Index place) {
  std::set<FrameIndex> part;
  const Index last = place + topology.bodies()[static_cast<std::size_t>(place)].descendants;
  for (Index i = place; i <= last; ++i) part.insert(topology.bodies()[static_cast<std::size_t>(i)].frame);
  return part;
}

// A body that hangs by a joint, but by none that is left.
Refusal cut_loose(const System& system, const Topology& topology, const JointSettings& settings) {
  const Topology usual = Topology::of(system);
  if (topology.floating() <= usual.floating()) return {};
  for (const Topology::Body& body : topology.bodies()) {
    const Index place = topology.place_of(body.frame);
    if (body.joint >= 0 || usual.bodies()[static_cast<std::size_t>(usual.place_of(body.frame))].joint < 0)
      continue;
    const std::set<FrameIndex> part = part_of(topology, place);
    std::vector<std::string> names;
    for (const Topology::Loop& loop : topology.loops()) {
      const RelativeMotion& motion = joint_of(topology, loop.joint).motion;
      const std::string& name = joint_of(topology, loop.joint).label().name;
      const bool is_cut = std::find(settings.cut.begin(), settings.cut.end(), name) != settings.cut.end();
      if (is_cut && part.contains(motion.a.frame) != part.contains(motion.b.frame)) names.push_back(name);
    }
    return {fmt::format("with {} cut, nothing holds node '{}' to the tree", quoted_list(names),
                        label_of(system, body.frame).name),
            settings.cut_place,
            names.size() == 1 ? "leave it out of 'cut'" : "leave one of them out of 'cut'"};
  }
  return {};
}

// By frame: whether an equation of what carries no body acts on it.
std::vector<bool> held_by_equations(const System& system, const Topology& topology) {
  const Layout& layout = system.layout();
  const SparsePattern& pattern = system.pattern();
  std::set<Index> rows;
  for (const System::Owner& owner : topology.equations_only())
    for (Index i = 0; i < owner.set->equations_of(owner.element); ++i) {
      const Index equation = layout.first_multiplier() + owner.set->first_multiplier(owner.element) + i;
      const auto column = static_cast<std::size_t>(equation);
      for (Index k = pattern.col_start()[column]; k < pattern.col_start()[column + 1]; ++k)
        rows.insert(pattern.row_index()[static_cast<std::size_t>(k)]);
    }
  std::vector<bool> is_held(static_cast<std::size_t>(layout.frames()), false);
  for (FrameIndex frame = 1; frame < layout.frames(); ++frame)
    is_held[static_cast<std::size_t>(frame)] =
        rows.contains(layout.motion_of(frame)) ||
        rows.contains(layout.motion_of(frame) + layout.motion_width(frame) - 1);
  return is_held;
}

// Reduction solves equations on positions only.
Refusal not_reducible(const System& system, const JointDynamics& dynamics) {
  for (const Index m : dynamics.equations())
    if (system.level_of(m) != ConstraintLevel::position) {
      const System::Owner owner = system.owner_of(m);
      return {fmt::format("loops: reduction solves equations on positions, and {} holds velocities or "
                          "accelerations",
                          title_of(*owner.set, owner.element)),
              {},
              "take loops: multipliers"};
    }
  return {};
}

// A motion without inertia, by the row of the body that has it.
Refusal without_inertia(const System& system, const Topology& topology, Index row) {
  constexpr const char* kAdvice =
      "attach a body to the node, or hold it by a joint that leaves no such motion";
  for (const Topology::Body& body : topology.bodies()) {
    if (system.layout().motion_of(body.frame) != row) continue;
    const ElementLabel& label = label_of(system, body.frame);
    if (body.joint < 0)
      return {fmt::format("node '{}' floats, and has no inertia for some of its motions", label.name),
              label.place, kAdvice};
    const Topology::Joint& joint = joint_of(topology, body.joint);
    return {
        fmt::format("node '{}' hangs by {} and has no inertia, nor has what hangs on it, for a motion that "
                    "the joint leaves",
                    label.name, title_of(*joint.set, joint.element)),
        label.place, kAdvice};
  }
  return {"its accelerations are not determined"};
}

}  // namespace

Refusal why_not_joint(const System& system, const State& state, const JointSettings& settings) {
  const Topology topology = Topology::of(system, settings.cut);
  if (!topology.unknown().empty())
    return unknown_cut(topology, topology.unknown().front(), settings.cut_place);
  if (Refusal refusal = cut_loose(system, topology, settings)) return refusal;
  JointDynamics dynamics(system, topology);
  if (settings.loops == LoopClosure::reduction)
    if (Refusal refusal = not_reducible(system, dynamics)) return refusal;
  State placed = state;
  VecX q = VecX::Zero(dynamics.positions()), s = VecX::Zero(dynamics.speeds());
  q.head(dynamics.tree().coordinates()) = zero_coordinates(dynamics.tree());
  dynamics.measure(state, q, s);
  dynamics.driven().put(state.time, q, s);
  dynamics.take_inertia(state);
  dynamics.place(q, s, placed);
  VecX rates = s;
  const FactorReport report = dynamics.accelerations(placed, rates);
  return report.is_ok() ? Refusal{} : without_inertia(system, topology, report.culprit_row);
}

// A model that floats as a whole is meant to.
void tell_floating_parts(const System& system, const JointSettings& settings, Diagnostics& diagnostics) {
  constexpr int kMostTold = 6;
  const Topology topology = Topology::of(system, settings.cut);
  const std::vector<bool> is_held = held_by_equations(system, topology);
  const std::vector<Topology::Body>& bodies = topology.bodies();
  int told = 0;
  for (Index place = 0; place < static_cast<Index>(bodies.size()); ++place) {
    const Topology::Body& body = bodies[static_cast<std::size_t>(place)];
    const bool is_whole = body.descendants + 1 == static_cast<Index>(bodies.size());
    if (body.joint >= 0 || is_whole) continue;
    const std::set<FrameIndex> part = part_of(topology, place);
    if (std::any_of(part.begin(), part.end(),
                    [&](FrameIndex frame) { return is_held[static_cast<std::size_t>(frame)]; }))
      continue;
    if (++told > kMostTold) return;
    const ElementLabel& label = label_of(system, body.frame);
    const std::string with = body.descendants == 0 ? ""
                             : body.descendants == 1
                                 ? ", with the node that hangs on it,"
                                 : fmt::format(", with {} nodes that hang on it,", body.descendants);
    diagnostics.note(label.place, fmt::format("node '{}'{} floats: no joint leads from it to the ground",
                                              label.name, with));
  }
}

std::vector<std::pair<std::string, std::string>> summary_of(const JointDynamics& dynamics) {
  const Topology& topology = dynamics.topology();
  const auto given = static_cast<Index>(dynamics.driven().speeds().size());
  std::string text = fmt::format("{} of {} bodies", dynamics.speeds() - given, topology.bodies().size());
  if (given > 0) text += fmt::format(", {} more given by drives", given);
  if (topology.floating() > 0) text += fmt::format(", {} of them floating", topology.floating());
  std::vector<std::pair<std::string, std::string>> lines{{"joint coordinates", text}};
  std::vector<std::string> cut;
  for (const Topology::Loop& loop : topology.loops())
    cut.push_back("'" + topology.joints()[static_cast<std::size_t>(loop.joint)].label().name + "'");
  constexpr std::size_t kMostNames = 12;
  const std::size_t count = cut.size();
  if (count > kMostNames) {
    cut.resize(kMostNames);
    cut.push_back(fmt::format("and {} more", count - kMostNames));
  }
  if (count > 0) lines.emplace_back("cut joints", fmt::format("{}: {}", count, fmt::join(cut, ", ")));
  return lines;
}

}  // namespace pintle
