#include "pintle/app/linear_report.h"

#include <fmt/ostream.h>

#include <algorithm>
#include <numbers>
#include <ostream>

#include "pintle/output/constant_variables.h"

namespace pintle {

namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

double frequency_of(const Mode& mode) { return std::abs(mode.value) / kTurn; }

std::string_view remark_on(const Mode& mode) {
  if (mode.value == 0.0) return "  nothing resists it";
  if (mode.grows()) return "  unstable: it grows";
  return mode.oscillates() ? "" : "  does not oscillate";
}

// The coordinates that move most, with their part of the largest; an angle counts by the way that it moves a
// point at the model's length.
std::string movers_of(const Mode& mode, const LinearModel& model, double length) {
  constexpr std::size_t kMostNames = 3;
  constexpr double kCounts = 0.1;
  VecX sizes = mode.shape.cwiseAbs();
  for (Index i = 0; i < sizes.size(); ++i)
    if (model.coordinates[static_cast<std::size_t>(i)].is_rotation) sizes[i] *= length;
  sizes /= sizes.maxCoeff();
  std::vector<Index> order;
  for (Index i = 0; i < sizes.size(); ++i)
    if (sizes[i] >= kCounts) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return sizes[a] > sizes[b]; });
  std::vector<std::string> names;
  for (const Index i : order) {
    if (names.size() == kMostNames) break;
    names.push_back(
        fmt::format("{} ({:.2g})", model.coordinates[static_cast<std::size_t>(i)].name, sizes[i]));
  }
  return fmt::format("{}{}", fmt::join(names, ", "), order.size() > names.size() ? ", ..." : "");
}

std::vector<double> rows_of(const MatX& matrix) {
  std::vector<double> values;
  for (Index i = 0; i < matrix.rows(); ++i)
    for (Index k = 0; k < matrix.cols(); ++k) values.push_back(matrix(i, k));
  return values;
}

// One number of every mode, and one vector of numbers of every mode.
template <class Quantity>
ConstantVariable of_modes(const LinearReport& report, std::string name, std::string unit, std::string doc,
                          Quantity quantity) {
  ConstantVariable variable{
      std::move(name), std::move(unit), std::move(doc), {{"mode", report.modes.size()}}, {}};
  for (const MotionMode& mode : report.modes) variable.values.push_back(quantity(mode));
  return variable;
}

// Displacement and rotation of the nodes with axes and of those without.
std::vector<double> node_motions(const LinearReport& report, const Layout& layout, bool is_real) {
  std::vector<double> values;
  for (const MotionMode& mode : report.modes)
    for (FrameIndex frame = 1; frame < layout.frames(); ++frame)
      for (Index i = 0; i < 6; ++i) {
        const std::complex<double> number =
            i < layout.motion_width(frame) ? mode.displacement[layout.motion_of(frame) + i] : 0.0;
        values.push_back(is_real ? number.real() : number.imag());
      }
  return values;
}

std::vector<double> shapes(const LinearReport& report, bool is_real) {
  std::vector<double> values;
  for (const MotionMode& mode : report.modes)
    for (const std::complex<double> number : mode.shape)
      values.push_back(is_real ? number.real() : number.imag());
  return values;
}

void add_modes(const LinearReport& report, const System& system, std::vector<ConstantVariable>& variables) {
  const auto count = static_cast<std::size_t>(report.model.size());
  const auto nodes = static_cast<std::size_t>(system.layout().frames() - 1);
  variables.push_back(of_modes(report, "eigenvalue_real", "1/s", "real part of the eigenvalue",
                               [](const Mode& mode) { return mode.value.real(); }));
  variables.push_back(of_modes(report, "eigenvalue_imag", "1/s", "imaginary part of the eigenvalue",
                               [](const Mode& mode) { return mode.value.imag(); }));
  variables.push_back(
      of_modes(report, "mode_frequency", "Hz", "size of the eigenvalue over 2 pi", frequency_of));
  variables.push_back(of_modes(report, "mode_damping_ratio", "1", "part of critical damping",
                               [](const Mode& mode) { return mode.damping_ratio(); }));
  for (const bool is_real : {true, false}) {
    const std::string part = is_real ? "real" : "imag";
    if (count > 0)
      variables.push_back({"mode_shape_" + part,
                           "1",
                           "coordinates, the largest is 1",
                           {{"mode", report.modes.size()}, {"coordinate", count}},
                           shapes(report, is_real)});
    if (nodes > 0)
      variables.push_back({"mode_motion_" + part,
                           "1",
                           "displacement (m) and rotation (rad) of the nodes",
                           {{"mode", report.modes.size()}, {"node", nodes}, {"motion", 6}},
                           node_motions(report, system.layout(), is_real)});
  }
}

}  // namespace

SummaryLines summary_lines(const LinearReport& report, bool is_linear, int warnings) {
  const EquilibriumReport& rest = report.equilibrium;
  SummaryLines lines{
      {"equilibrium",
       fmt::format("{}, out of balance by {:.1e} of the largest force or moment",
                   rest.iterations == 0 ? "at the start" : "after " + counted(rest.iterations, "iteration"),
                   rest.imbalance)}};
  if (is_linear)
    lines.emplace_back("small motions",
                       fmt::format("{}, {}", counted(report.model.size(), "coordinate"),
                                   counted(static_cast<std::int64_t>(report.modes.size()), "mode")));
  lines.emplace_back("warnings", std::to_string(warnings));
  return lines;
}

SummaryLines mode_lines(const LinearReport& report, const System& system) {
  SummaryLines lines;
  for (const MotionMode& mode : report.modes)
    lines.emplace_back(
        fmt::format("mode {}", lines.size() + 1),
        fmt::format("{:.7g} Hz, damping ratio {:.4f}: {}{}", frequency_of(mode), mode.damping_ratio() + 0.0,
                    movers_of(mode, report.model, system.length_scale()), remark_on(mode)));
  return lines;
}

void print_modes(const LinearReport& report, const System& system, std::ostream& out) {
  if (report.modes.empty()) return;
  fmt::print(out, "  {:>4} {:>14} {:>10} {:>13} {:>13}  {}\n", "mode", "frequency, Hz", "damping",
             "Re s, 1/s", "Im s, 1/s", "what moves most");
  for (std::size_t i = 0; i < report.modes.size(); ++i) {
    const MotionMode& mode = report.modes[i];
    fmt::print(out, "  {:>4} {:>14.7g} {:>10.4f} {:>13.6g} {:>13.6g}  {}{}\n", i + 1, frequency_of(mode),
               mode.damping_ratio() + 0.0, mode.value.real() + 0.0, mode.value.imag() + 0.0,
               movers_of(mode, report.model, system.length_scale()), remark_on(mode));
  }
}

std::string write_linear(const LinearReport& report, const System& system,
                         const std::filesystem::path& file) {
  const LinearModel& model = report.model;
  const auto count = static_cast<std::size_t>(model.size());
  if (count == 0) return {};
  const std::vector<std::pair<std::string, std::size_t>> square{{"coordinate", count}, {"coordinate", count}};
  std::vector<ConstantVariable> variables{
      {"linear_mass", "", "mass matrix M of small motions", square, rows_of(model.M)},
      {"linear_damping", "", "damping matrix C of small motions", square, rows_of(model.C)},
      {"linear_stiffness", "", "stiffness matrix K of small motions", square, rows_of(model.K)}};
  if (!report.modes.empty()) add_modes(report, system, variables);
  std::vector<DimensionNames> names{{"coordinate_name", "coordinate", {}}, {"node_name", "node", {}}};
  for (const CoordinateInfo& coordinate : model.coordinates) names[0].names.push_back(coordinate.name);
  for (FrameIndex frame = 1; frame < system.layout().frames(); ++frame)
    names[1].names.push_back(system.node_of(frame).label.name);
  if (names[1].names.empty()) names.pop_back();
  return add_constants(file, variables, names);
}

}  // namespace pintle
