#include "pintle/lang/mbdm/mbdm_bodies.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <set>

#include "pintle/math/rotations.h"

namespace pintle {

namespace {

// Names of nodes must differ, also as identifiers, and none may be that of the ground. Bodies with the same
// name get their ID behind it.
std::vector<std::string> node_names(const std::vector<MbdmItem>& items) {
  std::vector<std::string> wanted;
  std::multiset<std::string> identifiers{"ground"};
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string name = items[i].text("name");
    wanted.push_back(name.empty() ? fmt::format("body {}", i + 1) : name);
    identifiers.insert(mbdm_identifier(wanted.back()));
  }
  std::set<std::string> taken{"ground"};
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (identifiers.count(mbdm_identifier(wanted[i])) > 1) wanted[i] += fmt::format(" ({})", i + 1);
    while (!taken.insert(mbdm_identifier(wanted[i])).second) wanted[i] += "'";
  }
  return wanted;
}

bool check_mass(const MbdmItem& item) {
  const auto mass = item.number("mass");
  if (!mass) return false;
  if (*mass > 0.0) return true;
  item.error(item.place_of("mass"), fmt::format("mass: must be greater than 0 kg, got {:g} kg", *mass),
             *mass == 0.0 ? "a body needs a mass even where joints hold it" : "");
  return false;
}

// Rows of the inertia; a matrix that no real body has is an error.
std::optional<Value> read_inertia_rows(const MbdmItem& item) {
  constexpr double kSymmetryTolerance = 1e-6, kFlatness = 2e-3;  // as the kernel's
  Mat3 inertia = Mat3::Zero();
  ValueList rows;
  for (int i = 0; i < 3; ++i) {
    const auto row = item.numbers(fmt::format("I({},1-3)", i + 1));
    if (!row) continue;
    inertia.row(i) = row->vector();
    rows.push_back(row->to_value());
  }
  if (rows.size() < 3) return std::nullopt;
  const double size = inertia.cwiseAbs().maxCoeff();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < i; ++j) {
      if (std::abs(inertia(i, j) - inertia(j, i)) <= kSymmetryTolerance * size) continue;
      item.error(rows[static_cast<std::size_t>(i)].as_list()[static_cast<std::size_t>(j)].place(),
                 fmt::format("the inertia is not symmetric: I({0},{1}) is {2:g}, but I({1},{0}) is {3:g}",
                             i + 1, j + 1, inertia(i, j), inertia(j, i)));
      return std::nullopt;
    }
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(0.5 * (inertia + inertia.transpose()),
                                                   Eigen::EigenvaluesOnly);
  const Vec3& moments = solver.eigenvalues();  // ascending
  const SourcePlace place = rows[0].place();
  if (!(moments[0] > 0.0)) {
    item.error(place,
               fmt::format("the inertia is not positive: a principal moment is {:g} kg m^2", moments[0]));
    return std::nullopt;
  }
  if (moments[2] - moments[0] - moments[1] > kFlatness * moments[2]) {
    item.error(place, fmt::format(
                          "no body has this inertia: the principal moment {:g} kg m^2 exceeds the sum of the "
                          "others, {:g} and {:g}",
                          moments[2], moments[0], moments[1]));
    return std::nullopt;
  }
  return Value(std::move(rows)).set_place(place);
}

void set_if_given(Card& card, std::string field, const std::optional<MbdmNumbers>& numbers) {
  if (numbers) card.set(std::move(field), numbers->to_value());
}

MbdmBody read_body(const MbdmItem& item, const std::string& name, ModelDesc& model) {
  MbdmBody body;
  body.node = name;
  Card node{"node", "dynamic", name, item.place(), {}};
  set_if_given(node, "position", item.numbers("r"));
  if (const auto angles = item.numbers("angles (1-2-3 notation)")) {
    // A = Rz(az) Ry(ay) Rx(ax): in the kernel's words, angles 321 about axes already turned.
    body.axes = matrix_from_euler321(angles->vector().reverse());
    ValueList list = angles->to_value().as_list();
    std::reverse(list.begin(), list.end());
    node.set(
        "orientation",
        Value::map({{"euler321", Value(std::move(list)).set_place(angles->place)}}).set_place(angles->place));
  }
  set_if_given(node, "velocity", item.numbers("v"));
  set_if_given(node, "angular_velocity_local", item.numbers("omega"));

  Card mass{"body", "rigid_body", name, item.place(), {}};
  mass.set("node", Value(name).set_place(item.place()));
  if (check_mass(item)) mass.set("mass", item.numbers("mass")->to_value());
  if (auto inertia = read_inertia_rows(item)) mass.set("inertia", std::move(*inertia));
  model.cards.push_back(std::move(node));
  model.cards.push_back(std::move(mass));
  return body;
}

}  // namespace

std::vector<MbdmBody> read_mbdm_bodies(std::vector<MbdmItem>& items, ModelDesc& model) {
  std::vector<MbdmBody> bodies;
  const std::vector<std::string> names = node_names(items);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string given = items[i].text("name");
    if (!items[i].has("name")) items[i].report_missing("name");
    if (!given.empty()) items[i].call(fmt::format("body {} ({})", i + 1, given));
    bodies.push_back(read_body(items[i], names[i], model));
  }
  return bodies;
}

const MbdmBody* find_mbdm_body(const MbdmItem& item, std::string_view label, double id,
                               const SourcePlace& place, const std::vector<MbdmBody>& bodies) {
  const auto whole = as_integer(id);
  if (whole && *whole >= 1 && static_cast<std::size_t>(*whole) <= bodies.size())
    return &bodies[static_cast<std::size_t>(*whole) - 1];
  item.error(place, fmt::format("{}: there is no body {:g}", label, id),
             bodies.empty()       ? ""
             : bodies.size() == 1 ? "the only body has the ID 1"
                                  : fmt::format("IDs are 1 to {}", bodies.size()));
  return nullptr;
}

std::string mbdm_identifier(std::string_view name) {
  std::string text(name);
  for (char& c : text) {
    const bool is_kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!is_kept) c = '_';
  }
  return text;
}

}  // namespace pintle
