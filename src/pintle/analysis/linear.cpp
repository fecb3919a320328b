#include "pintle/analysis/linear.h"

#include <fmt/format.h>

#include "pintle/analysis/dynamic.h"
#include "pintle/base/wording.h"
#include "pintle/system/registry.h"

namespace pintle {

namespace {

// d(friction) / d(lambda) has no part in the matrices. (linear.md)
void tell_what_is_left_out(const System& system, Diagnostics& diagnostics) {
  for (const auto& set : system.sets()) {
    const ConstraintSet* constraints = set->as_constraints();
    if (!constraints || constraints->is_ideal()) continue;
    for (Index element = 0; element < set->size(); ++element)
      diagnostics.note(
          set->label(element).place,
          fmt::format(
              "'{}': friction is taken with the reactions of the equilibrium; changes of it that follow "
              "from changes of these are left out of the matrices",
              set->label(element).name));
  }
  for (const Measurement& measurement : system.measurements())
    if (measurement.is_of_element())
      diagnostics.warning(
          {},
          fmt::format("what drives make of '{}' is left out of the matrices: quantities of joints "
                      "and other elements have no derivatives",
                      measurement.name),
          "let them listen to quantities of nodes instead");
}

// The first node or scalar that the model lets start with a velocity.
std::string moving_node(const System& system, const State& described) {
  for (FrameIndex frame = 1; frame < system.layout().frames(); ++frame) {
    const Index first = system.layout().motion_of(frame);
    const Index count = system.layout().is_displacement(frame) ? 3 : 6;
    if (!described.v.segment(first, count).isZero(0.0)) return system.node_of(frame).label.name;
  }
  for (Index scalar = 0; scalar < system.layout().scalars; ++scalar)
    if (described.v[system.layout().first_scalar() + scalar] != 0.0)
      return system.node_of_scalar(scalar).label.name;
  return {};
}

}  // namespace

LinearReport analyse_linear(const System& system, State& state, const EquilibriumSettings& settings,
                            Diagnostics& diagnostics) {
  LinearReport report;
  if (const std::string moving = moving_node(system, state); !moving.empty() && !settings.is_at_rest) {
    report.equilibrium.failure = "small motions are found about a state of rest, not about one that moves";
    diagnostics.error(
        {},
        fmt::format("node '{}' starts with a velocity: {}, and a motion that spins, say, has other "
                    "modes than the same model at rest",
                    moving, report.equilibrium.failure),
        fmt::format("for those at rest: {}", worded("--at-rest, or \"at_rest\": true in the analysis",
                                                    "analysis.linear(at_rest=True)")));
    return report;
  }
  report.equilibrium = find_equilibrium(system, state, settings, diagnostics);
  if (!report.equilibrium.is_found) return report;
  tell_what_is_left_out(system, diagnostics);
  report.model = linearise(system, state);
  const LinearModel& model = report.model;
  for (Mode& mode : find_modes(model.M, model.C, model.K)) {
    const VecXc displacement = model.Z * mode.shape;
    report.modes.push_back({std::move(mode), displacement});
  }
  return report;
}

void register_linear_analysis(Registry& registry) {
  CardSchema schema("analysis", "linear");
  schema.summary(
      "Frequencies, damping and shapes of small motions about the equilibrium, and the matrices of mass, "
      "damping and stiffness in the coordinates of the joints.");
  with_assembly_fields(with_equilibrium_fields(schema))
      .boolean("at_rest", "of a model whose nodes start with velocities: leave these out")
      .optional(false);
  registry.add(std::move(schema));
}

}  // namespace pintle
