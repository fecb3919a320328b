// The ways in which result files show an orientation: angles, a vector or a matrix.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/math/types.h"

namespace pintle {

enum class OrientationDescription { euler123, euler313, euler321, orientation_vector, orientation_matrix };

// "euler123", "orientation_vector", ..., in the order of the enum.
const std::vector<std::string>& orientation_descriptions();
const std::string& name_of(OrientationDescription description);
// The inverse; euler123 for anything else.
OrientationDescription orientation_description(std::string_view name);

inline int size_of(OrientationDescription description) {
  return description == OrientationDescription::orientation_matrix ? 9 : 3;
}

// Euler angles in degrees, a rotation vector in radians, or a matrix by rows; size_of() numbers count.
std::array<double, 9> describe_orientation(const Mat3& matrix, OrientationDescription description);

// The name of a NetCDF variable (E, Phi or R), and the word of a summary (euler123, phi, mat).
std::string_view variable_of(OrientationDescription description);
std::string_view outline_word(OrientationDescription description);

}  // namespace pintle
