#include "pintle/analysis/linear.h"

#include "pintle/analysis/dynamic.h"
#include "pintle/system/registry.h"

namespace pintle {

LinearReport analyse_linear(const System& system, State& state, const EquilibriumSettings& settings,
                            Diagnostics& diagnostics) {
  LinearReport report;
  report.equilibrium = find_equilibrium(system, state, settings, diagnostics);
  if (!report.equilibrium.is_found) return report;
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
  registry.add(std::move(with_assembly_fields(with_equilibrium_fields(schema))));
}

}  // namespace pintle
