#include "pintle/lang/mbdyn/model_functions.h"

#include <fmt/format.h>

#include <array>

#include "pintle/math/so3.h"

namespace pintle::mbdyn {

namespace {

using Part = ModelFunction::Part;

constexpr std::array kModelFunctions{
    ModelFunction{"position", "position", 1},
    ModelFunction{"distance", "position", 2},
    ModelFunction{"unitvec", "position", 2},
    ModelFunction{"angle", "rotation_vector", 1},
    ModelFunction{"anglerel", "rotation_vector", 2},
    ModelFunction{"velocity", "velocity", 1},
    ModelFunction{"vrel", "velocity", 2},
    ModelFunction{"angvel", "angular_velocity", 1},
    ModelFunction{"angvrel", "angular_velocity", 2},
};

Vec3 of_frame(std::string_view quantity, const ReferenceFrame& frame) {
  if (quantity == "position") return frame.x;
  if (quantity == "velocity") return frame.v;
  if (quantity == "angular_velocity") return frame.w;
  return so3::log(frame.R);
}

}  // namespace

std::optional<ModelFunction> find_model_function(std::string_view name) {
  for (ModelFunction function : kModelFunctions) {
    if (name == function.name && name != "unitvec") return function;
    if (name.size() != function.name.size() + 1) continue;
    if (name.ends_with('2') && name.starts_with(function.name) && function.name != "unitvec") {
      function.part = Part::square;
      return function;
    }
    const std::size_t axis = std::string_view("xyz").find(name.front());
    if (axis == std::string_view::npos || name.substr(1) != function.name) continue;
    function.part = static_cast<Part>(axis);
    return function;
  }
  return std::nullopt;
}

std::string model_function_names() {
  std::string names;
  for (const ModelFunction& function : kModelFunctions)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", function.name);
  return names + " (with x, y or z before it, or 2 behind it), node::structural, element::joint";
}

double value_at_start(const ModelFunction& function, const ReferenceFrame& first,
                      const ReferenceFrame* second) {
  Vec3 value = of_frame(function.quantity, first);
  if (function.name == "anglerel")
    value = so3::log(Mat3(first.R.transpose() * second->R));
  else if (second)
    value = of_frame(function.quantity, *second) - value;
  if (function.name == "unitvec") value.normalize();
  switch (function.part) {
    case Part::norm:
      return value.norm();
    case Part::square:
      return value.squaredNorm();
    default:
      return value[static_cast<int>(function.part)];
  }
}

std::optional<std::string> as_expression(const ModelFunction& function, std::int64_t first,
                                         std::int64_t second) {
  if (function.name == "anglerel") return std::nullopt;
  const auto component = [&](char axis) {
    const std::string of_first = fmt::format("node.{}.{}.{}", first, function.quantity, axis);
    return function.nodes == 1
               ? of_first
               : fmt::format("(node.{}.{}.{} - {})", second, function.quantity, axis, of_first);
  };
  const std::string square =
      fmt::format("({}^2 + {}^2 + {}^2)", component('x'), component('y'), component('z'));
  switch (function.part) {
    case Part::norm:
      return "sqrt" + square;
    case Part::square:
      return square;
    default: {
      const std::string one = component("xyz"[static_cast<int>(function.part)]);
      return function.name == "unitvec" ? fmt::format("({}/sqrt{})", one, square) : one;
    }
  }
}

}  // namespace pintle::mbdyn
