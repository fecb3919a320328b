// The battery for joints between two attachments: the shared checks on joints a-b, ground-c and d-ground (and
// e-p, a displacement node, where the joint holds no axes), and the equations against dual numbers.
//
//   TEST(RevoluteHinge, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<RevoluteHinge>()); }
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "pintle/joints/pair_joint_set.h"
#include "pintle/math/dual.h"
#include "tests/support/battery.h"

namespace pintle {

// Second derivatives along one or two directions.
using Dual2 = Dual<Dual<double, 1>, 1>;

// An equation without its type, so that the checks are compiled once.
struct EquationFunctions {
  int rows;
  std::string name;
  void (*phi)(const PairPose&, double*);
  void (*phi_dual)(const PairPoseT<Dual2>&, Dual2*);
  void (*phi_dot)(const PairPose&, const PairRates&, double*);
  void (*bias)(const PairPose&, const PairRates&, double*);
  void (*add_reaction)(const PairPose&, const double*, Wrench&, Wrench&);
  MatX (*jacobian)(const PairPose&);  // rows x 12
  void (*add_reaction_tangent)(const PairPose&, const double*, PairStiffness&);
};

template <class Equation>
EquationFunctions functions_of(Equation) {
  constexpr int kRows = Equation::kRows;
  return {kRows,
          Equation::name(0),
          [](const PairPose& pose, double* out) { Equation::phi(pose, out); },
          [](const PairPoseT<Dual2>& pose, Dual2* out) { Equation::phi(pose, out); },
          Equation::phi_dot,
          Equation::bias,
          Equation::add_reaction,
          [](const PairPose& pose) -> MatX {
            Eigen::Matrix<double, kRows, 12> g;
            g.setConstant(-7.0);  // jacobian() sets every entry
            Equation::jacobian(pose, g.template leftCols<6>(), g.template rightCols<6>());
            return g;
          },
          Equation::add_reaction_tangent};
}

// phi_dot, bias, G, G^T lambda and d(G^T lambda)/dq against dual numbers carried through phi alone.
void check_equation(const EquationFunctions& equation, BatteryRandom& random, BatteryReport& report);

// A joint without its type.
struct JointFunctions {
  std::string_view type;
  int rows;
  bool holds_axes;
  void (*add)(SystemBuilder&, ElementLabel, const Attachment& a, const Attachment& b);
  bool has_free_motion;
  std::vector<FreeMotion> free_motion;
};

// 1.2 + 0.3 t + 0.4 sin 2t: a drive of time with all its derivatives.
Drive battery_drive();

template <class Joint>
JointFunctions joint_functions() {
  JointFunctions functions{
      Joint::kType,
      Joint::Equations::kRows,
      Joint::Equations::kTurnsAxes,
      [](SystemBuilder& builder, ElementLabel label, const Attachment& a, const Attachment& b) {
        typename PairJointSet<Joint>::Prescribed prescribed;
        prescribed.fill(battery_drive());
        builder.set<PairJointSet<Joint>>().add(std::move(label), a, b, prescribed);
      },
      false,
      {}};
  if constexpr (requires { Joint::free_motion(); }) {
    functions.has_free_motion = true;
    for (const FreeMotion& motion : Joint::free_motion()) functions.free_motion.push_back(motion);
  }
  return functions;
}

BatteryReport run_joint_battery(const JointFunctions& joint, std::span<const EquationFunctions> equations,
                                BatteryOptions options);

template <class Joint>
BatteryReport run_joint_battery(const BatteryOptions& options = {}) {
  std::vector<EquationFunctions> equations;
  Joint::Equations::for_each([&](auto equation, int) {
    if constexpr (decltype(equation)::kLevel == ConstraintLevel::position)
      equations.push_back(functions_of(equation));
  });
  return run_joint_battery(joint_functions<Joint>(), equations, options);
}

template <class Joint>
testing::AssertionResult passes_joint_battery(const BatteryOptions& options = {}) {
  const BatteryReport report = run_joint_battery<Joint>(options);
  return (report.has_passed() ? testing::AssertionSuccess() : testing::AssertionFailure())
         << report.to_text();
}

}  // namespace pintle
