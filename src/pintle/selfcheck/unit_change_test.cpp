#include "pintle/selfcheck/unit_change.h"

#include "pintle/selfcheck/selfcheck_test_support.h"

namespace pintle {
namespace {

constexpr UnitScale kScale{8.0, 0.25, 2.0};

struct Changed {
  ModelDesc model;
  std::string problems;
};

Changed changed(const std::string& text) {
  const ModelDesc model = model_from(text);
  const Job job = job_from(model);
  UnitChange rewriter(kScale, job.system, all_schemas());
  Changed result{rewriter.rewrite(model), ""};
  result.problems = rewriter.problems().to_text();
  return result;
}

TEST(UnitChange, NumbersAreMultipliedByTheirUnit) {
  const Changed result = changed(kSpatialModel);
  EXPECT_EQ(result.problems, "");
  EXPECT_EQ(*result.model.find("node", "bead")->find("velocity"), Value::list({0.0, 0.5 * 8 / 2, 0.0}));
  EXPECT_EQ(*result.model.of_kind("body")[0]->find("mass"), Value(2 * 0.25));
  EXPECT_EQ(result.model.of_kind("body")[0]->find("inertia")->as_list()[1].as_list()[1],
            Value(0.2 * 0.25 * 64));
  EXPECT_EQ(*result.model.find_single("analysis")->find("end_time"), Value(0.4));
}

// The rod's strain is a pure number, so its stiffness is a force; the bushing's a force over a length.
TEST(UnitChange, LawsAreWrittenOutWithTheUnitsOfTheirElement) {
  const ModelDesc model = changed(kSpatialModel).model;
  EXPECT_TRUE(model.of_kind("law").empty());
  const double force = 0.25 * 8 / 4;
  EXPECT_EQ(*model.of_kind("joint")[1]->find("law")->find("stiffness"), Value(40 * force));
  EXPECT_EQ(*model.of_kind("joint")[1]->find("law")->find("viscosity"), Value(0.5 * force * 2));
  const Value& bushing = *model.of_kind("joint")[2]->find("law")->find("stiffness");
  EXPECT_EQ(bushing.as_list()[0].as_list()[0], Value(30 * force / 8));
}

TEST(UnitChange, DrivesAreFunctionsOfTheOldTime) {
  const ModelDesc model = changed(kSpatialModel).model;
  const ValueList& wind = model.find("load", "wind")->find("value")->as_list();
  EXPECT_EQ(wind[1], Value(0.5));
  const ValueList& product = wind[2].find("drives")->as_list();
  EXPECT_EQ(product[0], Value(0.5));
  EXPECT_EQ(*product[1].find("outer"), Value("2*(t/2) - (node.bead.velocity.y/4)"));
  EXPECT_EQ(*product[1].find("inner"), Value("t/2"));
}

TEST(UnitChange, SaysWhichNumbersHaveNoKnownUnit) {
  const Changed result =
      changed(R"({"pintle": 1, "analysis": {"type": "dynamic", "end_time": 1, "step": 0.01},
    "functions": [{"name": "f", "type": "linear", "points": [[0, 0], [1, 2]]}],
    "nodes": [{"name": "n", "position": [1, 0, 0]}], "bodies": [{"node": "n", "mass": 1, "inertia": [1, 1, 1]}],
    "joints": [{"type": "rod", "name": "r", "a": "ground", "b": "n", "law": {"type": "scalar_function_elastic", "functions": ["f"]}}]})");
  EXPECT_NE(result.problems.find("'functions' is a function of numbers whose units are not known"),
            std::string::npos)
      << result.problems;
}

}  // namespace
}  // namespace pintle
