// Every card of `control data`, from the examples of its page.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "pintle/lang/mbdyn/mbdyn_reader.h"

namespace pintle {
namespace {

using testing::HasSubstr;

class ControlCards : public testing::Test {
 protected:
  ControlCards() {
    registry_.add(CardSchema("drive", "meter")
                      .real("start")
                      .integer("steps")
                      .optional()
                      .mbdyn({"meter"}, "<start>, forever, [steps, <steps>]"));
    registry_.add(CardSchema("joint", "pin").node("b").mbdyn({"some pin"}, "<b>"));
  }
  ModelDesc read(const std::string& cards, const std::string& rest = "") {
    diagnostics_ = {};
    return *read_mbdyn_model_text(
        "begin: initial value;\ntime step: 1.e-2;\nend: initial value;\n"
        "begin: control data;\n" +
            cards + "\nend: control data;\n" + rest,
        "model.mbd", registry_, diagnostics_);
  }
  // The card that says what is written.
  Card output(const std::string& cards, const std::string& rest = "") {
    const ModelDesc model = read(cards, rest);
    EXPECT_EQ(diagnostics_.to_text(), "") << cards;
    return *model.find_single("output");
  }
  std::string problems(const std::string& cards) {
    read(cards);
    return diagnostics_.to_text();
  }
  SchemaRegistry registry_;
  Diagnostics diagnostics_;
};

TEST_F(ControlCards, title) { EXPECT_EQ(read("title: \"A rotor\";").title, "A rotor"); }

TEST_F(ControlCards, assembly_settings) {
  const ModelDesc model = read("tolerance: 1.e-7; max iterations: 12;");
  EXPECT_EQ(diagnostics_.to_text(), "");
  EXPECT_EQ(model.find_single("analysis")->find("assembly_tolerance")->as_number(), 1e-7);
  EXPECT_EQ(model.find_single("analysis")->find("assembly_max_iterations")->as_integer(), 12);
  const ModelDesc old = read("initial tolerance: 1.e-5; max initial iterations: 3;");
  EXPECT_EQ(old.find_single("analysis")->find("assembly_tolerance")->as_number(), 1e-5);
  EXPECT_EQ(old.find_single("analysis")->find("assembly_max_iterations")->as_integer(), 3);
}

TEST_F(ControlCards, weights_of_the_assembly_are_those_of_nodes_without_their_own) {
  const ModelDesc model =
      read("initial stiffness: 2., 3.; omega rotates: yes;",
           "begin: nodes; structural: 1, static, null, eye, null, null;"
           "structural: 2, static, null, eye, null, null, assembly, 5., 6., no; end: nodes;");
  EXPECT_EQ(diagnostics_.to_text(), "");
  const auto number = [&](std::size_t node, const char* field) {
    std::vector<const Card*> nodes;
    for (const Card& card : model.cards)
      if (card.kind == "node") nodes.push_back(&card);
    return nodes.at(node)->find(field);
  };
  EXPECT_EQ(number(0, "assembly_position")->as_number(), 2.0);
  EXPECT_EQ(number(0, "assembly_velocity")->as_number(), 3.0);
  EXPECT_TRUE(number(0, "omega_rotates")->as_boolean());
  EXPECT_EQ(number(1, "assembly_position")->as_number(), 5.0);
  EXPECT_FALSE(number(1, "omega_rotates")->as_boolean());
}

// A title goes into files and pages that are in UTF-8.
TEST_F(ControlCards, title_in_another_encoding) {
  EXPECT_EQ(read("title: \"P\xE9ndulum \xC3\xA9\";").title, "P\\xe9ndulum \xC3\xA9");
}

TEST_F(ControlCards, without_effect_are_noted) {
  for (const char* card :
       {"skip initial joint assembly;", "default scale: all, 1.;", "default beam output: all;",
        "default aerodynamic output: all;", "output units: MKS;", "solver: naive;", "linear solver: umfpack;",
        "select timeout: 5;", "output file name: \"x\";", "air properties;",
        "use automatic differentiation;"}) {
    EXPECT_THAT(problems(card), HasSubstr("model.mbd:5:1: note: ")) << card;
    EXPECT_FALSE(diagnostics_.has_errors()) << card;
  }
  EXPECT_EQ(problems("use: joints, in assembly;"), "");
  for (const char* card :
       {"use: rigid bodies, gravity, in assembly;", "initial assembly of deformable and force elements;",
        "read solution array: \"x\";"}) {
    EXPECT_THAT(problems(card), HasSubstr("model.mbd:5:")) << card;
    EXPECT_TRUE(diagnostics_.has_errors()) << card;
  }
  EXPECT_THAT(problems("use: bodies, in assembly;"), HasSubstr("'bodies' is no part of the assembly"));
}

TEST_F(ControlCards, print) {
  EXPECT_TRUE(output("print: dof stats, dof description;").find("print_equations")->as_boolean());
  EXPECT_TRUE(output("print: equation description;").find("print_equations")->as_boolean());
  EXPECT_FALSE(output("print: all; print: none;").find("print_equations")->as_boolean());
}

TEST_F(ControlCards, make_restart_file) {
  EXPECT_EQ(output("make restart file;").find("checkpoint_every")->as_integer(), 0);
  EXPECT_EQ(output("make restart file: iterations, 50;").find("checkpoint_every")->as_integer(), 50);
  EXPECT_EQ(output("make restart file: time, .5;").find("checkpoint_every")->as_integer(), 50);
}

TEST_F(ControlCards, default_output) {
  const Card none = output("default output: none, structural nodes, accelerations;");
  EXPECT_TRUE(none.find("nodes")->as_boolean());
  EXPECT_TRUE(none.find("accelerations")->as_boolean());
  EXPECT_FALSE(none.find("joints")->as_boolean());
  EXPECT_FALSE(none.find("loads")->as_boolean());
  const Card all = output("default output: none; default output: all;");
  EXPECT_TRUE(all.find("loads")->as_boolean());
  EXPECT_FALSE(all.find("accelerations")->as_boolean());
  output(
      "default output: reference frames, abstract nodes, electric nodes, hydraulic nodes, aerodynamic "
      "elements, "
      "air properties, beams, electric elements, forces, genels, gravity, hydraulic elements, joints, rigid "
      "bodies, "
      "rotors;");
  EXPECT_THAT(problems("default output: jonts;"), HasSubstr("did you mean 'joints'?"));
}

TEST_F(ControlCards, reference_frames_are_written_where_asked_for) {
  const std::string frames =
      "reference: 7, 1., 2., 3., euler, 0., 0., pi/2., 4., 5., 6., 0., 0., 7.;\n"
      "reference: 8, reference, 7, 1., 0., 0., reference, 7, eye, reference, 7, null, reference, 7, null;\n";
  const Card card = output("default output: none, reference frames;", frames);
  const ValueList& rows = card.find("reference_frames")->as_list();
  ASSERT_EQ(rows.size(), 2u);
  std::vector<double> row;
  for (const Value& number : rows[1].as_list()) row.push_back(number.as_number());
  const auto near = [](double x) { return testing::DoubleNear(x, 1e-12); };
  EXPECT_THAT(row, testing::ElementsAre(8, near(1), near(3), near(3), near(0), near(0), near(std::acos(0.0)),
                                        near(4 - 7), near(5), near(6), near(0), near(0), near(7)));
  EXPECT_EQ(output("default output: structural nodes;", frames).find("reference_frames"), nullptr);
}

TEST_F(ControlCards, precision_frequency_meter_and_orientation) {
  const Card card = output(
      "output precision: 12; output frequency: 10; output meter: meter, 0., forever, steps, 10;\n"
      "default orientation: orientation vector;");
  EXPECT_EQ(card.find("precision")->as_integer(), 12);
  EXPECT_EQ(card.find("every")->as_integer(), 10);
  EXPECT_EQ(card.find("meter")->find("steps")->as_integer(), 10);
  EXPECT_EQ(card.find("orientation")->as_text(), "orientation_vector");
}

TEST_F(ControlCards, output_results) {
  const Card card = output("output results: netcdf, classic, sync, no text;");
  EXPECT_TRUE(card.find("netcdf")->as_boolean());
  EXPECT_FALSE(card.find("text")->as_boolean());
  EXPECT_THAT(problems("output results: adams, model name, \"x\";"), HasSubstr("'adams' are not written"));
}

TEST_F(ControlCards, static_models_have_static_nodes) {
  const ModelDesc model =
      read("model: static;", "begin: nodes;\nstructural: 1, dynamic, null, eye, null, null;\nend: nodes;\n");
  EXPECT_EQ(model.of_kind("node").at(0)->type, "static");
}

TEST_F(ControlCards, counters_of_kinds_to_come_are_noted) {
  EXPECT_EQ(problems("beams: 0; abstract nodes: 0; gravity;"), "");
  EXPECT_THAT(problems("beams: 3;"), HasSubstr("note: 3 beams declared: they are not built yet"));
  for (const char* words : {"abstract nodes",
                            "electric nodes",
                            "hydraulic nodes",
                            "parameter nodes",
                            "aerodynamic elements",
                            "aeromodals",
                            "automatic structural elements",
                            "bulk elements",
                            "electric bulk elements",
                            "electric elements",
                            "external elements",
                            "genels",
                            "hydraulic elements",
                            "loadable elements",
                            "output elements",
                            "rotors",
                            "induced velocity elements",
                            "joint regularizations",
                            "plates",
                            "thermal nodes",
                            "RTAI output",
                            "stream output elements"}) {
    EXPECT_THAT(problems(fmt::format("{}: 2;", words)), HasSubstr(fmt::format("2 {} declared", words)));
    EXPECT_FALSE(diagnostics_.has_errors());
  }
  EXPECT_THAT(problems("forces: 1;"), HasSubstr("error: 1 is declared, 0 found"));
}

TEST_F(ControlCards, what_differs_for_one_node_or_element) {
  const Card card = output("structural nodes: 2; joints: 2;",
                           "begin: nodes;\n"
                           "structural: 1, static, null, eye, orientation description, euler313, null, null, "
                           "accelerations, yes, output, no;\n"
                           "structural: 2, static, null, eye, null, null;\n"
                           "output: structural, 1;\nend: nodes;\n"
                           "begin: elements;\njoint: 7, some pin, 1, output, no;\n"
                           "joint: 8, some pin, 2, orientation description, orientation matrix;\n"
                           "output: joint, range, 5, 7;\nend: elements;\n");
  const Value& items = *card.find("items");
  EXPECT_EQ(items.find("node.1")->find("orientation")->as_text(), "euler313");
  EXPECT_TRUE(items.find("node.1")->find("accelerations")->as_boolean());
  EXPECT_TRUE(items.find("node.1")->as_map().back().value.as_boolean());   // `output` came last
  EXPECT_TRUE(items.find("joint.7")->as_map().back().value.as_boolean());  // likewise
  EXPECT_EQ(items.find("joint.8")->find("orientation")->as_text(), "orientation_matrix");
}

}  // namespace
}  // namespace pintle
