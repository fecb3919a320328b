#include "pintle/analysis/assembly_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace pintle {

namespace {

constexpr std::size_t kMostJointsNamed = 6;

const ElementLabel& label_of(const System& system, Index joint) {
  const System::Owner owner = system.owner_of(joint);
  return owner.set->label(owner.element);
}

std::string title_of(const System& system, Index joint) {
  const System::Owner owner = system.owner_of(joint);
  return fmt::format("{} '{}' ({})", owner.set->kind(), label_of(system, joint).name, owner.set->type());
}

Index equations_of(const System& system, Index joint) {
  const System::Owner owner = system.owner_of(joint);
  return owner.set->equations_of(owner.element);
}

std::string equation_name(const System& system, Index multiplier) {
  return system.owner_of(multiplier).info().name;
}

// " (line 12)" within one file, else " (other.json:12:3)".
std::string seen_from(const SourcePlace& here, const SourcePlace& place) {
  const bool is_same_file = here.file && place.file && *here.file == *place.file;
  if (is_same_file && place.line > 0) return fmt::format(" (line {})", place.line);
  const std::string text = place.to_string();
  return text.empty() ? "" : fmt::format(" ({})", text);
}

}  // namespace

Index joint_of(const System& system, Index multiplier) {
  const System::Owner owner = system.owner_of(multiplier);
  return owner.set->first_multiplier(owner.element);
}

// A joint and its friction are one.
std::string list_joints(const System& system, const std::set<Index>& joints, const SourcePlace& here) {
  std::vector<std::string> names;
  for (const Index joint : joints) {
    const ElementLabel& label = label_of(system, joint);
    std::string name = fmt::format("'{}'{}", label.name, seen_from(here, label.place));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  std::string text = names.size() == 1 ? "joint " : "joints ";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == kMostJointsNamed && names.size() > kMostJointsNamed + 1)
      return text + fmt::format(" and {} more", names.size() - i);
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return text;
}

namespace {

std::string list_equations(const System& system, const std::vector<Index>& multipliers) {
  std::string text;
  for (const Index multiplier : multipliers)
    text += (text.empty() ? "" : "; ") + equation_name(system, multiplier);
  return text;
}

// Components that are round-off beside the largest are zero.
std::string in_numbers(const Vec3& v) {
  const double least = 1e-9 * v.lpNorm<Eigen::Infinity>();
  const auto shown = [least](double component) { return std::abs(component) < least ? 0.0 : component; };
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", shown(v.x()), shown(v.y()), shown(v.z()));
}

// Joints whose equations depend on each other make a group.
std::vector<std::set<Index>> group_joints(const System& system,
                                          const std::vector<RedundantEquation>& redundant) {
  std::vector<std::set<Index>> groups;
  for (const RedundantEquation& equation : redundant) {
    std::set<Index> group{joint_of(system, equation.multiplier)};
    for (const Index other : equation.follows_from) group.insert(joint_of(system, other));
    const auto is_apart = [&group](const std::set<Index>& other) {
      return std::none_of(other.begin(), other.end(),
                          [&group](Index joint) { return group.contains(joint); });
    };
    const auto touching = std::partition(groups.begin(), groups.end(), is_apart);
    for (auto it = touching; it != groups.end(); ++it) group.insert(it->begin(), it->end());
    groups.erase(touching, groups.end());
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace

void report_corrections(const System& system, const std::vector<NodeCorrection>& corrections,
                        ConstraintLevel level, Diagnostics& diagnostics) {
  constexpr double kLarge = 0.01;  // of the model's length, and rad
  const bool is_position = level == ConstraintLevel::position;
  for (const NodeCorrection& c : corrections) {
    const ElementLabel& label = system.node_of(c.frame).label;
    const bool has_moved = c.translation.norm() > 0.0, has_turned = c.rotation.norm() > 0.0;
    std::string by;
    if (has_moved) by += in_numbers(c.translation) + (is_position ? " m" : " m/s");
    if (has_turned)
      by += (by.empty() ? "" : " and ") + in_numbers(c.rotation) + (is_position ? " rad" : " rad/s");
    std::string text = fmt::format("node '{}': the {} at the start was corrected by {} to meet the joints",
                                   label.name, is_position ? "position" : "velocity", by);
    const bool is_large = c.translation.norm() > kLarge * system.length_scale() || c.rotation.norm() > kLarge;
    if (is_position && is_large)
      diagnostics.warning(label.place, std::move(text),
                          "check the positions of the nodes and the offsets of the joints");
    else
      diagnostics.note(label.place, std::move(text));
  }
}

void report_redundancy(const System& system, const std::vector<RedundantEquation>& redundant,
                       Diagnostics& diagnostics, std::string_view when) {
  struct Redundancy {
    std::vector<Index> equations;
    std::set<Index> follows_from;
  };
  std::map<Index, Redundancy> by_joint;
  for (const RedundantEquation& equation : redundant) {
    const Index joint = joint_of(system, equation.multiplier);
    Redundancy& entry = by_joint[joint];
    entry.equations.push_back(equation.multiplier);
    for (const Index other : equation.follows_from)
      if (joint_of(system, other) != joint) entry.follows_from.insert(joint_of(system, other));
  }
  for (auto& [joint, entry] : by_joint) {
    std::sort(entry.equations.begin(), entry.equations.end());
    const SourcePlace& place = label_of(system, joint).place;
    const bool is_one = entry.equations.size() == 1;
    std::string text =
        fmt::format("{}{}: {} of its {} equations {} redundant ({})", when, title_of(system, joint),
                    entry.equations.size(), equations_of(system, joint), is_one ? "is" : "are",
                    list_equations(system, entry.equations));
    if (!entry.follows_from.empty())
      text += fmt::format(", following from {}", list_joints(system, entry.follows_from, place));
    diagnostics.warning(
        place, std::move(text),
        when.empty()
            ? "the motion does not suffer, but the reactions of these joints are not unique: the smallest "
              "are "
              "reported"
            : "the mechanism passes a singular position, beyond which its motion may follow another branch");
  }
}

void report_conflicts(const System& system, const VecX& violation, double tolerance, ConstraintLevel level,
                      const std::vector<RedundantEquation>& redundant, Diagnostics& diagnostics) {
  std::map<Index, std::string> violated;  // by joint: what is left
  constexpr double kWorthNaming = 1e-3;   // of the largest violation
  const double least = std::max(tolerance, kWorthNaming * violation.lpNorm<Eigen::Infinity>());
  for (Index i = 0; i < violation.size(); ++i) {
    if (std::abs(violation[i]) <= least) continue;
    const EquationInfo equation = system.owner_of(i).info();
    const bool is_rate = level == ConstraintLevel::velocity && equation.level == ConstraintLevel::position;
    std::string& text = violated[joint_of(system, i)];
    text +=
        fmt::format("{}{}{} is off by {:.3g} {}{}", text.empty() ? "" : "; ", is_rate ? "the rate of " : "",
                    equation.name, violation[i], equation.unit, is_rate ? "/s" : "");
  }
  const std::vector<std::set<Index>> groups = group_joints(system, redundant);
  for (const auto& [joint, left] : violated) {
    std::set<Index> others;
    for (const std::set<Index>& group : groups)
      if (group.contains(joint))
        for (const Index other : group)
          if (other != joint && violated.contains(other)) others.insert(other);
    const SourcePlace& place = label_of(system, joint).place;
    diagnostics.error(
        place, fmt::format("{} cannot be met: {}", title_of(system, joint), left),
        others.empty()
            ? "no place of the nodes near the given one meets it: check lengths, offsets and positions"
            : "it contradicts " + list_joints(system, others, place));
  }
}

std::string describe(const System& system, const RedundantEquation& equation) {
  const Index joint = joint_of(system, equation.multiplier);
  std::set<Index> others;
  for (const Index other : equation.follows_from) others.insert(joint_of(system, other));
  others.erase(joint);
  const std::string name =
      system.name_of(EquationId{system.layout().first_multiplier() + equation.multiplier});
  if (others.empty()) return name;
  return fmt::format("{}, which follows from {}", name,
                     list_joints(system, others, label_of(system, joint).place));
}

}  // namespace pintle
