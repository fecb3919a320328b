// Forces, moments and gravity from <main>.expert.loads.
#include "pintle/lang/mbdm/mbdm_reader_test_support.h"

namespace pintle {
namespace {

// The compressor of section 10.3 with its gas force (ERRATA 4), the torque on the crank and gravity along x.
const std::string kCompressor = R"(Number of loads: 2
Gravity: 9.81, 0, 0

Load 1
Body ID: 3
Type: force
Axes: global
Value (x, y, z): vx3 > 0 ? (x3 <= 5 ? -282857/(6 - x3) + 62857
                                    : -110000*(1 - sin(2*pi*(x3 - 5.25)))) : 0, 0, 0

Load 2
Body ID: 1
Type: moment
Value (x, y, z): 0, 0, 41450
)";

class MbdmLoads : public MbdmReader {
 protected:
  std::string load(const std::string& lines) {
    const ModelDesc model = read(kTable28, {{"loads", "Number of loads: 1\nLoad 1\n" + lines}});
    return fields(model, "load", "load 1");
  }
  std::string value(const std::string& text) {
    const ModelDesc model =
        read(kTable28, {{"loads", "Number of loads: 1\nLoad 1\nBody ID: 3\nType: force\nValue: " + text}});
    const Card* card = model.find("load", "load 1");
    return card ? to_json(*card->find("value"), 0, 1000) : diagnostics_.to_text();
  }
};

TEST_F(MbdmLoads, the_compressor_is_a_few_lines) {
  const ModelDesc model = read(kTable28, {{"loads", kCompressor}});
  EXPECT_EQ(diagnostics_.to_text(), "");
  EXPECT_EQ(fields(model, "gravity"), "gravity acceleration=[9.81, 0.0, 0.0]");
  EXPECT_EQ(
      fields(model, "load", "load 1"),
      "force at={\"node\": \"slider\"} value=[\"node.slider.velocity.x > 0 ? (node.slider.position.x <= 5 ? "
      "-282857/(6 - node.slider.position.x) + 62857 : -110000*(1 - sin(2*pi*(node.slider.position.x - "
      "5.25)))) : "
      "0\", 0.0, 0.0] follower=false");
  EXPECT_EQ(fields(model, "load", "load 2"),
            "couple at={\"node\": \"crank\"} value=[0.0, 0.0, 41450.0] follower=false");
}

TEST_F(MbdmLoads, names_are_the_columns_of_the_results) {
  EXPECT_EQ(value("x1 + y2, vz3*t, time"),
            "[\"node.crank.position.x + node.rod.position.y\", \"node.slider.velocity.z*t\", \"time\"]");
  // A = Rz Ry Rx: the kernel's angles 321 begin with that about z.
  EXPECT_EQ(value("Eangx1, Eangy1, Eangz1"),
            "[\"node.crank.euler321.z\", \"node.crank.euler321.y\", \"node.crank.euler321.x\"]");
  EXPECT_EQ(value("LCSomegax1, omegay2, omegaz3"),
            "[\"node.crank.angular_velocity_local.x\", \"node.rod.angular_velocity.y\", "
            "\"node.slider.angular_velocity.z\"]");
  // Signs of a name become '_', as in all formulas; names of the kernel itself pass.
  EXPECT_EQ(value("x4, joint.joint_1.angle, node.rod.position.x"),
            "[\"node.ground__4_.position.x\", \"joint.joint_1.angle\", \"node.rod.position.x\"]");
  EXPECT_EQ(diagnostics_.to_text(), "");
}

TEST_F(MbdmLoads, constants_are_numbers) {
  EXPECT_EQ(value("2^10, -pi, max(1, 2)"), "[1024.0, -3.141592653589793, 2.0]");
}

TEST_F(MbdmLoads, axes_and_point) {
  EXPECT_EQ(
      load("Body ID : 2\nType : Force\nAxes : local\nPoint (x, y, z in LCS) : 1, 0, 0\nValue: 0, 5, 0\n"),
      "force at={\"node\": \"rod\", \"offset\": [1.0, 0.0, 0.0]} value=[0.0, 5.0, 0.0] follower=true");
  EXPECT_EQ(diagnostics_.to_text(), "");
}

TEST_F(MbdmLoads, gravity_alone) {
  const ModelDesc model =
      read(kTable28, {{"loads", "Number of loads: 0\nGravity: -9.81*step(t - 1), 0, 0\n"}});
  EXPECT_EQ(diagnostics_.to_text(), "");
  EXPECT_EQ(fields(model, "gravity"), "gravity acceleration=[\"-9.81*step(t - 1)\", 0.0, 0.0]");
}

TEST_F(MbdmLoads, values_go_on_in_the_next_line) {
  EXPECT_EQ(value("max(1,\n 2),\n x3\n+ 1, 0"), "[2.0, \"node.slider.position.x + 1\", 0.0]");
  EXPECT_EQ(value("\n1, 2, 3"), "[1.0, 2.0, 3.0]");
  EXPECT_EQ(diagnostics_.to_text(), "");
}

TEST_F(MbdmLoads, mistakes_in_formulas_have_their_place) {
  const std::string at = "mbdm.expert.loads:5:";
  EXPECT_EQ(value("x5, 0, 0"), at + "8: error: load 1: 'x5': there is no body 5; IDs are 1 to 4\n");
  EXPECT_EQ(value("0, 2*vxx3, 0"), at + "13: error: load 1: unknown name 'vxx3'; did you mean 'vx3'?\n");
  EXPECT_EQ(value("0, 0, vx"), at + "14: error: load 1: 'vx' of which body? Write vx1 for body 1\n");
  EXPECT_EQ(value("ax3, 0, 0"),
            at + "8: error: load 1: 'ax' is an acceleration, which follows from the loads: they "
                 "cannot depend on it\n");
  EXPECT_EQ(value("angx3, 0, 0"),
            at + "8: error: load 1: 'angx' is an integral over time, which is not measured; "
                 "Eangx is an angle\n");
  EXPECT_EQ(value("1 +, 0, 0"), at + "11: error: load 1: the expression ends where a value is expected\n");
  EXPECT_EQ(value("sin(1, 0, 0"), at + "8: error: load 1: Value (x, y, z): expected 3 expressions, got 1\n");
  EXPECT_EQ(value("0, 0"), at + "8: error: load 1: Value (x, y, z): expected 3 expressions, got 2\n");
  EXPECT_EQ(value("0, 0, 0, 0"), at + "8: error: load 1: Value (x, y, z): expected 3 expressions, got 4\n");
  EXPECT_EQ(value("0,\n0, sine(t)"),
            "mbdm.expert.loads:6:4: error: load 1: unknown function 'sine'; did you mean "
            "'sin'?\n");
}

TEST_F(MbdmLoads, other_mistakes) {
  const auto problem = [this](const std::string& lines) {
    load(lines);
    return diagnostics_.to_text();
  };
  EXPECT_EQ(problem("Body ID: 7\nType: force\nValue: 0, 0, 0\n"),
            "mbdm.expert.loads:3:10: error: load 1: Body ID: there is no body 7; IDs are 1 to 4\n");
  EXPECT_EQ(problem("Body ID: 1\nType: torque\nValue: 0, 0, 0\n"),
            "mbdm.expert.loads:4:7: error: load 1: Type: expected 'force' or 'moment', got 'torque'\n");
  EXPECT_EQ(problem("Body ID: 1\nType: force\n"),
            "mbdm.expert.loads:2:1: error: load 1: the line 'Value (x, y, z):' is missing\n");
  EXPECT_EQ(problem("Body ID: 1\nType: force\nAxes: body\nValue: 0, 0, 0\n"),
            "mbdm.expert.loads:5:7: error: load 1: Axes: expected 'global' or 'local', got 'body'\n");
  EXPECT_EQ(problem("Body ID: 1\nType: moment\nPoint: 1, 0, 0\nValue: 0, 0, 0\n"),
            "mbdm.expert.loads:5:8: warning: load 1: a moment has no point; this one is not used\n");
  EXPECT_EQ(
      problem("Body ID: 1\nType: force\nValeu: 0, 0, 0\nValue: 0, 0, 0\n"),
      "mbdm.expert.loads:5:1: error: 'Valeu' is not a label of this file; did you mean 'Value (x, y, z)'?\n");
}

}  // namespace
}  // namespace pintle
