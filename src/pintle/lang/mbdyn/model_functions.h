// Functions of the namespace `model`: motion of structural nodes, alone or relative to each other.
#pragma once

#include <optional>
#include <string>

#include "pintle/lang/mbdyn/formula.h"

namespace pintle::mbdyn {

// model::xdistance and so on, taken apart.
struct ModelFunction {
  std::string_view name;      // without prefix and suffix: "distance"
  std::string_view quantity;  // of a node, "position"
  int nodes = 1;
  enum class Part : std::uint8_t { x, y, z, norm, square } part = Part::norm;
};

// Nothing for other names.
std::optional<ModelFunction> find_model_function(std::string_view name);
std::string model_function_names();  // for messages

// From the motion of the nodes at the start: of the second relative to the first, if there are two.
double value_at_start(const ModelFunction& function, const ReferenceFrame& first,
                      const ReferenceFrame* second);

// As an expression drive writes it; nothing for relative rotations, which it cannot.
std::optional<std::string> as_expression(const ModelFunction& function, std::int64_t first,
                                         std::int64_t second);

}  // namespace pintle::mbdyn
