// Vectors, orientations and frames, through the reader.
#include <cmath>

#include "pintle/lang/mbdyn/mbdyn_reader_test_support.h"
#include "pintle/math/types.h"

namespace pintle {
namespace {

using testing::HasSubstr;

TEST_F(MbdynReader, reads_every_form_of_an_orientation) {
  const auto orientation = [this](const std::string& form) {
    const ModelDesc model =
        read("begin: nodes;\nstructural: 1, static, null, " + form + ", null, null;\nend: nodes;\n");
    const Value* value = model.cards.at(0).find("orientation");
    return value ? value->as_list().at(1).as_list().at(0).as_number() : 0.0;  // R21
  };
  const double s = std::sin(0.5);
  EXPECT_EQ(orientation("eye"), 0.0);
  EXPECT_NEAR(orientation("euler, 0., 0., .5"), s, 1e-15);
  EXPECT_NEAR(orientation("euler123, degrees, 0., 0., .5*rad2deg"), s, 1e-15);
  EXPECT_NEAR(orientation("euler313, .2, 0., .3"), s, 1e-15);
  EXPECT_NEAR(orientation("euler321, .5, 0., 0."), s, 1e-15);
  EXPECT_NEAR(orientation("vector, 0., 0., .5"), s, 1e-15);
  EXPECT_NEAR(orientation("1, cos(.5), sin(.5), 0., 3, 0., 0., 1."), s, 1e-15);
  EXPECT_NEAR(orientation("1, cos(.5), sin(.5), 0., 2, guess"), s, 1e-15);
  EXPECT_NEAR(orientation("matr, .8776, -.4794, 0., .4794, .8776, 0., 0., 0., 1."), s, 1e-4);
  EXPECT_THAT(diagnostics_.to_text(), HasSubstr("warning: the orientation is not quite orthogonal"));
}

TEST_F(MbdynReader, leaves_out_what_has_a_default) {
  read(
      "reference: 7, 1., 2., 3., eye;\nreference: 8, Denavit Hartenberg, reference, 7, .5, pi/2., .7, 0.;\n"
      "begin: nodes;\nstructural: 1, static, at reference, 8;\nstructural: 2, static, ,,, eye, ,,, ,,;\nend: "
      "nodes;\n");
  EXPECT_EQ(diagnostics_.to_text(), "");
}

// Point (0.1, 0, 0) seen from the first side of the hinge: its node at (1, 0, 0) with axes turned by 90
// degrees about z, its offset (0, 1, 0), its axes turned by 90 degrees about z once more.
TEST_F(MbdynReader, other_means_the_node_or_the_point_or_the_axes_of_the_first_side) {
  const auto second = [this](const std::string& rest) {
    const ModelDesc model = read(
        "begin: nodes;\n"
        "structural: 1, static, 1., 0., 0., euler, 0., 0., pi/2., null, null;\n"
        "structural: 2, static, null, eye, null, null;\nend: nodes;\n"
        "begin: elements;\njoint: 5, some hinge, 1, 0., 1., 0., hinge, euler, 0., 0., pi/2., 2, " +
        rest + ";\nend: elements;\n");
    EXPECT_EQ(diagnostics_.to_text(), "");
    return model.of_kind("joint").at(0)->find("b")->find("offset")->as_list();
  };
  const auto at = [&](const std::string& frame) {
    const auto offset = second("reference, " + frame + ", .1, 0., 0.");
    return Vec3(offset.at(0).as_number(), offset.at(1).as_number(), offset.at(2).as_number());
  };
  EXPECT_LT((at("other node") - Vec3(1, 0.1, 0)).norm(), 1e-15);
  EXPECT_LT((at("other position") - Vec3(0, 0.1, 0)).norm(), 1e-15);
  EXPECT_LT((at("other orientation") - Vec3(-0.1, 0, 0)).norm(), 1e-15);
  EXPECT_THAT(problems("joint: 5, some hinge, 1, reference, other node, null, 2, null;"),
              HasSubstr("'other node' means the first side of a joint, which is not read yet"));
}

}  // namespace
}  // namespace pintle
