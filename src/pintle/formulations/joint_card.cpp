// The solver card of type "joint".
#include <fmt/format.h>

#include <array>

#include "pintle/base/name_list.h"
#include "pintle/formulations/joint.h"
#include "pintle/system/registry.h"

namespace pintle {

namespace {

constexpr std::array<std::string_view, 4> kJointMethods{"rk4", "rk45", "implicit", "generalised_alpha"};

constexpr std::array kAllJointMethods{JointMethod::rk4, JointMethod::rk45, JointMethod::implicit,
                                      JointMethod::generalised_alpha};

// Fields that the integrator has no use for are a misunderstanding.
void check_fields_of_method(const CheckedCard& card, JointMethod method, Diagnostics& diagnostics) {
  const bool is_alpha = method == JointMethod::generalised_alpha;
  const bool is_adaptive = method == JointMethod::rk45 || method == JointMethod::implicit;
  if (card.is_given("rho") && !is_alpha)
    diagnostics.error(
        card.place_of("rho"),
        fmt::format("rho: the integrator '{}' has no spectral radius to choose", name_of(method)),
        "leave it out, or take generalised_alpha");
  if (is_alpha && card.choice("loops") == "reduction")
    diagnostics.error(card.place_of("loops"), "loops: generalised_alpha meets equations by their multipliers",
                      "leave it out, or take rk4, rk45 or implicit");
  if (card.is_given("error_tolerance") && !is_adaptive)
    diagnostics.error(
        card.place_of("error_tolerance"),
        fmt::format("error_tolerance: the integrator '{}' takes the steps of the analysis", name_of(method)),
        "leave it out, or take rk45 or implicit");
}

}  // namespace

std::string_view name_of(JointMethod method) { return kJointMethods[static_cast<std::size_t>(method)]; }

JointSettings read_joint(const CheckedCard& card, Diagnostics& diagnostics) {
  JointSettings settings;
  for (const JointMethod method : kAllJointMethods)
    if (card.choice("integrator") == name_of(method)) settings.method = method;
  if (card.choice("loops") == "reduction") settings.loops = LoopClosure::reduction;
  settings.cut = names_in(card.text("cut"));
  settings.cut_place = card.place_of("cut");
  settings.tolerance = card.real("tolerance");
  settings.error_tolerance = card.real("error_tolerance");
  settings.rho = card.real("rho");
  if (!card.has_errors()) check_fields_of_method(card, settings.method, diagnostics);
  return settings;
}

void register_joint_solver(Registry& registry) {
  registry.add(
      CardSchema("solver", "joint")
          .summary("The coordinates of joints are integrated: bodies hang on each other as a tree, loops are "
                   "closed by the equations of the joints that are cut.")
          .choice("integrator", {"rk4", "rk45", "implicit", "generalised_alpha"},
                  "Runge-Kutta of order 4 with the steps of the analysis; Runge-Kutta 4(5) with steps of its "
                  "own; the same, diagonally implicit and of order 4, for stiff loads; for these with the "
                  "steps of the analysis: the method of the absolute formulation, of order 2")
          .optional("rk4")
          .text("cut",
                "names of joints, with commas between them, that are met by their equations and not taken "
                "into the tree; other loops are cut where that keeps them short")
          .names("joint")
          .optional("")
          .choice("loops", {"multipliers", "reduction"},
                  "how the equations outside the tree are met: by their multipliers, all coordinates being "
                  "integrated; or by solving them for the dependent coordinates, the independent ones alone "
                  "being integrated")
          .optional("multipliers")
          .real("tolerance", "violation allowed of the equations outside the tree (m and 1)")
          .positive()
          .optional(1e-10)
          .real("error_tolerance", "rk45 and implicit: local error allowed per step, relative and in m")
          .positive()
          .optional(1e-8)
          .real(
              "rho",
              "generalised_alpha: spectral radius at infinite frequency: 1 no numerical damping, 0 strongest")
          .at_least(0)
          .at_most(1)
          .optional(0.8)
          .field_synonyms({"rho_inf", "rho_infinity", "spectral_radius"}));
}

}  // namespace pintle
