// The battery for joints that rub.
#pragma once

#include "pintle/joints/hinge_friction.h"
#include "pintle/laws/friction_test_support.h"
#include "tests/support/joint_battery.h"

namespace pintle {

// A joint between "a" and "b" that rubs. Placed at random, its sides are far apart: the set takes it without
// a warning.
template <class Joint, class FrictionSet>
BatterySubject rubbing_joint(const FrictionPointer& model, FrictionShape shape, double radius) {
  BatterySubject subject;
  subject.name = "joint with friction";
  subject.build = [=](BatteryBuild& build) {
    auto& joints = build.builder.set<PairJointSet<Joint>>();
    const Attachment a = build.random.attachment(build.frame("a")),
                     b = build.random.attachment(build.frame("b"));
    joints.add({"joint", {}}, a, b);
    build.builder.set<FrictionSet>().add({"joint", {}}, {a, b}, {model, shape, radius, 0.1}, joints);
  };
  return subject;
}

// Invariance is checked by multipliers that give the same forces, found by linear algebra, which friction is
// not; that of friction is checked with a brake. Derivatives with respect to multipliers, the deflection of
// bristles and its rate are among those compared.
template <class Joint, class FrictionSet>
void expect_friction_battery(double radius) {
  BatteryOptions options;
  options.is_workless = options.is_invariant = false;
  const auto falling = law_test::falling_friction(0.4, -0.5);
  const FrictionPointer coulomb =
      law_test::build_friction("discrete_coulomb", {{"sigma2", 0.7}, {"static_friction", falling}});
  const FrictionPointer bristles = law_test::build_friction(
      "modlugre",
      {{"sigma0", 0.6}, {"sigma1", 0.3}, {"sigma2", 0.7}, {"kappa", 0.2}, {"static_friction", falling}});
  for (const FrictionShape shape : {FrictionShape::simple, FrictionShape::simple_plane_hinge})
    for (const FrictionPointer& model : {coulomb, bristles})
      EXPECT_TRUE(passes_battery(rubbing_joint<Joint, FrictionSet>(model, shape, radius), options));
}

}  // namespace pintle
