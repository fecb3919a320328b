#include "pintle/lang/mbdm/mbdm_expert_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "pintle/base/suggest.h"
#include "pintle/lang/mbdm/mbdm_joint_frame.h"

namespace pintle {

namespace {

constexpr std::string_view kTracer = "Tracer(x, y, z in LCS)";
constexpr std::string_view kFairleadBody = "Fairlead attached to body nr";
constexpr std::string_view kAnchor = "Anchor location in GCS";
constexpr std::string_view kFairlead = "Fairlead location in LCS of the body";
constexpr std::string_view kCorrection = "Correction for mass centre offset";
constexpr std::string_view kFreeLength = "Not stretched length of the line";
constexpr std::string_view kStiffness = "Stiffness coefficient";
constexpr std::string_view kDamping = "Damping coefficient";
constexpr std::string_view kCoupling = "coupling type ([1] HMB, [2] SPH, [0] Both)";

const MbdmBody* body_of(const MbdmItem& item, std::string_view label, const std::vector<MbdmBody>& bodies) {
  const auto id = item.numbers(label);
  return id ? find_mbdm_body(item, label, (*id)[0], id->place, bodies) : nullptr;
}

// Names of lines are for people; where two are the same, the number follows.
std::string mooring_name(const MbdmItem& item, std::size_t number, std::set<std::string>& taken) {
  const std::string& title = item.title();
  const bool is_number = title.find_first_not_of("0123456789") == std::string::npos;
  std::string name = is_number ? fmt::format("mooring {}", number) : title;
  if (taken.contains(mbdm_identifier(name))) name += fmt::format(" ({})", number);
  while (!taken.insert(mbdm_identifier(name)).second) name += "'";
  return name;
}

void check_not_negative(const MbdmItem& item, std::string_view label, std::string_view unit) {
  const auto number = item.numbers(label);
  if (number && (*number)[0] < 0.0)
    item.error(number->place,
               fmt::format("{}: must not be negative, got {:g} {}", label, (*number)[0], unit));
}

Card mooring_card(const MbdmItem& item, std::string name, const std::vector<MbdmBody>& bodies) {
  Card card{"joint", "spring_damper", std::move(name), item.place(), {}};
  const MbdmBody* body = body_of(item, kFairleadBody, bodies);
  const auto anchor = item.numbers(kAnchor), fairlead = item.numbers(kFairlead);
  if (anchor)
    card.set("a", Value::map({{"node", "ground"}, {"offset", anchor->to_value()}}).set_place(anchor->place));
  if (body && fairlead)
    card.set("b",
             Value::map({{"node", body->node}, {"offset", fairlead->to_value()}}).set_place(fairlead->place));
  const auto correction = item.optional_numbers(kCorrection);
  if (correction && !correction->vector().isZero(0.0))
    item.warning(correction->place, fmt::format("{}: it is not used, as in the C version", kCorrection),
                 "add it to the location of the fairlead");
  for (const auto& [label, field, unit] : {std::array<std::string_view, 3>{kFreeLength, "length", "m"},
                                           {kStiffness, "stiffness", "N/m"},
                                           {kDamping, "damping", "N s/m"}}) {
    const auto number = item.numbers(label);
    if (!number) continue;
    card.set(std::string(field), number->to_value());
    check_not_negative(item, label, unit);
  }
  if (item.flag("Taut only").value_or(false)) card.set("taut_only", true);
  return card;
}

// A word of a list, as a field of a card.
void read_word_field(const MbdmItem& item, const std::string& label, const std::vector<std::string>& words,
                     const std::string& field, Card& card) {
  if (!item.has(label)) return;
  const std::string word = snake_cased(item.text(label));
  if (std::find(words.begin(), words.end(), word) != words.end()) {
    card.set(field, Value(word).set_place(item.place_of(label)));
    return;
  }
  const std::string near = did_you_mean(word, words);
  item.error(item.place_of(label), fmt::format("{}: '{}' is not known", label, item.text(label)),
             near.empty() ? "choose " + quoted_list(words, "or") : near);
}

// The local error of rk45.
void read_error_tolerance(const MbdmItem& item, Card& solver) {
  constexpr double kLoosest = 1e-1, kTightest = 1e-14;
  const auto tolerance = item.optional_numbers("Tolerance");
  if (!tolerance) return;
  const double value = (*tolerance)[0];
  if (value <= 0.0)
    item.error(tolerance->place, fmt::format("Tolerance: must be greater than 0, got {:g}", value));
  else if (value < kTightest)
    item.error(tolerance->place,
               fmt::format("Tolerance: {:g} cannot be reached with numbers of 16 digits", value),
               "1e-6 to 1e-12 are usual");
  else if (value > kLoosest)
    item.error(tolerance->place, fmt::format("Tolerance: {:g} would allow any error", value),
               "1e-6 to 1e-12 are usual");
  else
    solver.set("error_tolerance", tolerance->to_value());
}

// The document has the file for coupled runs alone: any line of it asks for one, with or without a solver.
void refuse_coupling(const MbdmItem& item, std::span<const MbdmLabel> labels) {
  const auto refuse = [&item](std::string_view label, std::string_view asked_for) {
    item.error(item.place_of(label), fmt::format("coupled runs are not supported yet: '{}'", asked_for),
               "remove or rename the file to run the mechanism alone");
  };
  for (const char* root : {"hmb root", "sph root"})
    if (!item.text(root).empty()) return refuse(root, item.text(root));
  for (const MbdmLabel& label : labels)
    if (item.has(label.shown)) return refuse(label.shown, label.shown);
}

MbdmItem read_lines(std::string_view text, const MbdmFileName& file, std::span<const MbdmLabel> labels,
                    Diagnostics& diagnostics) {
  return read_mbdm_list(text, file, {labels, labels.size(), "", "", "", false}, diagnostics).head;
}

}  // namespace

Value read_mbdm_tracers(std::string_view text, const MbdmFileName& file, const std::vector<MbdmBody>& bodies,
                        Diagnostics& diagnostics) {
  using enum MbdmContent;
  static const std::vector<MbdmLabel> kLabels{{"Number of tracer groups", numbers},
                                              {"Tracer group", header},
                                              {"Body ID", numbers, 1, {"body"}},
                                              {"Number of tracers", numbers},
                                              {std::string(kTracer), numbers, 3, {}, true}};
  const MbdmList list =
      read_mbdm_list(text, file, {kLabels, 1, "Tracer group", "Body ID", "tracer group", false}, diagnostics);
  check_count(list.head, "Number of tracer groups", list.items.size(),
              list.items.size() == 1 ? "group" : "groups");
  ValueList groups;
  for (const MbdmItem& item : list.items) {
    const MbdmBody* body = body_of(item, "Body ID", bodies);
    check_count(item, "Number of tracers", item.count(kTracer),
                item.count(kTracer) == 1 ? "tracer" : "tracers");
    ValueList points;
    for (const MbdmNumbers& point : item.all_numbers(kTracer)) points.push_back(point.to_value());
    if (body && !points.empty())
      groups.push_back(Value::map({{"node", Value(body->node).set_place(item.place_of("Body ID"))},
                                   {"points", Value(std::move(points)).set_place(item.place())}})
                           .set_place(item.place()));
  }
  return Value(std::move(groups)).set_place(list.head.place());
}

ValueList read_mbdm_moorings(std::string_view text, const MbdmFileName& file,
                             const std::vector<MbdmBody>& bodies, ModelDesc& model,
                             Diagnostics& diagnostics) {
  using enum MbdmContent;
  static const std::vector<MbdmLabel> kLabels{
      {"Number of mooring lines", numbers},
      {"Mooring", header, 1, {"mooring line"}},
      {std::string(kFairleadBody), numbers, 1, {"fairlead attached to body"}},
      {std::string(kAnchor), numbers, 3},
      {std::string(kFairlead), numbers, 3, {"fairlead location in lcs"}},
      {std::string(kCorrection), numbers, 3},
      {std::string(kFreeLength), numbers},
      {std::string(kStiffness), numbers},
      {std::string(kDamping), numbers},
      {"Taut only", numbers}};
  const MbdmList list =
      read_mbdm_list(text, file, {kLabels, 1, "Mooring", kFairleadBody, "mooring", true}, diagnostics);
  check_count(list.head, "Number of mooring lines", list.items.size(),
              list.items.size() == 1 ? "line" : "lines");
  ValueList names;
  std::set<std::string> taken;
  for (const Card* joint : model.of_kind("joint")) taken.insert(mbdm_identifier(joint->name));
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const std::string name = mooring_name(list.items[i], i + 1, taken);
    model.cards.push_back(mooring_card(list.items[i], name, bodies));
    names.push_back(Value(name).set_place(list.items[i].place()));
  }
  return names;
}

void read_mbdm_flags(std::string_view text, const MbdmFileName& file, Card& solver, Card& mbdm,
                     Diagnostics& diagnostics) {
  using enum MbdmContent;
  static const std::vector<MbdmLabel> kLabels{{"Debug"},
                                              {"Timer"},
                                              {"Store A matrix"},
                                              {"Attempt fix"},
                                              {"Integrator", words},
                                              {"System matrix", words},
                                              {"Partition", words},
                                              {"Tolerance"}};
  const MbdmItem item = read_lines(text, file, kLabels, diagnostics);
  mbdm.set("debug", item.flag("Debug").value_or(false));
  mbdm.set("timer", item.flag("Timer").value_or(false));
  mbdm.set("store_matrices", item.flag("Store A matrix").value_or(false));
  solver.set("attempt_fix", item.flag("Attempt fix").value_or(false));
  read_word_field(item, "Integrator", {"rk4", "symplectic_euler", "rk45"}, "integrator", solver);
  read_word_field(item, "System matrix", {"euler_parameters", "angular_velocity"}, "matrix", solver);
  read_word_field(item, "Partition", {"when_needed", "every_step"}, "partition", solver);
  read_error_tolerance(item, solver);
}

void check_mbdm_solvers(std::string_view text, const MbdmFileName& file, const std::vector<MbdmBody>& bodies,
                        Diagnostics& diagnostics) {
  using enum MbdmContent;
  static const std::vector<MbdmLabel> kLabels{{"hmb nproc", numbers},
                                              {"hmb root", words},
                                              {"hmb argv", words},
                                              {"sph nproc", numbers},
                                              {"sph root", words},
                                              {std::string(kCoupling), numbers},
                                              {"RPM", numbers},
                                              {"Uwind [m/s]", numbers},
                                              {"Rho [kg/m3]", numbers},
                                              {"Cmax [m]", numbers},
                                              {"R [m]", numbers},
                                              {"HMB body ID", numbers},
                                              {"SPH body ID", numbers},
                                              {"Update HMB every (n) MBDM steps", numbers},
                                              {"spoolup [deg]", numbers, 1, {"spool up"}},
                                              {"t start coupling [s]", numbers}};
  const int errors_before = diagnostics.error_count();
  const MbdmItem item = read_lines(text, file, kLabels, diagnostics);
  for (const char* label : {"hmb nproc", "sph nproc", "Update HMB every (n) MBDM steps"}) {
    const auto number = item.has(label) ? item.integer(label) : std::nullopt;
    if (number && *number < 1)
      item.error(item.place_of(label), fmt::format("{}: must be at least 1, got {}", label, *number));
  }
  for (const char* label :
       {"RPM", "Uwind [m/s]", "Rho [kg/m3]", "Cmax [m]", "R [m]", "spoolup [deg]", "t start coupling [s]"})
    item.optional_numbers(label);
  for (const char* label : {"HMB body ID", "SPH body ID"})
    if (item.has(label)) body_of(item, label, bodies);
  const auto coupling = item.has(kCoupling) ? item.integer(kCoupling) : std::nullopt;
  if (coupling && (*coupling < 0 || *coupling > 2))
    item.error(item.place_of(kCoupling), fmt::format("coupling type: expected 0, 1 or 2, got {}", *coupling));
  if (diagnostics.error_count() == errors_before) refuse_coupling(item, kLabels);
}

}  // namespace pintle
