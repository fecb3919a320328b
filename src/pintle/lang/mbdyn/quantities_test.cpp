#include "pintle/lang/mbdyn/quantities.h"

#include <gmock/gmock.h>

#include "pintle/lang/mbdyn/formula.h"
#include "pintle/lang/mbdyn/mbdyn_reader.h"

namespace pintle::mbdyn {
namespace {

using testing::HasSubstr;

Binding binding(std::string plugin, std::string type, std::string name, std::int64_t index = 0) {
  return {std::move(plugin), 5, std::move(type), std::move(name), index, {}, {}};
}

TEST(Quantities, of_elements_have_a_name_a_number_or_neither) {
  EXPECT_EQ(spelled_quantity_of(binding("element", "joint", "rz")), "joint.5.rz");
  EXPECT_EQ(spelled_quantity_of(binding("element", "joint", "", 3)), "joint.5.3");
  EXPECT_EQ(spelled_quantity_of(binding("element", "joint", "")), "joint.5");
  EXPECT_EQ(spelled_quantity_of(binding("element", "body", "V")), "body.5.V");
}

TEST(Quantities, keep_their_spelling_where_it_can_be_kept) {
  EXPECT_EQ(spelled_quantity_of(binding("element", "joint", "lambda[1]")), "joint.5.lambda[1]");
  EXPECT_EQ(quantity_of(binding("element", "joint", "lambda[1]")), "joint.5.lambda_1_");
}

TEST(Quantities, of_nodes_know_two_names_of_the_first_angles) {
  EXPECT_EQ(quantity_of(binding("node", "structural", "E123[2]")), "node.5.euler123.y");
  EXPECT_EQ(quantity_of(binding("node", "structural", "E[2]")), "node.5.euler123.y");
}

TEST(Quantities, of_nodes_are_not_left_out) {
  try {
    quantity_of(binding("node", "structural", ""));
    FAIL();
  } catch (const CardError& error) {
    EXPECT_THAT(error.what(), HasSubstr("the quantity of the node is missing"));
  }
}

class ListeningForce : public testing::Test {
 protected:
  ListeningForce() {
    registry_.add(CardSchema("drive", "constant").real("value").mbdyn({"const"}, "<value>"));
    registry_.add(CardSchema("joint", "total_joint").attachment("a").attachment("b"));
  }
  ModelDesc read(const std::string& cards) {
    return *read_mbdyn_model_text(
        "begin: nodes;\nstructural: 1, static, null, eye, null, null;\n"
        "structural: 2, static, null, eye, null, null;\nend: nodes;\nbegin: elements;\n" +
            cards + "\nend: elements;\n",
        "model.mbd", registry_, diagnostics_);
  }
  SchemaRegistry registry_;
  Diagnostics diagnostics_;
};

TEST_F(ListeningForce, knows_where_its_quantity_is_written) {
  const ModelDesc model = read(
      "force: 1, absolute, 1, position, null, 1., 0., 0.,\n  element, 5, joint, string, \"zz\", direct;");
  const Value* drive = model.find("load", "1")->find("value")->find("drive");
  ASSERT_TRUE(drive && drive->find("quantity"));
  EXPECT_EQ(drive->find("quantity")->place().line, 7);
  EXPECT_EQ(drive->find("quantity")->place().column, 30);
}

// All three components, and a direction that is not made a unit vector.
TEST_F(ListeningForce, imposed_displacements_hold_three_components) {
  const ModelDesc model = read(
      "joint: 5, imposed displacement, 1, null, 2, null, 2., 0., 1., element, 3, joint, index, 1, direct;");
  const Card* joint = model.find("joint", "5");
  ASSERT_TRUE(joint) << diagnostics_.to_text();
  for (const char* along : {"along_1", "along_2", "along_3"})
    EXPECT_EQ(joint->find(along)->as_text(), "position");
  EXPECT_EQ(*joint->find("position")->find("vector"), Value::list({2.0, 0.0, 1.0}));
}

}  // namespace
}  // namespace pintle::mbdyn
