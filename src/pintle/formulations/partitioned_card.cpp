// The solver card of type "partitioned".
#include <fmt/format.h>

#include <array>

#include "pintle/formulations/partitioned.h"
#include "pintle/system/registry.h"

namespace pintle {

namespace {

constexpr std::array<std::string_view, 3> kExplicitMethods{"rk4", "symplectic_euler", "rk45"};
constexpr std::array<std::string_view, 2> kSystemMatrices{"angular_velocity", "euler_parameters"};

template <class Choice, std::size_t N>
Choice chosen(const std::string& word, const std::array<std::string_view, N>& names) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == word) return static_cast<Choice>(i);
  return {};
}

}  // namespace

std::string_view name_of(ExplicitMethod method) { return kExplicitMethods[static_cast<std::size_t>(method)]; }
std::string_view name_of(SystemMatrix matrix) { return kSystemMatrices[static_cast<std::size_t>(matrix)]; }

PartitionedSettings read_partitioned(const CheckedCard& card) {
  PartitionedSettings settings;
  settings.method = chosen<ExplicitMethod>(card.choice("integrator"), kExplicitMethods);
  settings.matrix = chosen<SystemMatrix>(card.choice("matrix"), kSystemMatrices);
  settings.partitions_every_step = card.choice("partition") == "every_step";
  settings.tolerance = card.real("tolerance");
  settings.max_iterations = card.integer("max_iterations");
  settings.error_tolerance = card.real("error_tolerance");
  settings.attempts_fix = card.boolean("attempt_fix");
  return settings;
}

std::string why_not_partitioned(const System& system) {
  for (const ConstraintLevel level : {ConstraintLevel::velocity, ConstraintLevel::acceleration})
    if (const std::vector<Index> multipliers = system.multipliers_of(level); !multipliers.empty())
      return fmt::format("{} is an equation on {}, which coordinate partitioning does not take",
                         system.name_of(EquationId{system.layout().first_multiplier() + multipliers.front()}),
                         level == ConstraintLevel::velocity ? "velocities" : "accelerations");
  if (system.has_modes())
    return "it has friction or elements that are switched on and off, which coordinate partitioning does not "
           "take";
  return {};
}

void register_partitioned_solver(Registry& registry) {
  registry.add(
      CardSchema("solver", "partitioned")
          .summary("Independent coordinates are integrated by explicit methods, the others follow from the "
                   "constraints: coordinate partitioning in Euler parameters.")
          .choice("integrator", {"rk4", "symplectic_euler", "rk45"},
                  "Runge-Kutta of order 4 with the steps of the analysis; symplectic Euler; Runge-Kutta 4(5) "
                  "with "
                  "steps of its own within those of the analysis")
          .optional("rk4")
          .choice(
              "matrix", {"angular_velocity", "euler_parameters"},
              "unknowns of the accelerations: those of the angular velocities, or of the Euler parameters")
          .optional("angular_velocity")
          .choice("partition", {"when_needed", "every_step"},
                  "when the independent coordinates are chosen: when errors would grow otherwise, or at "
                  "every step")
          .optional("when_needed")
          .real("tolerance", "violation of the constraints that ends the iteration for positions (m and 1)")
          .positive()
          .optional(1e-10)
          .integer("max_iterations", "of Newton's method for the positions")
          .at_least(1)
          .optional(50)
          .real("error_tolerance", "rk45: local error allowed per step, relative and in m")
          .positive()
          .optional(1e-8)
          .boolean(
              "attempt_fix",
              "replace steps that differ from symplectic Euler's by more than the tolerance; not advised: it "
              "makes the method one of first order")
          .optional(false));
}

}  // namespace pintle
