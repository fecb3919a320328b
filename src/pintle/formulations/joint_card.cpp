// The solver card of type "joint".
#include <array>

#include "pintle/base/name_list.h"
#include "pintle/formulations/joint.h"
#include "pintle/system/registry.h"

namespace pintle {

namespace {

constexpr std::array<std::string_view, 3> kJointMethods{"rk4", "rk45", "implicit"};

}  // namespace

std::string_view name_of(JointMethod method) { return kJointMethods[static_cast<std::size_t>(method)]; }

JointSettings read_joint(const CheckedCard& card) {
  JointSettings settings;
  for (const JointMethod method : {JointMethod::rk4, JointMethod::rk45, JointMethod::implicit})
    if (card.choice("integrator") == name_of(method)) settings.method = method;
  settings.cut = names_in(card.text("cut"));
  settings.cut_place = card.place_of("cut");
  settings.tolerance = card.real("tolerance");
  settings.error_tolerance = card.real("error_tolerance");
  return settings;
}

void register_joint_solver(Registry& registry) {
  registry.add(
      CardSchema("solver", "joint")
          .summary("The coordinates of joints are integrated: bodies hang on each other as a tree, loops are "
                   "closed by the equations of the joints that are cut.")
          .choice("integrator", {"rk4", "rk45", "implicit"},
                  "Runge-Kutta of order 4 with the steps of the analysis; Runge-Kutta 4(5) with steps of its "
                  "own within those of the analysis; the same, diagonally implicit and of order 4, for stiff "
                  "loads")
          .optional("rk4")
          .text("cut",
                "names of joints, with commas between them, that are met by their equations and not taken "
                "into the tree; other loops are cut where that keeps them short")
          .optional("")
          .real("tolerance", "violation allowed of the equations outside the tree (m and 1)")
          .positive()
          .optional(1e-10)
          .real("error_tolerance", "rk45 and implicit: local error allowed per step, relative and in m")
          .positive()
          .optional(1e-8));
}

}  // namespace pintle
