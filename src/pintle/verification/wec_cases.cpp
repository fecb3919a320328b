// The two systems of document 001, dry: small motions against those of any size. At small amplitude the
// linear model is the limit of the other, and what it misses falls with the square of the amplitude.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "pintle/verification/cases.h"
#include "pintle/verification/model_cards.h"

namespace pintle {

namespace {

// s; the period of the document's wave
constexpr double kWavePeriod = 6.8966, kSeaEnd = 30.0, kSeaStep = 0.02;
const Mat3 kAxisAlongY = Eigen::AngleAxisd(-std::numbers::pi / 2, Vec3::UnitX()).toRotationMatrix();

// Grows from nothing and then goes on: the start is at rest and in balance.
Value wave(double size, const char* function, double phase) {
  return fmt::format("{:.17g} * (1 - exp(-(t / 6)^2)) * {}({:.17g} * t - {:.17g})", size, function,
                     2.0 * std::numbers::pi / kWavePeriod, phase);
}

Card wave_card(const char* type, const std::string& node, const std::array<Value, 3>& values) {
  return load_card(type, fmt::format("{} on {}", type, node))
      .set("at", node)
      .set("value", Value::list({values[0], values[1], values[2]}));
}

Value diagonal(std::initializer_list<double> entries) {
  ValueList list;
  for (const double entry : entries) list.emplace_back(entry);
  return list;
}

Card viscoelastic_card(const char* type, const char* name, Value a, Value b, Value stiffness,
                       Value viscosity) {
  return joint_card(type, name, std::move(a), std::move(b))
      .set("law", Value::map({{"type", "linear_viscoelastic_generic"},
                              {"stiffness", std::move(stiffness)},
                              {"viscosity", std::move(viscosity)}}));
}

// examples/three_barges.json
ModelDesc three_barges(double height) {
  std::vector<Card> cards{dynamic_card(kSeaEnd, kSeaStep)};
  const std::array<std::string, 3> names{"bow", "middle", "stern"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double phase = 1.9 * static_cast<double>(i);
    cards.push_back(node_card(names[i], {22.0 * static_cast<double>(i), 0, 0}));
    cards.push_back(body_card(names[i], 2e5, {1.2e6, 6.8e6, 7.7e6}));
    cards.push_back(wave_card("force", names[i],
                              {wave(4e4 * height, "sin", phase), 0.0, wave(6e4 * height, "cos", phase)}));
    cards.push_back(wave_card("couple", names[i], {0.0, wave(5e5 * height, "sin", phase), 0.0}));
    if (i == 0) continue;
    cards.push_back(joint_card("revolute_hinge", i == 1 ? "first hinge" : "second hinge",
                               attachment(names[i - 1], {11, 0, 0}, kAxisAlongY),
                               attachment(names[i], {-11, 0, 0}, kAxisAlongY)));
    cards.push_back(viscoelastic_card("deformable_hinge", i == 1 ? "first take-off" : "second take-off",
                                      names[i - 1], names[i], diagonal({2e8, 2e8, 2e8}),
                                      diagonal({5e7, 5e7, 5e7})));
  }
  cards.push_back(viscoelastic_card("deformable_joint", "mooring", "ground", "bow",
                                    diagonal({3e5, 3e5, 6e5, 2e8, 4e8, 4e8}),
                                    diagonal({1.5e5, 1.5e5, 2e5, 5e7, 1e8, 1e8})));
  return model_of("three barges", std::move(cards));
}

// examples/sliding_mass_buoy.json; the spring carries the mass at the start.
ModelDesc sliding_mass_buoy(double height) {
  return model_of(
      "buoy with a sliding mass",
      {gravity_card({0, 0, -9.81}), node_card("buoy", {0, 0, 0}), node_card("mass", {0, 0, -3}),
       body_card("buoy", 1e5, {1.2e6, 1.2e6, 6e5}).set("center_of_mass", list_of({0, 0, -1})),
       body_card("mass", 3e4, {3e4, 3e4, 2e4}),
       viscoelastic_card("deformable_joint", "mooring", "ground", "buoy",
                         diagonal({1.5e5, 1.5e5, 4e5, 4e6, 4e6, 2e6}),
                         diagonal({4e4, 4e4, 8e4, 6e5, 6e5, 3e5})),
       joint_card("prismatic", "guide", attachment("buoy", {0, 0, -3}), "mass"),
       joint_card("spring_damper", "spring", attachment("buoy", {0, 0, 2}), "mass")
           .set("stiffness", 1.2e5)
           .set("damping", 2e4)
           .set("length", 5.0 - 3e4 * 9.81 / 1.2e5),
       load_card("force", "buoyancy").set("at", "buoy").set("value", list_of({0, 0, 1.3e5 * 9.81})),
       wave_card(
           "force", "buoy",
           {wave(2e4 * height, "sin", 0.0), wave(5e3 * height, "sin", 0.0), wave(4e4 * height, "cos", 0.0)}),
       wave_card("couple", "buoy", {wave(-5e4 * height, "sin", 0.0), wave(2e5 * height, "sin", 0.0), 0.0}),
       dynamic_card(kSeaEnd, kSeaStep)});
}

// Positions and rotations of all nodes at all steps.
std::vector<VecX> history_of(const ModelDesc& model, const std::string& formulation) {
  JobOptions options;
  options.formulation = formulation;
  std::vector<VecX> history;
  run_sampled(model, {kSeaEnd}, options,
              [&](const System&, const State& state, const Context&) { history.push_back(state.q); });
  return history;
}

struct SeaComparison {
  double difference = 0.0, motion = 0.0;  // largest, m and half rad
};
SeaComparison compare_runs(const ModelDesc& model) {
  const std::vector<VecX> linear = history_of(model, "linear"), finite = history_of(model, "joint");
  SeaComparison out;
  for (std::size_t i = 0; i < linear.size(); ++i) {
    out.difference = std::max(out.difference, (linear[i] - finite[i]).lpNorm<Eigen::Infinity>());
    out.motion = std::max(out.motion, (finite[i] - finite[0]).lpNorm<Eigen::Infinity>());
  }
  return out;
}

// Four seas, each half as high as the one before, and a heavy one.
VerificationOutcome compare_seas(ModelDesc (*model_of_height)(double), double heavy) {
  std::vector<double> differences;
  SeaComparison last;
  for (double height = 1.0; height > 0.1; height *= 0.5) {
    last = compare_runs(model_of_height(height));
    differences.push_back(last.difference);
  }
  VerificationOutcome outcome;
  VerificationRow row;
  row.quantity = "height 1/8: linear - joint, of the motion";
  row.computed = row.error = last.difference / last.motion;
  row.tolerance = 0.02;
  row.order = observed_order(differences);
  row.least_order = 1.9;
  row.note = fmt::format("moves by {:.2g} m", last.motion);
  outcome.rows.push_back(row);

  // The other way round: what is too small is wrong.
  constexpr double kVisible = 0.1;
  const SeaComparison far = compare_runs(model_of_height(heavy));
  VerificationRow visible;
  visible.quantity = fmt::format("height {:g}: linear - joint, of the motion", heavy);
  visible.reference = kVisible;
  visible.computed = far.difference / far.motion;
  visible.error = std::max(0.0, kVisible - visible.computed);
  visible.note = fmt::format("at least; moves by {:.2g} m", far.motion);
  outcome.rows.push_back(visible);
  return outcome;
}

}  // namespace

void add_wec_cases(std::vector<VerificationCase>& all) {
  all.push_back({"wec/three_barges",
                 "document 001, dry: difference of linear and joint runs, order 2 in the amplitude",
                 [] { return compare_seas(three_barges, 16.0); }});
  all.push_back({"wec/sliding_mass_buoy",
                 "document 001, dry: difference of linear and joint runs, order 2 in the amplitude",
                 [] { return compare_seas(sliding_mass_buoy, 8.0); }});
}

}  // namespace pintle
