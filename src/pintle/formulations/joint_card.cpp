// The solver card of type "joint".
#include "pintle/base/name_list.h"
#include "pintle/formulations/joint.h"
#include "pintle/system/registry.h"

namespace pintle {

std::string_view name_of(JointMethod method) { return method == JointMethod::rk4 ? "rk4" : "rk45"; }

JointSettings read_joint(const CheckedCard& card) {
  JointSettings settings;
  settings.method = card.choice("integrator") == "rk45" ? JointMethod::rk45 : JointMethod::rk4;
  settings.cut = names_in(card.text("cut"));
  settings.tolerance = card.real("tolerance");
  settings.error_tolerance = card.real("error_tolerance");
  return settings;
}

void register_joint_solver(Registry& registry) {
  registry.add(
      CardSchema("solver", "joint")
          .summary("The coordinates of joints are integrated: bodies hang on each other as a tree, loops are "
                   "closed by the equations of the joints that are cut.")
          .choice("integrator", {"rk4", "rk45"},
                  "Runge-Kutta of order 4 with the steps of the analysis; Runge-Kutta 4(5) with steps of its "
                  "own within those of the analysis")
          .optional("rk4")
          .text("cut",
                "names of joints, with commas between them, that are met by their equations and not taken "
                "into the tree; other loops are cut where that keeps them short")
          .optional("")
          .real("tolerance", "violation allowed of the equations outside the tree (m and 1)")
          .positive()
          .optional(1e-10)
          .real("error_tolerance", "rk45: local error allowed per step, relative and in m")
          .positive()
          .optional(1e-8));
}

}  // namespace pintle
