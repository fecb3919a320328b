#include "pintle/lang/mbdyn/argument_reader.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "pintle/base/suggest.h"
#include "pintle/math/rotations.h"

namespace pintle::mbdyn {

namespace {

constexpr double kOrthogonal =
    1e-6;  // a matrix further than this from its nearest rotation is no orientation

const ReferenceFrame kGlobal;

std::string described(const Token& token) {
  if (token.kind == TokenKind::end) return "the end of the file";
  return token.kind == TokenKind::text ? fmt::format("\"{}\"", token.text) : fmt::format("'{}'", token.text);
}

}  // namespace

void ArgumentReader::begin_argument(std::string_view what) const {
  if (!has_more())
    throw CardError(cursor_.place(), fmt::format("{} is missing before {}", what, described(cursor_.peek())));
}

void ArgumentReader::end_argument() {
  if (cursor_.accept_symbol(",") || !has_more()) return;
  throw CardError(cursor_.place(),
                  fmt::format("a ',' or ';' is missing before {}", described(cursor_.peek())));
}

void ArgumentReader::end_card() {
  if (cursor_.accept_symbol(";")) return;
  if (cursor_.is_at_end()) throw CardError(cursor_.place(), "the card does not end", "close it with ';'");
  throw CardError(cursor_.place(),
                  fmt::format("{} was not expected here: the card is complete", described(cursor_.peek())),
                  "close it with ';'");
}

bool ArgumentReader::is_next(std::string_view keyword) const {
  return cursor_.peek().kind == TokenKind::word && cursor_.peek_keyword() == keyword_of(keyword);
}

bool ArgumentReader::accept(std::string_view keyword) {
  if (!is_next(keyword)) return false;
  cursor_.skip_words();
  end_argument();
  return true;
}

bool ArgumentReader::is_formula_next() const {
  return cursor_.peek_keyword().empty() || symbols_.find(cursor_.peek().text) != nullptr;
}

std::optional<std::string> ArgumentReader::accept_any(std::initializer_list<std::string_view> keywords) {
  for (const std::string_view keyword : keywords)
    if (accept(keyword)) return std::string(keyword);
  return std::nullopt;
}

std::string ArgumentReader::keyword(std::string_view what, const std::vector<std::string>& known) {
  begin_argument(what);
  const std::string found = cursor_.peek_keyword();
  for (const std::string& word : known) {
    if (keyword_of(word) != found) continue;
    cursor_.skip_words();
    end_argument();
    return word;
  }
  const std::string words = found.empty() ? std::string(cursor_.peek().text) : cursor_.peek_words();
  std::string advice = did_you_mean(words, known);
  if (advice.empty() && known.size() <= 8)
    advice = fmt::format("there {} {}", known.size() == 1 ? "is" : "are", quoted_list(known));
  throw CardError(cursor_.place(), fmt::format("'{}' is no {}", words, what), advice);
}

Scalar ArgumentReader::scalar(std::string_view what) {
  begin_argument(what);
  if (cursor_.is_symbol(",")) {  // an empty field
    end_argument();
    return 0.0;
  }
  const Formula formula = parse_formula(cursor_);
  Scalar value = evaluate(formula, symbols_);
  end_argument();
  return value;
}

double ArgumentReader::real(std::string_view what) {
  const SourcePlace place = cursor_.place();
  const Scalar value = scalar(what);
  if (!is_number(value))
    throw CardError(place, fmt::format("{} must be a number, not {}", what, to_text(value)));
  return to_real(value);
}

double ArgumentReader::real(std::string_view what, double default_value) {
  if (!is_empty()) return real(what);
  cursor_.accept_symbol(",");
  return default_value;
}

std::int64_t ArgumentReader::integer(std::string_view what) {
  const SourcePlace place = cursor_.place();
  const double value = real(what);
  if (value != std::floor(value) || std::abs(value) > 9e15)
    throw CardError(place, fmt::format("{} must be an integer, not {}", what, value));
  return static_cast<std::int64_t>(value);
}

bool ArgumentReader::flag(std::string_view what) {
  if (accept("yes") || accept("true")) return true;
  if (accept("no") || accept("false")) return false;
  return real(what) != 0.0;
}

std::string ArgumentReader::text(std::string_view what) {
  begin_argument(what);
  if (cursor_.peek().kind == TokenKind::text) {
    std::string result = unescaped(cursor_.next().text);
    end_argument();
    return result;
  }
  const SourcePlace place = cursor_.place();
  const Scalar value = scalar(what);
  if (const auto* content = std::get_if<std::string>(&value)) return *content;
  throw CardError(place, fmt::format("{} must be a text in quotes, not {}", what, to_text(value)));
}

std::string ArgumentReader::file_name(std::string_view what) {
  const SourcePlace place = cursor_.place();
  const std::string raw = text(what);
  std::string name;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '$') {
      name += raw[i];
      continue;
    }
    const bool is_braced = i + 1 < raw.size() && raw[i + 1] == '{';
    std::size_t end = i + (is_braced ? 2 : 1);
    const std::size_t begin = end;
    while (end < raw.size() && (std::isalnum(static_cast<unsigned char>(raw[end])) != 0 || raw[end] == '_'))
      ++end;
    const std::string variable = raw.substr(begin, end - begin);
    const std::optional<std::string> value = environment(variable);
    if (!value) throw CardError(place, fmt::format("the environment variable '{}' is not set", variable));
    name += *value;
    i = is_braced && end < raw.size() && raw[end] == '}' ? end : end - 1;
  }
  if (name.starts_with("~/"))
    if (const auto home = environment("HOME")) name = *home + name.substr(1);
  return name;
}

std::optional<std::string> ArgumentReader::environment(const std::string& name) const {
  if (const auto own = environment_.find(name); own != environment_.end()) return own->second;
  const char* value = name.empty() ? nullptr : std::getenv(name.c_str());
  return value ? std::optional<std::string>(value) : std::nullopt;
}

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

Mat3 ArgumentReader::orientation(std::string_view what) {
  const SourcePlace place = cursor_.place();
  begin_argument(what);
  if (accept("eye") || accept("null")) return Mat3::Identity();
  if (accept("matr")) {
    const auto a = list(what, 9);
    Mat3 m;
    m << a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8];
    const double error = orthogonality_error(m);
    if (!(error < kOrthogonal) || m.determinant() < 0.0)
      throw CardError(
          place,
          fmt::format("{} is not orthogonal: R^T R differs from the unit matrix by {:.2g}{}", what, error,
                      m.determinant() < 0.0 ? ", and its determinant is negative" : ""),
          "give more digits, or two of its axes");
    return normalised_rotation(m);
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
  // i, direction of axis i, j, a vector in the plane of axes i and j
  const auto axis = [&] {
    const SourcePlace at = cursor_.place();
    const std::int64_t index = integer("the number of an axis");
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
  const Vec3 second = vector("the direction of the second axis");
  if (const auto m = matrix_from_two_vectors(i, first, j, second)) return *m;
  throw CardError(place, i == j ? fmt::format("{} gives axis {} twice", what, i)
                                : fmt::format("{} has two parallel axes, or one of no length", what));
}

// The frame after the word `reference`; null: none is given, the default holds.
const ReferenceFrame* ArgumentReader::reference(const ReferenceFrame& home) {
  if (!accept("reference")) return nullptr;
  if (accept("global")) return &kGlobal;
  if (accept("node") || accept("local")) return &home;
  if (accept_any({"other position", "other orientation", "other node"})) return &other_;
  const SourcePlace place = cursor_.place();
  const std::int64_t label = integer("the label of a reference frame");
  const auto at = frames_.find(label);
  if (at == frames_.end())
    throw CardError(place, fmt::format("there is no reference frame {} before this line", label));
  return &at->second;
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

Mat3 ArgumentReader::orientation_in(const ReferenceFrame& home, std::string_view what) {
  const ReferenceFrame* frame = reference(home);
  const Mat3 given = orientation(what);
  if (!frame || frame == &home) return given;
  return home.R.transpose() * (frame->R * given);
}

// v = R_R v_given + v_R + w_R x (x - x_R)                                       (manual, 2.3.7)
Vec3 ArgumentReader::velocity(const Vec3& x, std::string_view what) {
  const ReferenceFrame* frame = reference(kGlobal);
  const Vec3 given = vector(what);
  if (!frame) return given;
  return frame->R * given + frame->v + frame->w.cross(x - frame->x);
}

Vec3 ArgumentReader::angular_velocity(std::string_view what) {
  const ReferenceFrame* frame = reference(kGlobal);
  const Vec3 given = vector(what);
  if (!frame) return given;
  return frame->R * given + frame->w;
}

}  // namespace pintle::mbdyn
