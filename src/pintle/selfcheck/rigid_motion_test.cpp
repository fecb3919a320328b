#include "pintle/selfcheck/rigid_motion.h"

#include "pintle/math/rotations.h"
#include "pintle/selfcheck/selfcheck_test_support.h"

namespace pintle {
namespace {

// x -> y -> z -> x, and a metre along x.
RigidMotion cyclic() {
  RigidMotion motion;
  motion.turn << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  motion.shift = Vec3(1, 0, 0);
  return motion;
}

struct Moved {
  ModelDesc model;
  std::string problems;
};

Moved moved(const std::string& text) {
  const ModelDesc model = model_from(text);
  const Job job = job_from(model);
  RigidMotionOfModel rewriter(cyclic(), job.system, all_schemas());
  Moved result{rewriter.rewrite(model), ""};
  result.problems = rewriter.problems().to_text();
  return result;
}

Value list(double x, double y, double z) { return Value::list({x, y, z}); }

TEST(RigidMotion, PlacesAreMovedAndVectorsTurned) {
  const Moved result = moved(kSpatialModel);
  EXPECT_EQ(result.problems, "");
  const Card& bob = *result.model.find("node", "bob");
  EXPECT_EQ(*bob.find("position"), list(1, 1, 0));
  EXPECT_EQ(*bob.find("angular_velocity"), list(2, 0, 1));
  EXPECT_EQ(*bob.find("orientation"), Value::list({list(0, 0, 1), list(1, 0, 0), list(0, 1, 0)}));
  EXPECT_EQ(*result.model.find_single("gravity")->find("acceleration"), list(-9.81, 0, 0));
}

TEST(RigidMotion, AttachmentsToTheGroundAndToPointsTurnThoseToNodesWithAxesDoNot) {
  const ModelDesc model = moved(kSpatialModel).model;
  const Card& pivot = *model.find("joint", "pivot");
  EXPECT_EQ(*pivot.find("a")->find("offset"), list(1, 0, 0));
  EXPECT_EQ(*pivot.find("b"), *model_from(kSpatialModel).find("joint", "pivot")->find("b"));
  const Card& rod = *model.of_kind("joint")[1];
  EXPECT_EQ(*rod.find("a"), *model_from(kSpatialModel).of_kind("joint")[1]->find("a"));
  EXPECT_EQ(*rod.find("b"), Value::map({{"node", "bead"},
                                        {"offset", list(0, 0, 0)},
                                        {"orientation", *model.find("node", "bob")->find("orientation")}}));
}

TEST(RigidMotion, DrivesAlongGroundAxesBecomeASumOfVectorsUnlessTheyFollow) {
  const ModelDesc model = moved(kSpatialModel).model;
  const ValueList& wind = model.find("load", "wind")->find("value")->as_list();
  EXPECT_EQ(*wind[0].find("vector"), list(0, 1, 0));
  EXPECT_EQ(*wind[0].find("drive"), Value("push"));
  EXPECT_EQ(*model.find("load", "jet")->find("value"), list(0, 0.5, 0));
}

TEST(RigidMotion, FormulasListenToWhatTheQuantityHasBecome) {
  const ModelDesc model = moved(kSpatialModel).model;
  const ValueList& wind = model.find("load", "wind")->find("value")->as_list();
  EXPECT_EQ(*wind[2].find("drive"),
            Value("2*t - (0*node.bead.velocity.x + 0*node.bead.velocity.y + 1*node.bead.velocity.z)"));
}

std::string with_load(const std::string& value) {
  return R"({"pintle": 1, "analysis": {"type": "dynamic", "end_time": 1, "step": 0.01},
    "nodes": [{"name": "n"}], "bodies": [{"node": "n", "mass": 1, "inertia": [1, 1, 1]}],
    "loads": [{"type": "force", "at": "n", "value": [)" +
         value + "]}]}";
}

TEST(RigidMotion, MeasuredPlacesAreSeenFromTheOldOrigin) {
  const Moved result = moved(with_load(R"({"type": "measured", "quantity": "node.n.position.z"}, 0, 0)"));
  EXPECT_EQ(result.problems, "");
  const Value& drive = *result.model.of_kind("load")[0]->find("value")->as_list()[0].find("drive");
  EXPECT_EQ(*drive.find("type"), Value("composition"));
  EXPECT_EQ(*drive.find("inner")->find("expression"),
            Value("(1*node.n.position.x + 0*node.n.position.y + 0*node.n.position.z - 1)"));
}

TEST(RigidMotion, SaysWhichCardListensToWhatCannotBeTold) {
  const Moved result = moved(with_load(R"("node.n.rotation_vector.z", 0, 0)"));
  EXPECT_NE(result.problems.find("model.json:3"), std::string::npos) << result.problems;
  EXPECT_NE(result.problems.find("listens to 'node.n.rotation_vector.z'"), std::string::npos);
}

TEST(RigidMotion, MatricesInGroundAxesTurnBlockByBlock) {
  const Moved result = moved(R"({"pintle": 1, "analysis": {"type": "dynamic", "end_time": 1, "step": 0.01},
    "nodes": [{"name": "n"}], "bodies": [{"node": "n", "mass": 1, "inertia": [1, 1, 1]}],
    "loads": [{"type": "linear_transformation", "node": "n", "displacement": [1, 2, 3, 4, 5, 6]}]})");
  const Card& load = *result.model.of_kind("load")[0];
  const ValueList& rows = load.find("displacement")->as_list();
  EXPECT_EQ(rows[0].as_list()[0].as_number(), 3.0);
  EXPECT_EQ(rows[4].as_list()[4].as_number(), 4.0);
  EXPECT_EQ(*load.find("reference_position"), list(1, 0, 0));
}

TEST(RigidMotion, APrescribedRotationSeenFromTheGroundIsRefused) {
  const Moved result = moved(R"--({"pintle": 1, "analysis": {"type": "dynamic", "end_time": 1, "step": 0.01},
    "nodes": [{"name": "n"}], "bodies": [{"node": "n", "mass": 1, "inertia": [1, 1, 1]}],
    "joints": [{"type": "kinematic", "at": "n", "position": [0, "sin(t)", 0], "rotation": ["t", 0, 0]}]})--");
  EXPECT_NE(result.problems.find("'rotation' is a rotation seen from the ground"), std::string::npos)
      << result.problems;
  const ValueList& position = result.model.of_kind("joint")[0]->find("position")->as_list();
  EXPECT_EQ(*position.back().find("vector"), list(1, 0, 0));
}

}  // namespace
}  // namespace pintle
