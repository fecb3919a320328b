// Elements with one fault each: the battery has to find every one of them.
#pragma once

#include <memory>

#include "pintle/joints/pair_joint_set.h"
#include "pintle/system/attachment.h"
#include "tests/support/battery.h"

namespace pintle {

// A revolute hinge with the wrong sign in one term of the reaction tangent.
struct WrongTangent : Perpendicular<2, 1> {
  static void add_reaction_tangent(const PairPose& pose, const double* lambda, PairStiffness& k) {
    PairStiffness right;
    Perpendicular<2, 1>::add_reaction_tangent(pose, lambda, right);
    k.aa += right.aa;
    k.ab -= right.ab;
    k.ba += right.ba;
    k.bb += right.bb;
  }
};
struct HingeWithWrongTangent {
  static constexpr std::string_view kType = "hinge with a wrong tangent";
  using Equations = EquationList<Coincidence, Perpendicular<2, 0>, WrongTangent>;
  static constexpr int kPrescribed = 0;
};

// A joint whose last equation says the same as the one before.
struct SameAgain : Perpendicular<2, 0> {
  static std::string name(int) { return "the same again"; }
};
struct HingeWithDependentEquation {
  static constexpr std::string_view kType = "hinge with a dependent equation";
  using Equations = EquationList<Coincidence, Perpendicular<2, 0>, SameAgain>;
  static constexpr int kPrescribed = 0;
};

// A joint that declares a motion free which it hinders.
struct HingeWithWrongFreedom {
  static constexpr std::string_view kType = "hinge with a wrong freedom";
  using Equations = EquationList<Coincidence, Perpendicular<2, 0>, Perpendicular<2, 1>>;
  static constexpr int kPrescribed = 0;
  static constexpr std::array<FreeMotion, 1> free_motion() { return {{{FreeMotion::Kind::rotation, 0}}}; }
};

// A joint without the centripetal term of its second derivative.
struct WrongBias : Coincidence {
  static void bias(const PairPose&, const PairRates&, double* out) { Eigen::Map<Vec3>(out).setZero(); }
};
struct BallWithWrongBias {
  static constexpr std::string_view kType = "ball with a wrong bias";
  using Equations = EquationList<WrongBias>;
  static constexpr int kPrescribed = 0;
};

// A joint that forgets the arm of its force on the first side.
struct WrongReaction : Coincidence {
  static void add_reaction(const PairPose& pose, const double* lambda, Wrench& on_a, Wrench& on_b) {
    Coincidence::add_reaction(pose, lambda, on_a, on_b);
    on_a.moment.setZero();
  }
};
struct BallWithWrongReaction {
  static constexpr std::string_view kType = "ball with a wrong reaction";
  using Equations = EquationList<WrongReaction>;
  static constexpr int kPrescribed = 0;
};

// What can be wrong with a spring that pulls the origins of two nodes together.
enum class SpringFault {
  none,
  does_nothing,
  pulls_one_side_only,
  knows_a_direction,
  knows_the_speed_of_the_ground,
  has_half_the_energy,
  reserves_no_cross_block,
  remembers_outside_of_the_state,
  writes_too_many_outputs,
  leaves_an_output_out,
  allocates,
  has_false_momentum,
  has_no_unit,
  has_a_tangent_that_is_not_a_number
};

BatterySubject faulty_spring(SpringFault fault);

}  // namespace pintle
