// Every table of the document that is an input file, as the cards of a model.
#include "pintle/lang/mbdm/mbdm_reader_test_support.h"

namespace pintle {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::string kStill = "velocity=[0.0, 0.0, 0.0] angular_velocity_local=[0.0, 0.0, 0.0]";

TEST_F(MbdmReader, table_3_is_a_body_held_by_the_ground) {
  const ModelDesc model = read(kTable3);
  EXPECT_EQ(diagnostics_.to_text(), "");
  EXPECT_EQ(model.title, "One_ground_body");
  // 'ground' is what does not move in every model, so a body cannot be called so.
  EXPECT_EQ(fields(model, "node", "ground (1)"),
            "dynamic position=[0.0, 0.0, 0.0] orientation={\"euler321\": [0.0, 0.0, 0.0]} " + kStill);
  EXPECT_EQ(
      fields(model, "body", "ground (1)"),
      "rigid_body node=\"ground (1)\" mass=200.0 inertia=[[450.0, 0.0, 0.0], [0.0, 450.0, 0.0], [0.0, 0.0, "
      "450.0]]");
  EXPECT_EQ(fields(model, "joint", "joint 1"),
            "clamp a={\"node\": \"ground\", \"offset\": [0.0, 0.0, 0.0], \"orientation\": {\"quaternion\": "
            "[1.0, 0.0, "
            "0.0, 0.0]}} b=\"ground (1)\" as_placed=false");
  EXPECT_EQ(fields(model, "analysis"),
            "kinematic start_time=0.0 end_time=1.0 step=0.001 assembly=\"one_node\"");
  EXPECT_EQ(fields(model, "solver"), "partitioned tolerance=1e-08 max_iterations=100");
  EXPECT_EQ(fields(model, "output"), "results every=10 checkpoint_every=100");
  EXPECT_EQ(fields(model, "gravity"), "gravity acceleration=[0.0, 0.0, -9.81]");
  EXPECT_EQ(fields(model, "mbdm"),
            "mbdm_card case=\"One_ground_body\" output_every=10 checkpoint_every=100 tracers_every=10 "
            "bodies=[\"ground "
            "(1)\"]");
}

TEST_F(MbdmReader, cards_know_their_lines) {
  const ModelDesc model = read(kTable3);
  EXPECT_EQ(model.find("node", "ground (1)")->place.to_string(), "mbdm:13:1");
  EXPECT_EQ(model.find("joint", "joint 1")->place.to_string(), "mbdm:22:1");
  EXPECT_EQ(model.find("body", "ground (1)")->find("mass")->place().to_string(), "mbdm:18:7");
  EXPECT_EQ(model.find_single("analysis")->find("step")->place().to_string(), "mbdm:7:5");
}

TEST_F(MbdmReader, tables_4_and_5_are_tracers) {
  const auto tracers = [this](const std::string& text) {
    const ModelDesc model = read(kTable3, {{"tracers", text}});
    const Value* found = model.find_single("mbdm")->find("tracers");
    return found ? to_json(*found, 0, 1000) : "none";
  };
  EXPECT_EQ(tracers(kTable4),
            "[{\"node\": \"ground (1)\", \"points\": [[0.0, 0.0, -1.0], [0.0, 0.0, 1.0]]}]");
  EXPECT_EQ(diagnostics_.to_text(), "");
  // Two lines of table 5 are printed twice.
  tracers(kTable5);
  EXPECT_EQ(diagnostics_.to_text(),
            "mbdm.expert.tracers:5:20: error: tracer group 1: Number of tracers: 8 announced, but 10 tracers "
            "follow; "
            "write 10, or add what is missing\n");
  const std::string twice = "Tracer(x, y, z in LCS): 1, 1, -1\n",
                    again = "Tracer(x, y, z in LCS): -1, 1, 1\n";
  EXPECT_EQ(tracers(with(with(kTable5, twice, ""), again, "")),
            "[{\"node\": \"ground (1)\", \"points\": [[-1.0, -1.0, -1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, "
            "-1.0], [1.0, "
            "1.0, -1.0], [-1.0, -1.0, 1.0], [1.0, -1.0, 1.0], [-1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]}]");
  EXPECT_EQ(diagnostics_.to_text(), "");
}

TEST_F(MbdmReader, tables_6_and_23_are_springs_with_dampers) {
  ModelDesc model = read(kTable22, {{"mooring", kTable6}});
  EXPECT_EQ(diagnostics_.to_text(), "");
  EXPECT_EQ(fields(model, "joint", "mooring 1"),
            "spring_damper a={\"node\": \"ground\", \"offset\": [0.0, 0.0, 10.0]} b={\"node\": \"body\", "
            "\"offset\": "
            "[0.0, 0.0, 0.0]} length=10.0 stiffness=4000.0 damping=40.0");
  model = read(kTable22, {{"mooring", kTable23}});
  EXPECT_EQ(diagnostics_.to_text(), "");
  EXPECT_EQ(fields(model, "joint", "mooring 1"),
            "spring_damper a={\"node\": \"ground\", \"offset\": [0.0, 0.0, 2.0]} b={\"node\": \"body\", "
            "\"offset\": "
            "[0.0, 0.0, 0.5]} length=1.5 stiffness=10000.0 damping=0.0");
  EXPECT_EQ(to_json(*model.find_single("mbdm")->find("moorings")), "[\"mooring 1\"]");
}

TEST_F(MbdmReader, mooring_lines_may_have_titles_and_be_taut_only) {
  const std::string second = kTable6.substr(kTable6.find("Fairlead"));
  const ModelDesc model =
      read(kTable22, {{"mooring", with(kTable6, ": 1", ": 3") + "Taut only : 1\nNorth line\n" + second +
                                      "Mooring: North line\n" + second + "Taut only: 0\n"}});
  EXPECT_EQ(diagnostics_.to_text(), "");
  EXPECT_EQ(to_json(*model.find_single("mbdm")->find("moorings")),
            "[\"mooring 1\", \"North line\", \"North line (3)\"]");
  EXPECT_EQ(*model.find("joint", "mooring 1")->find("taut_only"), Value(true));
  EXPECT_EQ(model.find("joint", "North line (3)")->find("taut_only"), nullptr);
}

TEST_F(MbdmReader, table_7_is_read_with_our_extra_lines) {
  ModelDesc model = read(kTable22, {{"parameters", kTable7}});
  EXPECT_EQ(diagnostics_.to_text(), "");
  EXPECT_THAT(fields(model, "mbdm"), HasSubstr("debug=false timer=false store_matrices=false"));
  EXPECT_THAT(fields(model, "solver"), HasSubstr("attempt_fix=false"));
  model = read(kTable22,
               {{"parameters",
                 "Debug : 1\nTimer : 1\nStore A matrix : 1\nAttempt fix : 1\nIntegrator : symplectic Euler\n"
                 "System matrix: angular_velocity\nPartition : every_step\nTolerance : 1e-9\n"}});
  EXPECT_EQ(diagnostics_.to_text(), "");
  EXPECT_THAT(fields(model, "mbdm"), HasSubstr("debug=true timer=true store_matrices=true"));
  EXPECT_EQ(fields(model, "solver"),
            "partitioned tolerance=1e-10 max_iterations=100 attempt_fix=true integrator=\"symplectic_euler\" "
            "matrix=\"angular_velocity\" partition=\"every_step\" error_tolerance=1e-09");
}

TEST_F(MbdmReader, table_8_asks_for_coupling_which_is_refused) {
  EXPECT_EQ(
      problems(kTable9, {{"solvers", kTable8}}),
      "mbdm.expert.solvers:2:11: error: coupled runs are not supported yet: "
      "'/home/cfd/hmb/bin/hmb_parallel_method3'; remove or rename the file to run the mechanism alone\n");
  for (const std::string line : {"coupling type: 1\n", "HMB body ID: 1\n", "RPM: 8.836\n"})  // no root
    EXPECT_THAT(problems(kTable9, {{"solvers", line}}),
                HasSubstr("error: coupled runs are not supported yet: '" + line.substr(0, 3)));
  EXPECT_EQ(problems(kTable9, {{"solvers", "\n"}}), "");
}

TEST_F(MbdmReader, table_9_has_a_name_without_label) {
  const ModelDesc model = read(kTable9);
  EXPECT_EQ(diagnostics_.to_text(), "");
  EXPECT_EQ(model.title, "Test_case");
  EXPECT_EQ(fields(model, "analysis"),
            "dynamic start_time=0.0 end_time=1.0 step=1e-04 assembly=\"one_node\"");
  EXPECT_EQ(fields(model, "node", "another_6dof_body"),
            "dynamic position=[10.0, 0.0, 0.0] orientation={\"euler321\": [0.0, 0.0, 0.0]} " + kStill);
}

TEST_F(MbdmReader, table_10_has_a_line_twice_and_another_missing) {
  const ModelDesc model = read(kTable3.substr(0, kTable3.find("Joint 1")) + kTable10);
  EXPECT_EQ(diagnostics_.to_text(),
            "mbdm:22:1: note: joint 1: the line 'r2:' is missing; type G does not use it\n"
            "mbdm:30:1: warning: joint 1: 'q2' is given again; this line is taken instead of line 28\n");
  EXPECT_EQ(model.find("joint", "joint 1")->type, "clamp");
}

TEST_F(MbdmReader, table_26_is_told_its_faults) {
  read(kTable26);
  EXPECT_EQ(diagnostics_.error_count(), 1);
  EXPECT_THAT(
      diagnostics_.to_text(),
      AllOf(HasSubstr(
                "mbdm:79:1: warning: joint 3: 'r1' is given again; this line is taken instead of line 78"),
            HasSubstr("mbdm:86:1: warning: joint 4: 'type' is given again"),
            HasSubstr("mbdm:128:1: error: joint 8: the line 'dist:' is missing")));
}

TEST_F(MbdmReader, table_26_gives_the_slider_crank) {
  const ModelDesc model = read(corrected_table_26());
  EXPECT_FALSE(diagnostics_.has_errors()) << diagnostics_.to_text();
  EXPECT_EQ(model.of_kind("node").size(), 4u);
  EXPECT_EQ(model.of_kind("joint").size(), 8u);
  EXPECT_EQ(model.find_single("analysis")->type, "kinematic");
  // The angle goes on in the next line; mass stands behind omega.
  EXPECT_THAT(fields(model, "node", "crank"), HasSubstr("{\"euler321\": [0.7853981633974483, 0.0, 0.0]}"));
  EXPECT_THAT(fields(model, "body", "rod"), HasSubstr("mass=35.0"));
  const std::string any_x = "\"z\": [0.0, 0.0, 1.0], \"x\": ";
  EXPECT_THAT(
      fields(model, "joint", "joint 3"),
      HasSubstr("cylindrical a={\"node\": \"rod\", \"offset\": [1.75, 0.0, -1.0], \"orientation\": {" +
                any_x + "[1.0, 0.0, 0.0]}}"));
  EXPECT_EQ(fields(model, "joint", "joint 8"),
            "revolute_driver a={\"node\": \"ground (4)\", \"orientation\": {" + any_x +
                "[1.0, 0.0, 0.0]}} b={\"node\": \"crank\", \"orientation\": {\"x\": [1.0, 0.0, 0.0], \"z\": "
                "[0.0, 0.0, "
                "1.0]}} angle={\"type\": \"linear\", \"constant\": 0.7853981633974483, \"slope\": "
                "6.283185307179586}");
}

TEST_F(MbdmReader, table_28_gives_the_dynamic_slider_crank) {
  const ModelDesc model = read(kTable28);
  EXPECT_EQ(diagnostics_.to_text(), "");
  EXPECT_EQ(model.of_kind("joint").size(), 7u);
  EXPECT_EQ(model.find_single("analysis")->type, "dynamic");
  // Name and angles of the slider stand on one line. The wrong y of the rod is for the assembly to repair.
  EXPECT_EQ(fields(model, "node", "slider"),
            "dynamic position=[1.5, 0.0, 0.0] orientation={\"euler321\": [0.0, 0.0, 0.0]} " + kStill);
  EXPECT_EQ(fields(model, "node", "rod"),
            "dynamic position=[-0.25, 0.7066, 0.0] orientation={\"euler321\": [0.0, 0.0, 0.0]} "
            "velocity=[0.0, -30.0, "
            "0.0] angular_velocity_local=[0.0, 0.0, 17.1429]");
}

TEST_F(MbdmReader, euler_angles_1_2_3_are_turns_about_fixed_axes) {
  const ModelDesc model =
      read(with(kTable22, "angles (1-2-3 \\text{ notation}): 0, 0, 0", "angles: .1, .2, .3"));
  // Rz(0.3) Ry(0.2) Rx(0.1), whatever it is called.
  EXPECT_THAT(fields(model, "node", "body"), HasSubstr("{\"euler321\": [0.3, 0.2, 0.1]}"));
}

TEST_F(MbdmReader, takes_any_spacing_and_comments) {
  std::string text = kTable3;
  text =
      with(text, "Name: One_ground_body\n", "\xEF\xBB\xBF# a comment\n\n   One_ground_body // the case\n\n");
  text = with(text, "Number of bodies : 1\n", "NUMBER   OF BODIES:1\r\n\n\n");
  text = with(text, "dt: 0.001", "dt:\n   0.001   # s");
  text = with(text, "name: ground", "=====\nBody ID : 1\n\tname :ground // not that one");
  text = with(text, "r: 0, 0, 0\nv:", "r : 0 0\t0 v:");
  text = with(text, "I(1,1-3): 450, 0.0, 0.0", "I (1, 1-3) : 450,\n0.0,\n0.0");
  text = with(text, "Joint 1\ntype: G", "Joint: 1\n\n\ntype: g");
  const ModelDesc model = read(text);
  EXPECT_EQ(diagnostics_.to_text(), "");
  EXPECT_EQ(model, [this] { return read(kTable3); }());
}

TEST_F(MbdmReader, makes_names_of_bodies_unique) {
  std::string text = with(kTable9, "name: 6dof_body", "name: wheel 1");
  text = with(text, "name: another_6dof_body", "name: wheel-1");
  EXPECT_THAT(fields(read(text), "mbdm"), HasSubstr("bodies=[\"wheel 1 (1)\", \"wheel-1 (2)\"]"));
  text = with(with(kTable9, "name: 6dof_body", "name:"), "name: another_6dof_body", "name:");
  EXPECT_THAT(fields(read(text), "mbdm"), HasSubstr("bodies=[\"body 1\", \"body 2\"]"));
  EXPECT_EQ(diagnostics_.to_text(), "");
}

TEST_F(MbdmReader, zero_saves_nothing) {
  const std::string text =
      with(kTable22, "Save output every (n) steps: 10", "Save output every (n) steps: 0");
  const ModelDesc model = read(text);
  EXPECT_THAT(fields(model, "output"), HasSubstr("every=1001"));
  EXPECT_THAT(fields(model, "mbdm"), HasSubstr("output_every=0"));
}

TEST(LooksLikeMbdm, knows_main_files_by_their_labels) {
  EXPECT_TRUE(looks_like_mbdm(kTable3));
  EXPECT_TRUE(looks_like_mbdm(kTable9));
  EXPECT_TRUE(looks_like_mbdm("x\r\nT_START : 0\r\nT_END : 1\r\n"));
  EXPECT_FALSE(looks_like_mbdm(""));
  EXPECT_FALSE(looks_like_mbdm("{\"pintle\": 1, \"title\": \"Number of bodies: 3\"}"));
  EXPECT_FALSE(looks_like_mbdm("begin: data;\n  problem: initial value;\nend: data;\n"));
  EXPECT_FALSE(looks_like_mbdm(kTable6));
}

TEST(ReadMbdmModel, says_when_there_is_no_file) {
  Diagnostics diagnostics;
  EXPECT_FALSE(read_mbdm_model("/nowhere/mbdm", SchemaRegistry(), diagnostics));
  EXPECT_EQ(diagnostics.to_text(), "/nowhere/mbdm: error: there is no such file\n");
  diagnostics = {};
  EXPECT_FALSE(read_mbdm_model("/", SchemaRegistry(), diagnostics));
  EXPECT_EQ(diagnostics.to_text(), "/: error: this is a directory, not a file\n");
}

}  // namespace
}  // namespace pintle
