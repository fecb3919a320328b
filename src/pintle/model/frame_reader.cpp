#include "pintle/model/frame_reader.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "pintle/base/number_text.h"
#include "pintle/base/suggest.h"
#include "pintle/math/rotations.h"

namespace pintle {
namespace {

// Below this, rounding alone explains the defect and the matrix is kept as it is.
constexpr double kRoundingTolerance = 1e-14;

const std::vector<Term> kOrientationForms = {{"euler123", {"cardan", "bryan", "tait_bryan"}},
                                             {"euler313"},
                                             {"euler321"},
                                             {"rotation_vector", {"axis_angle", "rotvec"}},
                                             {"quaternion", {"euler_parameters"}},
                                             {"x"},
                                             {"y"},
                                             {"z", {"axis", "normal"}}};
const std::vector<Term> kInertiaEntries = {{"xx"}, {"yy"}, {"zz"}, {"xy"}, {"xz"}, {"yz"}};
const std::vector<Term> kAttachmentKeys = {
    {"node", {"body", "frame", "marker"}},
    {"offset", {"position", "local_position", "relative_position", "point"}},
    {"orientation", {"rotation", "local_orientation", "relative_orientation", "axis"}},
    {"at", {"location", "global_position", "absolute_position", "position"}},
    {"axes", {"global_orientation", "absolute_orientation", "axis"}}};

bool contains(const std::vector<Term>& terms, const std::string& word) {
  return std::any_of(terms.begin(), terms.end(), [&](const Term& term) { return term.word == word; });
}

bool is_axis(const std::string& key) { return key == "x" || key == "y" || key == "z"; }

std::string member(const std::string& what, std::string_view key) { return what + "." + std::string(key); }

Mat3 matrix_from_rows(const Numbers& rows) {
  return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(rows.data());
}

std::optional<Vec3> read_vec3(const NumberReader& reader, const Value& value, const std::string& what,
                              std::string_view unit) {
  const auto numbers = reader.vector(value, what, 3, unit);
  if (!numbers) return std::nullopt;
  return Vec3((*numbers)[0], (*numbers)[1], (*numbers)[2]);
}

// All keys known? Reports each that is not.
bool check_keys(const NumberReader& reader, const Value& map, const std::string& what,
                const std::vector<Term>& known) {
  bool is_good = true;
  for (const ValueEntry& entry : map.as_map()) {
    if (contains(known, entry.key)) continue;
    is_good = false;
    std::string advice = did_you_mean(entry.key, known);
    if (advice.empty()) {
      std::vector<std::string> words;
      for (const Term& term : known) words.push_back(term.word);
      advice = "use " + quoted_list(words, "or");
    }
    reader.error(entry.key_place, what, "unknown field '" + entry.key + "'", advice);
  }
  return is_good;
}

std::optional<Mat3> read_rotation_matrix(const NumberReader& reader, const Value& value,
                                         const std::string& what) {
  if (value.as_list().size() != 3 || !value.as_list().front().is_list()) {
    reader.expected(value, what,
                    "3 rows of 3 numbers, or an object such as {\"euler123\": [0, 0, \"90 deg\"]}");
    return std::nullopt;
  }
  const auto rows = reader.matrix(value, what, 3, "");
  if (!rows) return std::nullopt;
  const Mat3 matrix = matrix_from_rows(*rows);
  if (matrix.determinant() < 0.0) {
    reader.error(value.place(), what, "the matrix mirrors: its determinant is negative",
                 "the rows must make a right-handed frame");
    return std::nullopt;
  }
  const double defect = orthogonality_error(matrix);
  if (defect > kOrientationTolerance) {
    reader.error(value.place(), what,
                 "the matrix is not orthogonal: its rows or columns are off by " + rounded_text(defect),
                 "give more digits, or two axes");
    return std::nullopt;
  }
  return defect > kRoundingTolerance ? normalised_rotation(matrix) : matrix;
}

std::optional<Mat3> read_angles(const NumberReader& reader, const ValueEntry& entry,
                                const std::string& what) {
  const auto angles = read_vec3(reader, entry.value, member(what, entry.key), "rad");
  if (!angles) return std::nullopt;
  if (entry.key == "euler123") return matrix_from_euler123(*angles);
  if (entry.key == "euler313") return matrix_from_euler313(*angles);
  if (entry.key == "euler321") return matrix_from_euler321(*angles);
  return matrix_from_rotation_vector(*angles);
}

std::optional<Mat3> read_quaternion(const NumberReader& reader, const Value& value, const std::string& what) {
  const auto q = reader.vector(value, what, 4, "");
  if (!q) return std::nullopt;
  const Quat quaternion((*q)[0], (*q)[1], (*q)[2], (*q)[3]);
  const double norm = quaternion.coeffs().stableNorm();
  if (std::abs(norm - 1.0) > kOrientationTolerance) {
    reader.error(value.place(), what, "the norm differs from 1 by " + rounded_text(norm - 1.0),
                 "the order is [w, x, y, z]");
    return std::nullopt;
  }
  return matrix_from_quaternion(normalised(quaternion));
}

std::optional<Mat3> read_axes(const NumberReader& reader, const Value& value, const std::string& what) {
  std::vector<int> axes;
  std::vector<Vec3> directions;
  for (const ValueEntry& entry : value.as_map()) {
    const auto direction = read_vec3(reader, entry.value, member(what, entry.key), "");
    if (!direction) return std::nullopt;
    axes.push_back(entry.key.front() - 'x' + 1);
    directions.push_back(*direction);
  }
  if (axes.size() > 2) {
    reader.error(value.place(), what, "give one or two axes", "the third follows");
    return std::nullopt;
  }
  const auto matrix = axes.size() == 1
                          ? matrix_from_one_vector(axes[0], directions[0])
                          : matrix_from_two_vectors(axes[0], directions[0], axes[1], directions[1]);
  if (!matrix) {
    reader.error(value.place(), what,
                 axes.size() == 1 ? "the axis has no length" : "the axes are parallel, or one has no length");
  }
  return matrix;
}

}  // namespace

std::optional<Mat3> read_orientation(const NumberReader& reader, const Value& value,
                                     const std::string& what) {
  if (value.is_list()) return read_rotation_matrix(reader, value, what);
  if (!value.is_map() || value.as_map().empty()) {
    reader.expected(value, what, "an orientation such as {\"euler123\": [0, 0, \"90 deg\"]}");
    return std::nullopt;
  }
  if (!check_keys(reader, value, what, kOrientationForms)) return std::nullopt;

  const ValueEntry& first = value.as_map().front();
  const bool all_are_axes = std::all_of(value.as_map().begin(), value.as_map().end(),
                                        [](const ValueEntry& entry) { return is_axis(entry.key); });
  if (all_are_axes) return read_axes(reader, value, what);
  if (value.as_map().size() > 1) {
    reader.error(value.as_map()[1].key_place, what,
                 "the orientation is already given by '" + first.key + "'");
    return std::nullopt;
  }
  if (first.key == "quaternion") return read_quaternion(reader, first.value, member(what, first.key));
  return read_angles(reader, first, what);
}

std::optional<Mat3> read_inertia(const NumberReader& reader, const Value& value, const std::string& what,
                                 std::string_view unit) {
  if (!value.is_map()) {
    const auto rows = reader.matrix(value, what, 3, unit);
    if (!rows) return std::nullopt;
    const Mat3 inertia = matrix_from_rows(*rows);
    const double defect = (inertia - inertia.transpose()).cwiseAbs().maxCoeff();
    if (defect > kOrientationTolerance * inertia.cwiseAbs().maxCoeff()) {
      reader.error(value.place(), what,
                   "the matrix is not symmetric: two entries differ by " + rounded_text(defect));
      return std::nullopt;
    }
    return Mat3(0.5 * (inertia + inertia.transpose()));
  }

  bool is_good = check_keys(reader, value, what, kInertiaEntries);
  Mat3 inertia = Mat3::Zero();
  for (const Term& term : kInertiaEntries) {
    const std::string& key = term.word;
    const int i = key[0] - 'x', j = key[1] - 'x';
    const Value* entry = value.find(key);
    if (!entry && i == j) {
      reader.error(value.place(), what, "missing '" + key + "'");
      is_good = false;
    }
    if (!entry) continue;
    const auto number = reader.real(*entry, member(what, key), unit);
    is_good = is_good && number;
    inertia(i, j) = inertia(j, i) = number.value_or(0.0);
  }
  return is_good ? std::optional(inertia) : std::nullopt;
}

std::optional<AttachmentDesc> read_attachment(const NumberReader& reader, const Value& value,
                                              const std::string& what) {
  AttachmentDesc attachment;
  attachment.place = value.place();
  const auto set_node = [&](const Value& node, const std::string& label) {
    const bool is_name = node.is_text() && !node.as_text().empty();
    if (!is_name) reader.expected(node, label, "the name of a node, or \"ground\"");
    if (is_name && node.as_text() != "ground") attachment.node = node.as_text();
    return is_name;
  };
  if (!value.is_map()) return set_node(value, what) ? std::optional(attachment) : std::nullopt;

  bool is_good = check_keys(reader, value, what, kAttachmentKeys);
  if (value.as_map().empty()) {
    reader.expected(value, what, "a node, or a place such as {\"at\": [0, 0, 0]}");
    is_good = false;
  }
  if (const Value* node = value.find("node")) is_good = set_node(*node, member(what, "node")) && is_good;
  // Each of place and orientation may be said in the node's frame or in the global frame, not in both.
  for (const auto& [local, global] : {std::pair("offset", "at"), std::pair("orientation", "axes")}) {
    if (value.find(local) && value.find(global)) {
      reader.error(value.place(), what, "give '" + std::string(local) + "' or '" + global + "', not both",
                   "'" + std::string(global) + "' is in the global frame");
      is_good = false;
    }
  }
  const auto read_part = [&](const char* key, auto read, auto& target) {
    const Value* part = value.find(key);
    if (!part) return;
    const auto result = read(*part, member(what, key));
    is_good = is_good && result;
    if (result) target = *result;
  };
  const auto position = [&](const Value& part, const std::string& label) {
    return read_vec3(reader, part, label, "m");
  };
  const auto orientation = [&](const Value& part, const std::string& label) {
    return read_orientation(reader, part, label);
  };
  read_part("offset", position, attachment.offset);
  read_part("at", position, attachment.global_position);
  read_part("orientation", orientation, attachment.orientation);
  read_part("axes", orientation, attachment.global_orientation);
  return is_good ? std::optional(attachment) : std::nullopt;
}

}  // namespace pintle
