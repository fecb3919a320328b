#include "pintle/selfcheck/battery.h"

#include <cmath>

#include "pintle/math/rotations.h"
#include "pintle/selfcheck/renaming.h"
#include "pintle/selfcheck/selfcheck_test_support.h"

namespace pintle {
namespace {

Battery battery_of(const ModelDesc& model) { return {model, {}, 1, {}}; }

void expect_agrees(const Finding& finding) {
  EXPECT_EQ(finding.verdict, Verdict::agrees)
      << finding.change << ": " << finding.difference << " of " << finding.allowed << ' ' << finding.unit
      << " in " << finding.quantity << ", " << finding.where << "; " << finding.remark;
}

TEST(Battery, NothingMattersInASoundModel) {
  Battery battery = battery_of(model_from(kSpatialModel));
  ASSERT_EQ(battery.failure(), "");
  for (const Finding& finding : {battery.turned(), battery.moved(), battery.order(), battery.units(),
                                 battery.solver(), battery.step(), battery.resumed()})
    expect_agrees(finding);
  EXPECT_NE(battery.step().remark.find("order"), std::string::npos);
}

Change turned_about_x() {
  Change change;
  change.motion.turn = matrix_from_rotation_vector(Vec3(1, 0, 0));
  return change;
}

// An element that takes ground axes for its own gives forces that stay behind when the model is turned: as
// here a load does, a gravity, an attachment.
TEST(Battery, FindsWhatStaysBehindWhenTheModelIsTurned) {
  const ModelDesc model = model_from(kSpatialModel);
  Battery battery = battery_of(model);
  const Change change = turned_about_x();
  const Job job = job_from(model);
  RigidMotionOfModel rewriter(change.motion, job.system, all_schemas());
  const ModelDesc turned = with_names(rewriter.rewrite(model), all_schemas());
  expect_agrees(battery.changed({"turned"}, turned, change));
  const Value still = *model.find("load", "wind")->find("value");
  const Finding load =
      battery.changed({"turned"}, with_field(turned, "load", "wind", "value", still), change);
  EXPECT_EQ(load.verdict, Verdict::matters);
  EXPECT_GT(load.difference, 1e4 * load.allowed);
  const Finding hinge = battery.changed(
      {"turned"}, with_field(turned, "joint", "pivot", "a", *model.find("joint", "pivot")->find("a")),
      change);
  EXPECT_EQ(hinge.verdict, Verdict::matters);
}

// A force that is off by a millionth shows: far above round-off, far below the error of the method.
TEST(Battery, FindsAMillionthOfAForce) {
  const ModelDesc model = model_from(kSpatialModel);
  Battery battery = battery_of(model);
  const ModelDesc off =
      with_field(model, "load", "jet", "value", Value::list({0.0, 0.5 * (1.0 + 1e-6), 0.0}));
  const Finding finding = battery.changed({"order"}, with_names(off, all_schemas()), {});
  EXPECT_EQ(finding.verdict, Verdict::matters);
}

TEST(Battery, FindsAChangeOfUnitsThatForgetsAStiffness) {
  const ModelDesc model = model_from(kSpatialModel);
  Battery battery = battery_of(model);
  Change change;
  change.scale = {8.0, 0.25, 2.0};
  const Job job = job_from(model);
  UnitChange rewriter(change.scale, job.system, all_schemas());
  ModelDesc scaled = with_names(rewriter.rewrite(model), all_schemas());
  expect_agrees(battery.changed({"units"}, scaled, change));
  scaled = with_field(scaled, "joint", "rod_1", "law",
                      Value::map({{"type", "linear_viscoelastic"}, {"stiffness", 40}, {"viscosity", 0.5}}));
  EXPECT_EQ(battery.changed({"units"}, scaled, change).verdict, Verdict::matters);
}

// A load that counts steps: the run with half the step is another.
TEST(Battery, FindsALoadThatDependsOnTheStep) {
  ModelDesc model = model_from(kSpatialModel);
  model = with_field(model, "load", "wind", "value", Value::list({"1e3*step_size", 0.0, 0.0}));
  Battery battery = battery_of(model);
  EXPECT_EQ(battery.step().verdict, Verdict::not_done);
  EXPECT_EQ(battery.step().remark, "a drive counts steps or keeps instants");
}

TEST(Battery, SaysWhyAModelDoesNotRun) {
  ModelDesc model = model_from(kSpatialModel);
  model = with_field(model, "load", "wind", "value", Value::list({"1/(t - 0.1)^40", 0.0, 0.0}));
  EXPECT_NE(battery_of(model).failure(), "");
}

}  // namespace
}  // namespace pintle
