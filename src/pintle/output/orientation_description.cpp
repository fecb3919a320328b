#include "pintle/output/orientation_description.h"

#include <algorithm>
#include <numbers>

#include "pintle/math/rotations.h"

namespace pintle {

const std::vector<std::string>& orientation_descriptions() {
  static const std::vector<std::string> kNames{"euler123", "euler313", "euler321", "orientation_vector",
                                               "orientation_matrix"};
  return kNames;
}

const std::string& name_of(OrientationDescription description) {
  return orientation_descriptions()[static_cast<std::size_t>(description)];
}

OrientationDescription orientation_description(std::string_view name) {
  const auto& names = orientation_descriptions();
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? OrientationDescription::euler123
                              : static_cast<OrientationDescription>(found - names.begin());
}

std::array<double, 9> describe_orientation(const Mat3& matrix, OrientationDescription description) {
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  std::array<double, 9> out{};
  Eigen::Map<Vec3> three(out.data());
  switch (description) {
    case OrientationDescription::euler123:
      three = kDegrees * euler123_from_matrix(matrix);
      break;
    case OrientationDescription::euler313:
      three = kDegrees * euler313_from_matrix(matrix);
      break;
    case OrientationDescription::euler321:
      three = kDegrees * euler321_from_matrix(matrix);
      break;
    case OrientationDescription::orientation_vector:
      three = rotation_vector_from_matrix(matrix);
      break;
    case OrientationDescription::orientation_matrix:
      Mat3::Map(out.data()) = matrix.transpose();
      break;
  }
  for (double& number : out) number += 0.0;  // no negative zeros
  return out;
}

std::string_view variable_of(OrientationDescription description) {
  switch (description) {
    case OrientationDescription::orientation_vector:
      return "Phi";
    case OrientationDescription::orientation_matrix:
      return "R";
    default:
      return "E";
  }
}

std::string_view outline_word(OrientationDescription description) {
  switch (description) {
    case OrientationDescription::euler123:
      return "euler123";
    case OrientationDescription::euler313:
      return "euler313";
    case OrientationDescription::euler321:
      return "euler321";
    case OrientationDescription::orientation_vector:
      return "phi";
    case OrientationDescription::orientation_matrix:
      return "mat";
  }
  return "";
}

}  // namespace pintle
