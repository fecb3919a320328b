#include "pintle/lang/mbdyn/quantities.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "pintle/base/suggest.h"
#include "pintle/lang/mbdyn/formula.h"
#include "pintle/math/so3.h"

namespace pintle::mbdyn {

namespace {

// Three numbers each, X[1] to X[3], in the order in which the program counts them.
struct NodeData {
  std::string_view name, quantity;
};
constexpr std::array kNodeData{NodeData{"X", "position"},
                               NodeData{"x", "position_local"},
                               NodeData{"Phi", "rotation_vector"},
                               NodeData{"XP", "velocity"},
                               NodeData{"xP", "velocity_local"},
                               NodeData{"Omega", "angular_velocity"},
                               NodeData{"omega", "angular_velocity_local"},
                               NodeData{"E", "euler123"},
                               NodeData{"E313", "euler313"},
                               NodeData{"E321", "euler321"},
                               NodeData{"PE", "quaternion"},
                               NodeData{"XPP", "acceleration"},
                               NodeData{"xPP", "acceleration_local"},
                               NodeData{"OmegaP", "angular_acceleration"},
                               NodeData{"omegaP", "angular_acceleration_local"},
                               NodeData{"phi", "rotation_vector"}};

std::string of_node(const Binding& binding, std::string_view quantity, char component) {
  return fmt::format("node.{}.{}.{}", binding.label, quantity, component);
}

[[noreturn]] void refuse_name(const Binding& binding) {
  std::vector<std::string> names;
  for (const NodeData& data : kNodeData)
    for (const char index : std::string_view(data.name == "PE" ? "0123" : "123"))
      names.push_back(fmt::format("{}[{}]", data.name, index));
  throw CardError(binding.place, fmt::format("structural nodes have no quantity '{}'", binding.name),
                  did_you_mean(binding.name, names));
}

std::string by_name(const Binding& binding) {
  const std::size_t bracket = binding.name.find('[');
  std::string_view stem = std::string_view(binding.name).substr(0, bracket);
  if (stem == "E123") stem = "E";
  const auto data = std::find_if(kNodeData.begin(), kNodeData.end(),
                                 [stem](const NodeData& entry) { return entry.name == stem; });
  if (data == kNodeData.end() || bracket == std::string::npos || binding.name.size() != bracket + 3 ||
      binding.name.back() != ']')
    refuse_name(binding);
  const char index = binding.name[bracket + 1];
  if (data->name == "PE" && index >= '0' && index <= '3')
    return of_node(binding, data->quantity, "wxyz"[index - '0']);
  if (data->name == "PE" || index < '1' || index > '3') refuse_name(binding);
  return of_node(binding, data->quantity, "xyz"[index - '1']);
}

std::string by_index(const Binding& binding) {
  std::int64_t left = binding.index - 1;
  for (const NodeData& data : kNodeData) {
    const std::string_view components = data.name == "PE" ? "wxyz" : "xyz";
    const auto size = static_cast<std::int64_t>(components.size());
    if (left >= 0 && left < size)
      return of_node(binding, data.quantity, components[static_cast<std::size_t>(left)]);
    left -= size;
  }
  if (binding.index == 0)
    throw CardError(binding.place, "the quantity of the node is missing", "name it: string, \"X[1]\"");
  throw CardError(binding.place, fmt::format("structural nodes have no quantity number {}", binding.index));
}

// Degrees of freedom 1 to 3 are the position, 4 to 6 the rotation; `differential` means their rates.
std::string degree_of_freedom(const Binding& binding) {
  if (binding.index < 1 || binding.index > 6)
    throw CardError(binding.place,
                    fmt::format("structural nodes have degrees of freedom 1 to 6, not {}", binding.index));
  const bool is_rate = binding.order == "differential", is_rotation = binding.index > 3;
  const std::string_view quantity =
      is_rotation ? (is_rate ? "angular_velocity" : "rotation_vector") : (is_rate ? "velocity" : "position");
  return of_node(binding, quantity, "xyz"[(binding.index - 1) % 3]);
}

// By name, by number, or without either: the only one.
std::string of_element(const Binding& binding) {
  static const std::vector<std::string> kTypes{"joint", "force", "couple", "body"};
  if (std::find(kTypes.begin(), kTypes.end(), binding.type) == kTypes.end())
    throw CardError(binding.place, fmt::format("quantities of '{}' are not supported yet", binding.type),
                    did_you_mean(binding.type, kTypes));
  const bool is_load = binding.type == "force" || binding.type == "couple";
  const std::string element = fmt::format("{}.{}", is_load ? "load" : binding.type, binding.label);
  if (!binding.name.empty()) return element + "." + binding.name;
  return binding.index == 0 ? element : fmt::format("{}.{}", element, binding.index);
}

}  // namespace

std::optional<double> quantity_at_start(const Binding& binding, const ReferenceFrame& node) {
  const std::string quantity = quantity_of(binding);  // node.8.position.x
  const std::size_t axis = std::string_view("xyz").find(quantity.back());
  const auto is = [&](std::string_view name) {
    return quantity.find(fmt::format(".{}.", name)) != std::string::npos;
  };
  if (axis == std::string_view::npos) return std::nullopt;
  const auto component = [axis](const Vec3& v) { return v[static_cast<Eigen::Index>(axis)]; };
  if (is("position")) return component(node.x);
  if (is("velocity")) return component(node.v);
  if (is("angular_velocity")) return component(node.w);
  if (is("rotation_vector")) return component(so3::log(node.R));
  return std::nullopt;
}

std::string spelled_quantity_of(const Binding& binding) {
  if (binding.plugin == "elem" || binding.plugin == "element") return of_element(binding);
  if (binding.type != "structural")
    throw CardError(binding.place, fmt::format("'{}' nodes are not supported yet", binding.type));
  if (binding.plugin == "dof") return degree_of_freedom(binding);
  if (binding.plugin == "node") return binding.name.empty() ? by_index(binding) : by_name(binding);
  throw CardError(binding.place, fmt::format("there is no plug-in '{}'", binding.plugin),
                  "there are 'elem', 'node' and 'dof'");
}

std::string quantity_of(const Binding& binding) {
  std::string quantity = spelled_quantity_of(binding);
  std::replace_if(
      quantity.begin(), quantity.end(), [](char c) { return c == '[' || c == ']'; }, '_');
  return quantity;
}

}  // namespace pintle::mbdyn
