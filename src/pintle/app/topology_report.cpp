#include "pintle/app/topology_report.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>

#include "pintle/app/run_summary.h"

namespace pintle {

namespace {

std::string name_of(const System& system, FrameIndex frame) {
  return frame == kGroundFrame ? "ground" : system.node_of(frame).label.name;
}

// "1 rotation, 1 translation"
std::string text_of(std::span<const FreeMotion> motions) {
  const auto count = [&](FreeMotion::Kind kind) {
    return static_cast<Index>(std::count_if(motions.begin(), motions.end(),
                                            [kind](const FreeMotion& one) { return one.kind == kind; }));
  };
  const Index turns = count(FreeMotion::Kind::rotation), ways = count(FreeMotion::Kind::translation);
  std::string text = turns ? counted(turns, "rotation") : "";
  if (ways) text += (text.empty() ? "" : ", ") + counted(ways, "translation");
  return text;
}

// "3 translations; given: 3 rotations"
std::string freedoms_of(const Topology::Joint& joint) {
  const RelativeMotion& motion = joint.motion;
  if (joint.given() == 0) return motion.free.empty() ? "fixed" : text_of(motion.free);
  return fmt::format("{}{}given: {}", text_of(motion.free), motion.free.empty() ? "" : "; ",
                     text_of(motion.given));
}

std::string freedoms_of(const System& system, const Topology& topology, const Topology::Body& body) {
  if (body.joint >= 0) return freedoms_of(topology.joints()[static_cast<std::size_t>(body.joint)]);
  return system.layout().is_structural(body.frame) ? "free, 6 velocities" : "free, 3 velocities";
}

std::string title_of(const Topology::Joint& joint) {
  return fmt::format("joint '{}' ({})", joint.label().name, joint.set->type());
}

Index given_of(const Topology& topology) {
  Index count = 0;
  for (const Topology::Body& body : topology.bodies())
    if (body.joint >= 0) count += topology.joints()[static_cast<std::size_t>(body.joint)].given();
  return count;
}

Index coordinates_of(const System& system, const Topology& topology) {
  Index count = 0;
  for (const Topology::Body& body : topology.bodies())
    count += body.joint >= 0 ? topology.joints()[static_cast<std::size_t>(body.joint)].freedoms()
                             : system.layout().motion_width(body.frame);
  return count;
}

// A name between quotes of Graphviz.
std::string in_quotes(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

}  // namespace

void print_topology(const System& system, const Topology& topology, std::ostream& out) {
  Index equations = 0;
  for (const Topology::Loop& loop : topology.loops()) {
    const Topology::Joint& joint = topology.joints()[static_cast<std::size_t>(loop.joint)];
    equations += joint.set->equations_of(joint.element);
  }
  for (const System::Owner& owner : topology.equations_only())
    equations += owner.set->equations_of(owner.element);
  for (const Topology::Body& body : topology.bodies())
    if (body.joint >= 0)
      equations += topology.joints()[static_cast<std::size_t>(body.joint)].rate_equations();
  const Index given = given_of(topology);
  fmt::print(out, "  tree: {}, {} of joints{}, {} that close loops or prescribe\n",
             topology.bodies().size() == 1 ? "1 body" : fmt::format("{} bodies", topology.bodies().size()),
             counted(coordinates_of(system, topology), "coordinate"),
             given > 0 ? fmt::format(" and {} given by drives", given) : "", counted(equations, "equation"));
  fmt::print(out, "  ground\n");
  for (const Topology::Body& body : topology.bodies()) {
    const std::string by =
        body.joint < 0 ? "" : " by " + title_of(topology.joints()[static_cast<std::size_t>(body.joint)]);
    fmt::print(out, "  {:>{}}{}{}: {}\n", "", 2 * body.depth, name_of(system, body.frame), by,
               freedoms_of(system, topology, body));
  }
  for (const Topology::Body& body : topology.bodies()) {
    if (body.joint < 0) continue;
    const Topology::Joint& joint = topology.joints()[static_cast<std::size_t>(body.joint)];
    if (joint.rate_equations() > 0)
      fmt::print(out, "  beside the tree: {}, {} on velocities\n", title_of(joint),
                 counted(joint.rate_equations(), "equation"));
  }
  for (const Topology::Loop& loop : topology.loops()) {
    std::string way;
    for (const FrameIndex frame : loop.frames) way += (way.empty() ? "" : " - ") + name_of(system, frame);
    const Topology::Joint& joint = topology.joints()[static_cast<std::size_t>(loop.joint)];
    fmt::print(out, "  cut: {}, {} along {}\n", title_of(joint),
               counted(joint.set->equations_of(joint.element), "equation"), way);
  }
  for (const System::Owner& owner : topology.equations_only())
    fmt::print(out, "  equations only: {} '{}' ({}), {}\n", owner.set->kind(),
               owner.set->label(owner.element).name, owner.set->type(),
               counted(owner.set->equations_of(owner.element), "equation"));
}

void draw_topology(const System& system, const Topology& topology, std::ostream& out) {
  fmt::print(out, "digraph topology {{\n  node [shape=box, fontname=\"sans\"]; edge [fontname=\"sans\"];\n");
  fmt::print(out, "  f0 [label=\"ground\", shape=plaintext];\n");
  for (const Topology::Body& body : topology.bodies())
    fmt::print(out, "  f{} [label={}];\n", body.frame, in_quotes(name_of(system, body.frame)));
  for (const Topology::Body& body : topology.bodies()) {
    if (body.joint < 0) {
      fmt::print(out, "  f0 -> f{} [label=\"free\", style=dotted];\n", body.frame);
    } else {
      const Topology::Joint& joint = topology.joints()[static_cast<std::size_t>(body.joint)];
      fmt::print(out, "  f{} -> f{} [label={}{}];\n", body.parent, body.frame, in_quotes(joint.label().name),
                 joint.given() > 0 ? ", style=bold, color=blue" : "");
    }
  }
  for (const Topology::Loop& loop : topology.loops())
    fmt::print(out, "  f{} -> f{} [label={}, style=dashed, dir=none, constraint=false];\n",
               loop.frames.front(), loop.frames.back(),
               in_quotes(topology.joints()[static_cast<std::size_t>(loop.joint)].label().name));
  fmt::print(out, "}}\n");
}

}  // namespace pintle
