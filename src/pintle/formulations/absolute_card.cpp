// The solver card of type "absolute": what it says, and the integrator that it asks for.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "pintle/formulations/absolute.h"
#include "pintle/integrators/generalised_alpha.h"
#include "pintle/integrators/linear_multistep.h"
#include "pintle/system/registry.h"

namespace pintle {

namespace {

constexpr std::array<std::string_view, 6> kMethods{"generalised_alpha", "ms", "hope", "bdf", "crank_nicolson",
                                                   "implicit_euler"};

IntegrationMethod method_of(std::string_view name) {
  const auto at = std::find(kMethods.begin(), kMethods.end(), name);
  return static_cast<IntegrationMethod>(at == kMethods.end() ? 0 : at - kMethods.begin());
}

// A number is checked here; what changes is built with the system.
void read_radius(const CheckedCard& card, AbsoluteSettings& settings, Diagnostics& diagnostics) {
  if (!has_radius(settings.method)) {
    if (card.is_given("rho"))
      diagnostics.error(
          card.place_of("rho"),
          fmt::format("rho: the method '{}' has no spectral radius to choose", name_of(settings.method)),
          "leave it out, or take generalised_alpha, ms or hope");
    return;
  }
  const Card rho = card.drive_card("rho");
  if (rho.type != "constant") {
    if (settings.method == IntegrationMethod::generalised_alpha)
      diagnostics.error(card.place_of("rho"), "rho: generalised_alpha wants a number",
                        "a spectral radius that changes is possible with ms and hope");
    return;
  }
  settings.rho = rho.find("value")->as_number();
  if (!(settings.rho >= 0.0 && settings.rho <= 1.0))
    diagnostics.error(card.place_of("rho"),
                      fmt::format("rho: must be {}, got {:g}",
                                  settings.rho > 1.0 ? "at most 1" : "at least 0", settings.rho));
}

}  // namespace

std::string_view name_of(IntegrationMethod method) { return kMethods[static_cast<std::size_t>(method)]; }

bool has_radius(IntegrationMethod method) {
  return method == IntegrationMethod::generalised_alpha || method == IntegrationMethod::ms ||
         method == IntegrationMethod::hope;
}

std::unique_ptr<Integrator> make_integrator(const Layout& layout, const AbsoluteSettings& settings) {
  const auto multistep = [&](MultistepMethod method, double rho = 0.0) {
    return std::make_unique<LinearMultistep>(layout, settings.formulation, method, rho);
  };
  switch (settings.method) {
    case IntegrationMethod::ms:
      return multistep(MultistepMethod::ms, settings.rho);
    case IntegrationMethod::hope:
      return multistep(MultistepMethod::hope, settings.rho);
    case IntegrationMethod::bdf:
      return multistep(settings.bdf_order == 1 ? MultistepMethod::implicit_euler : MultistepMethod::ms);
    case IntegrationMethod::crank_nicolson:
      return multistep(MultistepMethod::crank_nicolson);
    case IntegrationMethod::implicit_euler:
      return multistep(MultistepMethod::implicit_euler);
    case IntegrationMethod::generalised_alpha:
      break;
  }
  return std::make_unique<GeneralisedAlpha>(layout, settings.formulation, settings.rho);
}

void build_drives(const CheckedCard& card, SystemBuilder& builder, AbsoluteSettings& settings) {
  const bool can_change =
      settings.method == IntegrationMethod::ms || settings.method == IntegrationMethod::hope;
  if (card.has_errors() || !can_change) return;
  const Card rho = card.drive_card("rho");
  if (rho.type != "constant") settings.changing_rho = builder.drive(rho, "1");
}

AbsoluteSettings read_absolute(const CheckedCard& card, Diagnostics& diagnostics) {
  AbsoluteSettings settings;
  settings.method = method_of(card.choice("method"));
  settings.bdf_order = card.integer("order");
  const std::string& group = card.choice("group");
  settings.formulation = group == "mixed"   ? LieFormulation::mixed
                         : group == "local" ? LieFormulation::local
                                            : LieFormulation::spatial;
  if (!card.has_errors()) read_radius(card, settings, diagnostics);
  const std::string& stabilisation = card.choice("stabilisation");
  settings.stabilisation = stabilisation == "index2" ? ConstraintStabilisation::index2
                           : stabilisation == "none" ? ConstraintStabilisation::none
                                                     : ConstraintStabilisation::automatic;
  settings.tolerances.relative = card.real("tolerance");
  settings.tolerances.force = settings.tolerances.moment = settings.tolerances.scalar =
      card.real("force_tolerance");
  settings.tolerances.constraint = card.real("constraint_tolerance");
  if (card.has("solution_tolerance")) settings.tolerances.solution = card.real("solution_tolerance");
  settings.newton.max_iterations = card.integer("max_iterations");
  const std::string& linear = card.choice("linear_solver");
  settings.linear_solver = linear == "klu"       ? LinearSolverKind::klu
                           : linear == "dense"   ? LinearSolverKind::dense
                           : linear == "umfpack" ? LinearSolverKind::umfpack
                                                 : LinearSolverKind::automatic;
  const auto available = available_linear_solvers();
  if (linear != "automatic" && std::find(available.begin(), available.end(), linear) == available.end())
    diagnostics.error(card.place_of("linear_solver"),
                      fmt::format("linear_solver: this build has no '{}'", linear),
                      fmt::format("available: {}", fmt::join(available, ", ")));
  return settings;
}

void register_absolute_solver(Registry& registry) {
  registry.add(
      CardSchema("solver", "absolute")
          .summary("Absolute coordinates and multipliers, integrated on the groups of the nodes, Newton with "
                   "reused factors.")
          .choice("method", {"generalised_alpha", "ms", "hope", "bdf", "crank_nicolson", "implicit_euler"},
                  "how time is stepped")
          .optional("generalised_alpha")
          .choice("group", {"spatial", "mixed", "local"}, "on which group and side the nodes with axes move")
          .optional("spatial")
          .drive("rho",
                 "spectral radius at infinite frequency: 1 no numerical damping, 0 strongest; of "
                 "generalised_alpha, ms and hope, with the latter two it may change")
          .optional(0.8)
          .field_synonyms({"rho_inf", "rho_infinity", "spectral_radius"})
          .integer("order", "of bdf, 1 or 2")
          .at_least(1)
          .at_most(2)
          .optional(2)
          .choice("stabilisation", {"automatic", "none", "index2"},
                  "index2: velocities meet the constraints too; automatic: with rho above 0.95 of "
                  "generalised_alpha and constraints")
          .optional("automatic")
          .real("tolerance", "of each balance, relative to its largest contribution")
          .positive()
          .optional(1e-8)
          .real("force_tolerance", "absolute part of it, in N, N m")
          .positive()
          .optional(1e-10)
          .real("constraint_tolerance", "of constraints, relative to the model's size and in rad")
          .positive()
          .optional(1e-10)
          .real("solution_tolerance", "increments no larger than this, in m and rad, end the iteration, too")
          .positive()
          .optional()
          .integer("max_iterations", "per step")
          .at_least(1)
          .optional(20)
          .choice("linear_solver", {"automatic", "klu", "dense", "umfpack"}, "automatic: by size")
          .optional("automatic"));
}

}  // namespace pintle
