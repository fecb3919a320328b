// The arguments of a card: vectors, matrices, orientations, and the frames that they are given in.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pintle/lang/mbdyn/argument_reader.h"
#include "pintle/math/rotations.h"

namespace pintle::mbdyn {

namespace {

// R^T R - I of a matrix that was printed with seven digits, and of one that is no orientation.
constexpr double kRounded = 1e-6, kNotOrthogonal = 1e-2;

}  // namespace

double ArgumentReader::scale_factor() { return accept("scale") ? real("the scale factor") : 1.0; }

std::vector<double> ArgumentReader::list(std::string_view what, std::size_t count) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(real(fmt::format("number {} of {} of {}", i + 1, count, what)));
  return values;
}

std::vector<double> ArgumentReader::numbers(std::string_view what, std::size_t count) {
  if (accept("null") || accept("default")) return std::vector<double>(count, 0.0);
  std::vector<double> values = list(what, count);
  const double factor = scale_factor();
  for (double& value : values) value *= factor;
  return values;
}

Vec3 ArgumentReader::vector(std::string_view what) {
  const std::vector<double> values = numbers(what, 3);
  return {values[0], values[1], values[2]};
}

Mat3 ArgumentReader::matrix3(std::string_view what) {
  if (accept("null")) return Mat3::Zero();
  Mat3 m = Mat3::Zero();
  if (accept("eye")) {
    m.setIdentity();
  } else if (accept("diag")) {
    const auto d = list(what, 3);
    m.diagonal() << d[0], d[1], d[2];
  } else if (accept("sym")) {
    const auto s = list(what, 6);
    m << s[0], s[1], s[2], s[1], s[3], s[4], s[2], s[4], s[5];
  } else if (accept("skew")) {
    const auto s = list(what, 3);
    m << 0, -s[2], s[1], s[2], 0, -s[0], -s[1], s[0], 0;
  } else {
    accept("matr");
    const auto a = list(what, 9);
    m << a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8];
  }
  return scale_factor() * m;
}

MatX ArgumentReader::matrix6(std::string_view what, Eigen::Index columns) {
  MatX m = MatX::Zero(6, columns);
  if (accept("null")) return m;
  if (columns == 6 && accept("eye")) {
    m.setIdentity();
  } else if (columns == 6 && accept("diag")) {
    const auto d = list(what, 6);
    for (Eigen::Index i = 0; i < 6; ++i) m(i, i) = d[static_cast<std::size_t>(i)];
  } else if (columns == 6 && accept("sym")) {
    const auto s = list(what, 21);
    std::size_t next = 0;
    for (Eigen::Index i = 0; i < 6; ++i)
      for (Eigen::Index j = i; j < 6; ++j) m(i, j) = m(j, i) = s[next++];
  } else {
    const bool is_anba = accept("anba");
    if (!is_anba) accept("matr");
    const auto a = list(what, static_cast<std::size_t>(6 * columns));
    // ANBA's axes x, y, z are 2, 3, 1 here; so are the three moments.
    static constexpr Eigen::Index kFromAnba[] = {1, 2, 0, 4, 5, 3};
    for (Eigen::Index i = 0; i < 6; ++i)
      for (Eigen::Index j = 0; j < columns; ++j)
        m(is_anba ? kFromAnba[i] : i, is_anba && columns == 6 ? kFromAnba[j] : j) =
            a[static_cast<std::size_t>(i * columns + j)];
  }
  return scale_factor() * m;
}

bool ArgumentReader::is_matrix_next() const {
  static constexpr std::array<std::string_view, 6> kWords{"matr", "sym", "diag", "eye", "null", "anba"};
  return std::any_of(kWords.begin(), kWords.end(), [this](std::string_view word) { return is_next(word); });
}

Mat3 ArgumentReader::orientation(std::string_view what) {
  const SourcePlace place = cursor_.place();
  begin_argument(what);
  if (accept("eye") || accept("null")) return Mat3::Identity();
  if (accept("matr")) {
    const auto a = list(what, 9);
    Mat3 m;
    m << a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8];
    const double error = orthogonality_error(m);
    if (!(error < kNotOrthogonal) || m.determinant() < 0.0)
      throw CardError(
          place,
          fmt::format("{} is not orthogonal: R^T R differs from the unit matrix by {:.2g}{}", what, error,
                      m.determinant() < 0.0 ? ", and its determinant is negative" : ""),
          "give more digits, or two of its axes");
    if (error > kRounded)
      diagnostics_.warning(
          place,
          fmt::format("{} is not quite orthogonal: R^T R differs from the unit matrix by {:.2g}", what,
                      error),
          "the nearest orientation is taken; give more digits, or two of its axes");
    for (int i = 0; i < 4; ++i) m = normalised_rotation(m);  // squares the error each time
    return m;
  }
  if (const auto form = accept_any({"euler", "euler123", "euler313", "euler321"})) {
    const double unit = accept("degrees") ? EIGEN_PI / 180.0 : 1.0;
    const auto a = list(what, 3);
    const Vec3 angles = unit * Vec3(a[0], a[1], a[2]);
    if (*form == "euler313") return matrix_from_euler313(angles);
    return *form == "euler321" ? matrix_from_euler321(angles) : matrix_from_euler123(angles);
  }
  if (accept("vector")) {
    const auto a = list(what, 3);
    return matrix_from_rotation_vector({a[0], a[1], a[2]});
  }
  return from_axes(what);
}

// i, direction of axis i, j, a vector in the plane of axes i and j; or `guess` instead of that.
Mat3 ArgumentReader::from_axes(std::string_view what) {
  const SourcePlace place = cursor_.place();
  const auto axis = [&] {
    const SourcePlace at = cursor_.place();
    const std::int64_t index =
        integer(fmt::format("{} (eye, matr, euler, vector or the number of an axis, 1, 2 or 3)", what));
    if (index < 1 || index > 3)
      throw CardError(
          at, fmt::format(
                  "{} must begin with eye, matr, euler, vector or the number of an axis, 1, 2 or 3; not {}",
                  what, index));
    return static_cast<int>(index);
  };
  const int i = axis();
  const Vec3 first = vector("the direction of that axis");
  const int j = axis();
  const bool is_guessed = accept("guess");
  const Vec3 second = is_guessed ? Vec3::Zero() : vector("the direction of the second axis");
  const auto m =
      is_guessed && i != j ? matrix_from_one_vector(i, first) : matrix_from_two_vectors(i, first, j, second);
  if (m) return *m;
  throw CardError(place, i == j ? fmt::format("{} gives axis {} twice", what, i)
                                : fmt::format("{} has two parallel axes, or one of no length", what));
}

// The frame after the word `reference`; null: none is given, the default holds.
const ReferenceFrame* ArgumentReader::reference(const ReferenceFrame& home) {
  if (!accept("reference")) return nullptr;
  if (accept("global")) return &kGround;
  if (accept("node") || accept("local")) return &home;
  const SourcePlace place = cursor_.place();
  if (const auto which = accept_any({"other position", "other orientation", "other node"})) {
    if (!other_)
      throw CardError(place,
                      fmt::format("'{}' means the first side of a joint, which is not read yet", *which));
    return *which == "other node"       ? &other_->node
           : *which == "other position" ? &other_->position
                                        : &other_->orientation;
  }
  return &labelled_frame();
}

void ArgumentReader::set_other(const ReferenceFrame& node, const Vec3& offset, const Mat3& axes) {
  other_.emplace(Other{node, node, node});
  other_->position.x = other_->orientation.x = node.x + node.R * offset;
  set_other_axes(axes);
}

void ArgumentReader::set_other_axes(const Mat3& axes) { other_->orientation.R = other_->node.R * axes; }

const ReferenceFrame& ArgumentReader::labelled_frame() {
  const SourcePlace place = cursor_.place();
  const std::int64_t label = integer("the label of a reference frame");
  const auto at = frames_.find(label);
  if (at == frames_.end())
    throw CardError(place, fmt::format("there is no reference frame {} before this line", label));
  return at->second;
}

// From the frame before: d along and theta about its z axis, then a along and alpha about the new x axis.
ReferenceFrame ArgumentReader::denavit_hartenberg() {
  const ReferenceFrame* given = reference(kGround);
  const ReferenceFrame& before = given ? *given : kGround;
  const double d = real("d"), theta = real("theta"), a = real("a"), alpha = real("alpha");
  const Mat3 about_z = matrix_from_rotation_vector({0, 0, theta});
  const Vec3 offset = before.R * (Vec3(0, 0, d) + about_z * Vec3(a, 0, 0));
  return {before.x + offset, before.R * about_z * matrix_from_rotation_vector({alpha, 0, 0}),
          before.v + before.w.cross(offset), before.w};
}

Vec3 ArgumentReader::position_in(const ReferenceFrame& home, std::string_view what) {
  const ReferenceFrame* frame = reference(home);
  const Vec3 given = vector(what);
  if (!frame || frame == &home) return given;
  return home.R.transpose() * (frame->x + frame->R * given - home.x);
}

Vec3 ArgumentReader::direction_in(const ReferenceFrame& home, std::string_view what) {
  const ReferenceFrame* frame = reference(home);
  const Vec3 given = vector(what);
  if (!frame || frame == &home) return given;
  return home.R.transpose() * (frame->R * given);
}

Mat3 ArgumentReader::matrix3_in(const ReferenceFrame& home, std::string_view what) {
  const ReferenceFrame* frame = reference(home);
  const Mat3 given = matrix3(what);
  if (!frame || frame == &home) return given;
  const Mat3 turn = home.R.transpose() * frame->R;
  return turn * given * turn.transpose();
}

Mat3 ArgumentReader::orientation_in(const ReferenceFrame& home, std::string_view what) {
  const ReferenceFrame* frame = reference(home);
  const Mat3 given = orientation(what);
  if (!frame || frame == &home) return given;
  return home.R.transpose() * (frame->R * given);
}

// v = R_R v_given + v_R + w_R x (x - x_R)                                       (manual, 2.3.7)
Vec3 ArgumentReader::velocity(const Vec3& x, std::string_view what) {
  const ReferenceFrame* frame = reference(kGround);
  const Vec3 given = vector(what);
  if (!frame) return given;
  return frame->R * given + frame->v + frame->w.cross(x - frame->x);
}

Vec3 ArgumentReader::angular_velocity(std::string_view what) {
  const ReferenceFrame* frame = reference(kGround);
  const Vec3 given = vector(what);
  if (!frame) return given;
  return frame->R * given + frame->w;
}

}  // namespace pintle::mbdyn
