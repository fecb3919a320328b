#include <fmt/format.h>

#include <fstream>

#include "pintle/lang/mbdyn/mbdyn_reader_test_support.h"

namespace pintle {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST_F(MbdynReader, composes_reference_frames_with_their_velocities) {
  // A frame at (1, 0, 0) turned a quarter about z that spins with 2 rad/s about z and moves along x.
  const ModelDesc model = read(
      "set: const real w = 2.;\n"
      "reference: 10, 1., 0., 0., euler, 0., 0., pi/2., 5., 0., 0., 0., 0., w;\n"
      "begin: nodes;\n"
      "structural: 1, dynamic, reference, 10, 3., 0., 0., reference, 10, eye,\n"
      "  reference, 10, 1., 0., 0., reference, 10, 0., 0., 1.;\n"
      "end: nodes;\nbegin: elements; body: 1, 1, 1., null, eye; end: elements;\n");
  EXPECT_EQ(diagnostics_.to_text(), "");
  const Card& node = model.cards.at(0);
  const auto near = [](double x) { return testing::DoubleNear(x, 1e-12); };
  EXPECT_THAT(numbers(*node.find("position")), ElementsAre(near(1), near(3), near(0)));
  // R v = (0, 1, 0); V = (5, 0, 0); w x (x - X) = 2 z x (0, 3, 0) = (-6, 0, 0)
  EXPECT_THAT(numbers(*node.find("velocity")), ElementsAre(near(-1), near(1), near(0)));
  EXPECT_THAT(numbers(*node.find("angular_velocity")), ElementsAre(near(0), near(0), near(3)));
}

TEST_F(MbdynReader, takes_a_dynamic_node_without_mass_as_static) {
  const ModelDesc model =
      read("begin: nodes;\nstructural: 1, dynamic, null, eye, null, null;\nend: nodes;\n");
  EXPECT_THAT(diagnostics_.to_text(),
              HasSubstr("model.mbd:2:1: note: node '1' has no mass and is taken as static"));
  EXPECT_EQ(model.of_kind("node").at(0)->type, "static");
}

TEST_F(MbdynReader, reads_joints_by_the_syntax_of_their_schemas) {
  const ModelDesc model = read_elements(
      "joint: 5, OLD   Hinge, 1, reference, global, 1., 2., 0., 2, position, 0., 0., 1.,\n"
      "  hinge, 3, 1., 0., 0., 1, 0., 1., 0., initial theta, .5, output, no;\n"
      "joint: 6, some pin, 2, null, 0., 0., 7.;\n"
      "joint: 7, some distance, 1, 2, position, 1., 0., 0., from nodes;\n"
      "joint: 8, some distance, 1, 2, string, \"1. + .1*Time\";\n"
      "joint: 9, some distance, 1, 2, ramp, 2., forever;\n");
  EXPECT_EQ(diagnostics_.to_text(), "");
  const auto joints = model.of_kind("joint");
  ASSERT_EQ(joints.size(), 5u);
  EXPECT_EQ(joints[0]->name, "5");
  EXPECT_EQ(joints[0]->type, "pivot");
  // Global (1, 2, 0) from node 1 at (1, 0, 0), whose axis 1 is global y.
  EXPECT_THAT(numbers(*joints[0]->find("a")->find("offset")), ElementsAre(2.0, 0.0, 0.0));
  EXPECT_EQ(joints[0]->find("angle")->as_number(), 0.5);
  EXPECT_EQ(joints[1]->find("a")->find("node")->as_text(), "ground");
  EXPECT_EQ(joints[2]->find("length"), nullptr);
  EXPECT_EQ(joints[3]->find("length")->as_text(), "(1 + (0.1 * t))");
  EXPECT_EQ(joints[4]->find("length")->find("type")->as_text(), "ramp");
}

TEST_F(MbdynReader, reads_bodies_loads_and_gravity_in_old_and_new_spelling) {
  const ModelDesc model = read_elements(
      "body: 1, 1, condense, 2, 1., null, diag, 1., 1., 1., 2., 0., 0., 1., eye, scale, 3., inertial, node;\n"
      "force: 1, conservative, 1, 0., 2., 0., 0., 0., 1., const, 3.;\n"
      "force: 2, absolute, 1, position, 0., 0., 1., 0., 2., 0., const, 3.;\n"
      "couple: 3, follower, 1, single, 0., 0., 2., ramp, 1., 4.;\n"
      "gravity: uniform, 0., 0., -1., const, 9.81;\n");
  EXPECT_EQ(diagnostics_.to_text(), "");
  const auto loads = model.of_kind("load");
  ASSERT_EQ(loads.size(), 3u);
  EXPECT_THAT(numbers(*loads[0]->find("value")->find("direction")), ElementsAre(0.0, 1.0, 0.0));  // made unit
  EXPECT_THAT(numbers(*loads[1]->find("value")), ElementsAre(0.0, 6.0, 0.0));                     // is not
  EXPECT_THAT(numbers(*loads[2]->find("value")->find("vector")), ElementsAre(0.0, 0.0, 2.0));
  const Card& body = *model.of_kind("body").at(0);
  EXPECT_EQ(body.find("masses")->find("2")->find("mass")->as_number(), 2.0);
  EXPECT_THAT(numbers(body.find("masses")->find("2")->find("inertia")->as_list().at(1)),
              ElementsAre(0.0, 3.0, 0.0));
  EXPECT_THAT(numbers(*model.find_single("gravity")->find("acceleration")), ElementsAre(0.0, 0.0, -9.81));
}

TEST_F(MbdynReader, takes_variables_where_words_may_stand) {
  const ModelDesc model = read_elements(
      "set: const integer HELD = 1; set: const integer ONE = 1;\n"
      "joint: 5, total joint, 1, 2, position constraint, HELD, inactive, 0, null;\n"
      "body: ONE, ONE, 1., null, eye;\n"
      "inertia: 7, body, ONE, output, both;\n"
      "inertia: 8, body, ONE;\n");
  EXPECT_EQ(diagnostics_.to_text(), "");
  const Card& joint = *model.of_kind("joint").at(0);
  EXPECT_EQ(joint.find("along_1")->as_text(), "position");
  EXPECT_EQ(joint.find("along_2"), nullptr);
  EXPECT_EQ(model.of_kind("body").at(1)->find("of")->as_text(), "1");
  EXPECT_TRUE(model.of_kind("body").at(1)->find("tell")->as_boolean());
  EXPECT_FALSE(model.of_kind("body").at(2)->find("tell")->as_boolean());
  EXPECT_TRUE(model.of_kind("body").at(2)->find("log")->as_boolean());
}

TEST_F(MbdynReader, reads_driven_elements_and_dummy_nodes) {
  const ModelDesc model = read(
      "begin: nodes;\n"
      "structural: 1, static, null, eye, null, null;\n"
      "structural: 2, static, 1., 0., 0., eye, null, null;\n"
      "structural: 3, dummy, 1, offset, 0., 0., 1., eye;\n"
      "structural: 4, dummy, 2, relative frame, 1, position, 0., 1., 0., pivot node, 2;\n"
      "end: nodes;\nbegin: elements;\n"
      "joint: 5, some hinge, 1, null, 2, null;\n"
      "driven: 5, string, \"Time > 1.\", existing: joint, 5;\n"
      "set: integer SIX = 6;\n"
      "driven: SIX, const, 0., initial state, from drive, joint: SIX, some hinge, 1, null, 2, null;\n"
      "end: elements;\n");
  EXPECT_EQ(diagnostics_.to_text(), "");
  const auto nodes = model.of_kind("node");
  EXPECT_EQ(nodes.at(2)->type, "offset");
  EXPECT_EQ(nodes.at(3)->find("pivot")->as_text(), "2");
  const auto joints = model.of_kind("joint");
  EXPECT_EQ(joints.at(0)->find("active")->as_text(), "(t > 1)");
  EXPECT_EQ(joints.at(1)->find("active")->as_number(), 0.0);
  read_elements("driven: 5, const, 1., existing: joint, 9;\ndriven: 8, const, 1., existing: joint, 8;");
  EXPECT_THAT(diagnostics_.to_text(),
              HasSubstr("the label 9 of the driven element is not that of its driver, 5"));
  EXPECT_THAT(diagnostics_.to_text(), HasSubstr("there is no joint 8 before this line"));
}

// With plain labels, variables and formulas alike.
TEST_F(MbdynReader, refuses_a_driven_element_of_another_label) {
  for (const char* label : {"9", "B", "A + 4"}) {
    const std::string text = problems(std::string("set: integer A = 5; set: integer B = 9;\n"
                                                  "driven: A, const, 0., joint: ") +
                                      label + ", some hinge, 1, null, 2, null;");
    EXPECT_THAT(text, HasSubstr("model.mbd:7:30: error: the label 9 of the driven element is not that of its "
                                "driver, 5"))
        << label;
  }
}

// What would change the motion is not passed over.
TEST_F(MbdynReader, refuses_what_it_cannot_do) {
  EXPECT_THAT(problems("driven: 6, const, 0., hint, \"hinge{1}\", joint: 6, some hinge, 1, null, 2, null;"),
              HasSubstr("model.mbd:6:23: error: hints are not supported yet"));
  EXPECT_THAT(
      problems("driven: 6, const, 0., initial state, active, joint: 6, some hinge, 1, null, 2, null;"),
      HasSubstr("warning: the drive alone says what is switched on at the start"));
  EXPECT_THAT(problems("joint: 5, some distance, 1, 2, string, \"2.*Var\";"),
              HasSubstr("model.mbd:6:40: warning: 'Var' is 0 here"));
  EXPECT_EQ(
      problems("joint: 5, some distance, 1, 2, node, 1, structural, string, \"X[1]\", string, \"2.*Var\";"),
      "");
}

// A drive would go on with the old value, the program with the new one.
TEST_F(MbdynReader, refuses_to_change_a_variable_that_a_drive_has_used) {
  const std::string use = "set: real a = 1.;\njoint: 5, some distance, 1, 2, string, \"a*Time\";\n";
  EXPECT_THAT(
      problems(use + "set: a = 2.;"),
      HasSubstr("model.mbd:8:6: error: 'a' is given another value after the formula of a drive has used "
                "it, at model.mbd:7:40"));
  EXPECT_EQ(problems(use + "set: a = 1.;"), "");
}

TEST_F(MbdynReader, takes_labels_that_are_variables_where_frames_and_directions_may_stand) {
  const ModelDesc model = read_elements(
      "set: integer A = 1; set: integer B = 2; set: integer T = 7;\n"
      "template drive caller: T, 3, single, 0., 0., 1., const, 3.;\n"
      "couple: 1, absolute internal, A, B, 0., 0., 1., const, 3.;\n"
      "couple: 2, absolute internal, A, A + 1, 0., 0., 1., const, 3.;\n"
      "force: 3, absolute, A, position, null, reference, T;\n"
      "set: [node, x, 1, structural, index=B];\n"
      "joint: 5, some distance, 1, 2, string, \"x\";\n");
  EXPECT_EQ(diagnostics_.to_text(), "");
  const auto loads = model.of_kind("load");
  for (const std::size_t couple : {0u, 1u}) {
    EXPECT_EQ(loads.at(couple)->find("reaction_on")->find("node")->as_text(), "2");
    EXPECT_THAT(numbers(*loads.at(couple)->find("value")), ElementsAre(0.0, 0.0, 3.0));
  }
  EXPECT_THAT(numbers(*loads.at(2)->find("value")), ElementsAre(0.0, 0.0, 3.0));
  EXPECT_EQ(model.of_kind("joint").at(0)->find("length")->as_text(), "node.1.position.y");
}

// Each call of random has numbers of its own, new ones at every step.
TEST_F(MbdynReader, draws_random_numbers_while_the_model_runs) {
  const ModelDesc model = read_elements(
      "joint: 5, some distance, 1, 2, string, \"random() + 2.*random()\";\n"
      "joint: 6, some distance, 1, 2, string, \"rand()/2\";\n");
  EXPECT_EQ(diagnostics_.to_text(), "");
  const auto drives = model.of_kind("drive");
  ASSERT_EQ(drives.size(), 3u);
  EXPECT_EQ(drives[0]->type, "random");
  EXPECT_NE(drives[0]->find("seed")->as_integer(), drives[1]->find("seed")->as_integer());
  EXPECT_EQ(model.of_kind("joint").at(0)->find("length")->as_text(),
            fmt::format("({} + (2 * {}))", drives[0]->name, drives[1]->name));
  EXPECT_EQ(model.of_kind("joint").at(1)->find("length")->as_text(),
            fmt::format("trunc((trunc((1 + {}) * 1073741823.5) / 2))", drives[2]->name));
  EXPECT_THAT(problems("joint: 5, some distance, 1, 2, string, \"random(1)\";"),
              HasSubstr("'random' takes no arguments"));
}

TEST_F(MbdynReader, prints_what_formulas_print) {
  read("set: real a = 2.*print(1.5);\n");
  EXPECT_THAT(diagnostics_.to_text(), HasSubstr("model.mbd:1:18: note: 1.5"));
}

TEST_F(MbdynReader, knows_the_length_of_the_rod_that_it_reads) {
  registry_.add(CardSchema("joint", "rod")
                    .attachment("a")
                    .attachment("b")
                    .real("length")
                    .optional()
                    .drive("stiffness")
                    .unit("N")
                    .mbdyn({"rod"}, "<a:point>, <b:point>, {from nodes | <length>}, <stiffness>"));
  // Node 1 is at (1, 0, 0); its axis 3 is global z.
  const ModelDesc model = read_elements(
      "joint: 5, rod, 1, position, 0., 0., 1., 2, from nodes, 10.*model::current(\"L0\")^2.;\n"
      "joint: 6, rod, 1, 2, 3., string, \"model::current(\\\"L0\\\")*Time\";\n");
  EXPECT_EQ(diagnostics_.to_text(), "");
  EXPECT_NEAR(model.of_kind("joint").at(0)->find("stiffness")->as_number(), 20.0, 1e-13);
  EXPECT_EQ(model.of_kind("joint").at(1)->find("stiffness")->as_text(), "(3 * t)");
  EXPECT_THAT(problems("joint: 5, some distance, 1, 2, const, model::current(\"L0\");"),
              HasSubstr("there is no quantity \"L0\" of an element here"));
  EXPECT_THAT(problems("joint: 5, rod, 1, 2, 3., model::current(\"L1\");"),
              HasSubstr("there is no quantity \"L1\" of an element here"));
}

TEST_F(MbdynReader, refuses_drives_without_end) {
  registry_.add(CardSchema("drive", "twice").drive("inner").unit("any").mbdyn({"twice"}, "<inner>"));
  std::string drives;
  for (int i = 0; i < 5000; ++i) drives += "twice, ";
  EXPECT_THAT(problems("joint: 5, some distance, 1, 2, " + drives + "const, 1.;"),
              HasSubstr("a drive is nested too deeply"));
}

TEST_F(MbdynReader, counts_what_control_data_declares) {
  read(
      "begin: control data;\nstructural nodes: 2;\njoints: 0;\nend: control data;\n"
      "begin: nodes;\nstructural: 4, static, null, eye, null, null;\nend: nodes;\n");
  EXPECT_THAT(diagnostics_.to_text(), HasSubstr("model.mbd:2:19: error: 2 are declared, 1 found: 4"));
}

TEST_F(MbdynReader, sections_begin_and_end) {
  read("begin: nodes;\nbegin: elements;\n");
  EXPECT_THAT(diagnostics_.to_text(), HasSubstr("the section 'elements' begins inside of 'nodes'"));
  EXPECT_THAT(diagnostics_.to_text(),
              HasSubstr("the section 'elements' does not end; close it with 'end: elements;'"));
  read("end: nodes;\n");
  EXPECT_THAT(diagnostics_.to_text(), HasSubstr("no section 'nodes' is open here"));
}

TEST_F(MbdynReader, takes_the_problem_from_old_and_new_sections) {
  for (const char* name : {"initial value", "multistep"}) {
    const ModelDesc model =
        read(fmt::format("begin: data; integrator: multistep; end: data;\nbegin: {0};\ninitial time: 1.; "
                         "final time: 3.; time step: 1.e-2;\n"
                         "method: nostro, .6, .6; tolerance: 1.e-6, test, norm, scale; max iterations: 10; "
                         "solver: umfpack, cc;\n"
                         "fictitious steps ratio: 1.e-3; derivatives coefficient: 1.e-6;\nend: {0};\n",
                         name));
    EXPECT_EQ(diagnostics_.to_text(), "");
    EXPECT_EQ(model.find_single("analysis")->find("end_time")->as_number(), 3.0);
    EXPECT_EQ(model.find_single("solver")->find("rho")->as_number(), 0.6);
  }
}

TEST_F(MbdynReader, includes_files_and_finds_cycles) {
  const std::string folder = testing::TempDir();
  std::ofstream(folder + "/inner.mbd") << "set: const real a = 4.;\n";
  std::ofstream(folder + "/loop.mbd") << "include: \"loop.mbd\";\n";
  const auto problems_of = [&](const std::string& text) {
    diagnostics_ = {};
    read_mbdyn_model_text(text, folder + "/outer.mbd", registry_, diagnostics_);
    return diagnostics_.to_text();
  };
  EXPECT_THAT(problems_of("include: \"inner.mbd\";\nremark: \"a\", a;\n"), HasSubstr("note: a, 4."));
  EXPECT_THAT(problems_of("include: \"loop.mbd\";\n"), HasSubstr("includes itself"));
  EXPECT_THAT(problems_of("include: \"none.mbd\";\n"),
              HasSubstr("none.mbd' cannot be read: there is no such file"));
  EXPECT_THAT(problems_of("include: \"/dev/null\";\n"), HasSubstr("cannot be read: this is a device"));
}

// Each file includes the next one twice.
TEST_F(MbdynReader, bounds_includes_that_double) {
  int read = 0;
  const auto files = [&read](const std::filesystem::path& path) -> Result<std::string> {
    ++read;
    const std::string next = std::to_string(1 + std::stoi(path.string()));
    return "include: \"" + next + "\"; include: \"" + next + "\";";
  };
  read_mbdyn_model_text("include: \"1\";", "0", registry_, diagnostics_, files);
  EXPECT_THAT(diagnostics_.to_text(), HasSubstr("10000:1:10: error: more than 10000 files are included"));
  EXPECT_LT(read, 30'000);
}

TEST_F(MbdynReader, includes_what_it_is_given) {
  const auto files = [](const std::filesystem::path& path) -> Result<std::string> {
    if (path == "folder/a.inc") return std::string("remark: \"in a\";");
    return Failure{"there is no such file"};
  };
  read_mbdyn_model_text("include: \"a.inc\"; include: \"/etc/hostname\";", "folder/model.mbd", registry_,
                        diagnostics_, files);
  EXPECT_THAT(diagnostics_.to_text(), HasSubstr("note: in a"));
  EXPECT_THAT(diagnostics_.to_text(), HasSubstr("'/etc/hostname' cannot be read"));
}

TEST_F(MbdynReader, knows_the_homes_of_users) {
  const auto files = [](const std::filesystem::path& path) -> Result<std::string> {
    return fmt::format("remark: \"{}\";", path.string());
  };
  read_mbdyn_model_text(
      "setenv: overwrite, \"HOME=/my/home\"; include: \"~/a.inc\"; include: \"~root/b.inc\";"
      "include: \"~nobody_of_that_name/c.inc\";",
      "model.mbd", registry_, diagnostics_, files);
  const std::string text = diagnostics_.to_text();
  EXPECT_THAT(text, HasSubstr("note: /my/home/a.inc"));
  EXPECT_THAT(text, HasSubstr("note: /root/b.inc"));
  EXPECT_THAT(text, HasSubstr("the home directory of 'nobody_of_that_name' is not known"));
}

// What a model sets holds for this model.
TEST_F(MbdynReader, sets_environment_variables) {
  const auto files = [](const std::filesystem::path& path) -> Result<std::string> {
    return fmt::format("remark: \"{}\";", path.string());
  };
  read_mbdyn_model_text(
      "setenv: \"PINTLE_A=one\"; setenv: \"PINTLE_A=two\"; include: \"$PINTLE_A\";"
      "setenv: overwrite, \"PINTLE_A=three\"; include: \"${PINTLE_A}s\";"
      "setenv: \"PINTLE_A\"; include: \"$PINTLE_A\";",
      "model.mbd", registry_, diagnostics_, files);
  const std::string text = diagnostics_.to_text();
  EXPECT_THAT(text, HasSubstr("note: one"));
  EXPECT_THAT(text, HasSubstr("note: threes"));
  EXPECT_THAT(text, HasSubstr("'PINTLE_A' is not set"));
  EXPECT_EQ(std::getenv("PINTLE_A"), nullptr);
}

// Rows of words cost their length, not its square.
TEST_F(MbdynReader, refuses_long_rows_of_words) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += "word\n";
  read(text);
  EXPECT_EQ(diagnostics_.error_count(), 1);
}

}  // namespace
}  // namespace pintle
