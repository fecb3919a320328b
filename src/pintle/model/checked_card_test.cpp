#include "pintle/model/checked_card.h"

#include <gtest/gtest.h>

#include <numbers>
#include <stdexcept>

namespace pintle {
namespace {

const auto kFile = std::make_shared<const std::string>("wing.json");

// One field of every type; all optional so that a test gives only what it is about.
CardSchema make_schema() {
  CardSchema schema("element", "gadget");
  schema.real("mass").unit("kg").positive().optional();
  schema.integer("count").at_least(1).at_most(9).optional(2);
  schema.boolean("is_on").optional(true);
  schema.text("label").optional("none");
  schema.vector2("size").unit("m").non_negative().optional();
  schema.vector3("offset").unit("m").optional(Value::list({0, 0, "1 mm"}));
  schema.vector6("load").unit("N, N m").optional();
  schema.matrix3("shape").optional();
  schema.matrix6("stiffness").optional();
  schema.orientation("frame").optional();
  schema.inertia("inertia").optional();
  schema.attachment("a").optional("ground");
  schema.node("node").optional();
  schema.item("motor", "drive").optional();
  schema.drive("force").unit("N").optional();
  schema.drive3("push").unit("N").optional();
  schema.choice("side", {"left", "right_hand"}).optional();
  schema.reals("stations").unit("m").optional();
  schema.table("curve", {{"time", "s"}, {"force", "N"}}).optional();
  schema.card("law", "law").optional();
  schema.cards("laws", "law").optional();
  schema.map("extras").optional();
  return schema;
}

class CheckedCardTest : public testing::Test {
 protected:
  CheckedCard check(std::string field, Value value) {
    card_.set(std::move(field), std::move(value));
    return check_card(card_, schema_, diagnostics_);
  }

  // The problem with a value, without the subject that they all have in common.
  std::string problem(std::string field, Value value) {
    card_.fields.clear();
    diagnostics_ = {};
    check(std::move(field), std::move(value));
    const std::string text = diagnostics_.to_text();
    const std::string subject = "error: element 'g' (gadget): ";
    return text.starts_with(subject) ? text.substr(subject.size()) : text;
  }

  CardSchema schema_ = make_schema();
  Diagnostics diagnostics_;
  Card card_{"element", "gadget", "g", {}, {}};
};

TEST_F(CheckedCardTest, getters_return_what_was_given_in_si) {
  EXPECT_EQ(check("mass", "2 t").real("mass"), 2000.0);
  EXPECT_EQ(check("count", 3).integer("count"), 3);
  EXPECT_EQ(check("count", 3.0).integer("count"), 3);
  EXPECT_FALSE(check("is_on", false).boolean("is_on"));
  EXPECT_EQ(check("label", "x").text("label"), "x");
  EXPECT_EQ(check("size", Value::list({1, 2})).vector2("size"), Vec2(1, 2));
  EXPECT_EQ(check("offset", Value::list({1, 2, "3 mm"})).vector3("offset"), Vec3(1, 2, 0.003));
  EXPECT_EQ(check("load", Value::list({1, 2, 3, 4, 5, "6 kN m"})).vector6("load")[5], 6000.0);
  EXPECT_EQ(check("node", "n1").node("node"), "n1");
  EXPECT_EQ(check("motor", "m1").item("motor"), "m1");
  EXPECT_EQ(check("side", "right hand").choice("side"), "right_hand");
  EXPECT_EQ(check("stations", Value::list({0, 1, 2.5})).reals("stations"), (std::vector<double>{0, 1, 2.5}));
  EXPECT_EQ(diagnostics_.to_text(), "");
}

TEST_F(CheckedCardTest, matrices_are_read_row_by_row) {
  const Value rows = Value::list({Value::list({0, -1, 0}), Value::list({1, 0, 0}), Value::list({0, 0, 1})});
  const Mat3 expected = (Mat3() << 0, -1, 0, 1, 0, 0, 0, 0, 1).finished();
  EXPECT_EQ(check("shape", rows).matrix3("shape"), expected);
  EXPECT_EQ(check("frame", rows).orientation("frame"), expected);
  EXPECT_EQ(check("stiffness", Value::list({1, 2, 3, 4, 5, 6})).matrix6("stiffness").diagonal()[4], 5.0);
  EXPECT_EQ(check("inertia", Value::list({1, 2, 3})).inertia("inertia"), Mat3(Vec3(1, 2, 3).asDiagonal()));
  const Value curve = Value::list({Value::list({0, 1}), Value::list({2, "3 kN"}), Value::list({4, 5})});
  EXPECT_EQ(check("curve", curve).table("curve"), (MatX(3, 2) << 0, 1, 2, 3000, 4, 5).finished());
  EXPECT_EQ(diagnostics_.to_text(), "");
}

TEST_F(CheckedCardTest, defaults_are_filled_in) {
  const CheckedCard card = check_card(card_, schema_, diagnostics_);
  EXPECT_EQ(card.integer("count"), 2);
  EXPECT_TRUE(card.boolean("is_on"));
  EXPECT_EQ(card.text("label"), "none");
  EXPECT_EQ(card.vector3("offset"), Vec3(0, 0, 0.001));
  EXPECT_TRUE(card.attachment("a").is_ground());
  EXPECT_TRUE(card.has("count"));
  EXPECT_FALSE(card.is_given("count"));
  EXPECT_FALSE(card.has("mass"));
  EXPECT_FALSE(card.has_errors());
}

TEST_F(CheckedCardTest, fields_left_out_or_in_error_have_safe_values) {
  for (const FieldSchema& field : schema_.fields()) card_.set(field.name, Value());  // null is always wrong
  const CheckedCard card = check_card(card_, schema_, diagnostics_);
  EXPECT_EQ(diagnostics_.error_count(), static_cast<int>(schema_.fields().size()));
  EXPECT_TRUE(card.has_errors());
  EXPECT_TRUE(card.has("mass"));
  EXPECT_EQ(card.real("mass"), 0.0);
  EXPECT_EQ(card.integer("count"), 0);
  EXPECT_FALSE(card.boolean("is_on"));
  EXPECT_EQ(card.text("label"), "");
  EXPECT_EQ(card.vector2("size"), Vec2(0, 0));
  EXPECT_EQ(card.vector3("offset"), Vec3(0, 0, 0));
  EXPECT_EQ(card.vector6("load"), Vec6(Vec6::Zero()));
  EXPECT_EQ(card.matrix3("shape"), Mat3(Mat3::Zero()));
  EXPECT_EQ(card.matrix6("stiffness"), Mat6(Mat6::Zero()));
  EXPECT_EQ(card.orientation("frame"), Mat3(Mat3::Identity()));
  EXPECT_EQ(card.inertia("inertia"), Mat3(Mat3::Zero()));
  EXPECT_TRUE(card.attachment("a").is_ground());
  EXPECT_EQ(card.node("node"), "");
  EXPECT_EQ(card.choice("side"), "left");
  EXPECT_TRUE(card.reals("stations").empty());
  EXPECT_EQ(card.table("curve").rows(), 0);
  EXPECT_EQ(card.table("curve").cols(), 2);
  EXPECT_EQ(card.drive_card("force").type, "constant");
  EXPECT_EQ(card.drives("push").components.size(), 3u);
  EXPECT_EQ(card.nested_card("law").kind, "law");
  EXPECT_TRUE(card.nested_cards("laws").empty());
  EXPECT_TRUE(card.value("extras").is_null());
}

TEST_F(CheckedCardTest, values_of_the_wrong_type_are_refused) {
  EXPECT_EQ(problem("count", 2.5), "count: expected a whole number, got the number 2.5\n");
  EXPECT_EQ(problem("count", "two"), "count: expected a whole number, got the text 'two'\n");
  EXPECT_EQ(problem("count", 1e12),
            "count: expected a whole number of at most nine digits, got the number 1e+12\n");
  EXPECT_EQ(problem("is_on", 1), "is_on: expected true or false, got the number 1\n");
  EXPECT_EQ(problem("label", 1), "label: expected a text, got the number 1\n");
  EXPECT_EQ(problem("node", ""), "node: expected the name of a node, got the text ''\n");
  EXPECT_EQ(problem("motor", 1),
            "motor: expected the name of a card among the kind drive, got the number 1\n");
  EXPECT_EQ(problem("side", 1), "side: expected 'left' or 'right_hand', got the number 1\n");
  EXPECT_EQ(problem("side", "lefft"), "side: unknown choice 'lefft'; did you mean 'left'?\n");
  EXPECT_EQ(problem("side", "top"), "side: unknown choice 'top'; use 'left' or 'right_hand'\n");
  EXPECT_EQ(problem("law", 1), "law: expected an object that describes a law, got the number 1\n");
  EXPECT_EQ(problem("laws", Value::list({Value::map({}), 1})),
            "laws[1]: expected an object that describes a law, got the number 1\n");
  EXPECT_EQ(problem("extras", "x"), "extras: expected an object, got the text 'x'\n");
}

TEST_F(CheckedCardTest, limits_hold_in_si) {
  EXPECT_EQ(problem("mass", 0), "mass: must be greater than 0 kg, got 0\n");
  EXPECT_EQ(problem("mass", "-1 t"), "mass: must be greater than 0 kg, got -1000\n");
  EXPECT_EQ(problem("count", 0), "count: must be at least 1, got 0\n");
  EXPECT_EQ(problem("count", 10), "count: must be at most 9, got 10\n");
  EXPECT_EQ(problem("count", 1), "");
  EXPECT_EQ(problem("count", 9), "");
  EXPECT_EQ(problem("size", Value::list({0, -1})), "size[1]: must be at least 0 m, got -1\n");
}

TEST_F(CheckedCardTest, unknown_fields_come_with_a_suggestion) {
  EXPECT_EQ(problem("maas", 1), "unknown field 'maas'; did you mean 'mass'?\n");
  CardSchema small("element", "gadget");
  small.real("mass").optional().real("size").optional();
  card_.fields.clear();
  card_.set("stiffness", 1);
  diagnostics_ = {};
  check_card(card_, small, diagnostics_);
  EXPECT_EQ(diagnostics_.to_text(),
            "error: element 'g' (gadget): unknown field 'stiffness'; the fields are 'mass' and 'size'\n");
}

TEST_F(CheckedCardTest, fields_of_other_programs_lead_to_those_here) {
  CardSchema schema("joint", "spring");
  schema.real("stiffness").optional().field_synonyms({"k"}).hint({"axis"}, "give 'a' an 'orientation'");
  EXPECT_EQ(schema.suggest_field("K"), "did you mean 'stiffness'?");
  card_.fields.clear();
  card_.set("axis", 1);
  check_card(card_, schema, diagnostics_);
  EXPECT_EQ(diagnostics_.to_text(),
            "error: element 'g' (gadget): unknown field 'axis'; give 'a' an 'orientation'\n");
}

TEST_F(CheckedCardTest, missing_fields_are_named_with_unit_and_example) {
  CardSchema schema("body", "rigid_body");
  schema.real("mass").unit("kg").positive();
  schema.vector3("offset").unit("m").example(Value::list({0, 0, "5 mm"}));
  schema.choice("shape", {"box", "ball"});
  const Card card{"body", "rigid_body", "crank", {kFile, 7, 3}, {}};
  const CheckedCard checked = check_card(card, schema, diagnostics_);
  EXPECT_EQ(diagnostics_.to_text(),
            "wing.json:7:3: error: body 'crank' (rigid body): missing 'mass', a number in kg; "
            "for example \"mass\": 1.0\n"
            "wing.json:7:3: error: body 'crank' (rigid body): missing 'offset', a list of 3 numbers in m; "
            "for example \"offset\": [0, 0, \"5 mm\"]\n"
            "wing.json:7:3: error: body 'crank' (rigid body): missing 'shape', 'box' or 'ball'; "
            "for example \"shape\": \"box\"\n");
  EXPECT_EQ(checked.place_of("mass").to_string(), "wing.json:7:3");
}

TEST_F(CheckedCardTest, problems_are_reported_where_they_are) {
  card_.fields = {{"mass", Value("3 m").set_place({kFile, 2, 9}), {kFile, 2, 1}},
                  {"colour", Value("red").set_place({kFile, 3, 11}), {kFile, 3, 1}},
                  {"mass", Value(1).set_place({kFile, 4, 9}), {kFile, 4, 1}}};
  const CheckedCard card = check_card(card_, schema_, diagnostics_);
  const std::string text = diagnostics_.to_text();
  EXPECT_TRUE(
      text.starts_with("wing.json:2:9: error: element 'g' (gadget): mass: expected kg, got 'm' in '3 m'\n"
                       "wing.json:3:1: error: element 'g' (gadget): unknown field 'colour'; the fields are"))
      << text;
  EXPECT_TRUE(text.ends_with("wing.json:4:1: error: element 'g' (gadget): 'mass' is given twice\n")) << text;
  EXPECT_EQ(card.place_of("mass").to_string(), "wing.json:2:9");
}

TEST_F(CheckedCardTest, a_type_that_is_no_text_is_said_to_be_so) {
  EXPECT_EQ(problem("type", 3), "type: expected a text, got the number 3\n");
  EXPECT_EQ(problem("name", 12), "name: expected a text, got the number 12\n");
}

TEST_F(CheckedCardTest, drives_are_numbers_expressions_names_or_cards) {
  const Card constant{"drive", "constant", "", {}, {{"value", 3.0, {}}}};
  EXPECT_EQ(check("force", 3).drive_card("force"), constant);
  EXPECT_EQ(check("force", "0.003 kN").drive_card("force"), constant);
  const Card expression{"drive", "expression", "", {}, {{"expression", "2*sin(t)", {}}}};
  EXPECT_EQ(check("force", "2*sin(t)").drive_card("force"), expression);
  EXPECT_EQ(check("force", "2").drive_card("force").type, "expression");
  const Card sine{"drive", "sine", "", {}, {{"amplitude", "3 kN", {}}}};
  const Value nested = Value::map({{"type", "sine"}, {"amplitude", "3 kN"}});
  EXPECT_EQ(check("force", nested).drive_card("force"), sine);
  EXPECT_EQ(diagnostics_.to_text(), "");
}

TEST_F(CheckedCardTest, drives_with_a_wrong_unit_or_shape_are_refused) {
  EXPECT_EQ(problem("force", "3 m"), "force: expected N, got 'm' in '3 m'\n");
  const std::string forms = "a number, an expression, the name of a drive, or an object with its \"type\"";
  EXPECT_EQ(problem("force", true), "force: expected " + forms + ", got true\n");
  EXPECT_EQ(problem("force", ""), "force: expected " + forms + ", got the text ''\n");
  EXPECT_EQ(problem("push", Value::list({1, "2 m", Value()})),
            "push[1]: expected N, got 'm' in '2 m'\n"
            "error: element 'g' (gadget): push[2]: expected " +
                forms + ", got null\n");
  EXPECT_EQ(
      problem("push", 1),
      "push: expected 3 drives in N, or an object with \"direction\" and \"drive\", got the number 1\n");
  EXPECT_EQ(problem("push", Value::map({{"direction", Value::list({0, 0, 0})}, {"drive", 1}})),
            "push.direction: the direction has no length\n");
}

TEST_F(CheckedCardTest, three_drives_or_one_along_a_direction) {
  const DrivesDesc three = check("push", Value::list({1, "sin(t)", "2 kN"})).drives("push");
  EXPECT_TRUE(three.terms.empty());
  ASSERT_EQ(three.components.size(), 3u);
  EXPECT_EQ(*three.components[1].find("expression"), Value("sin(t)"));
  EXPECT_EQ(*three.components[2].find("value"), Value(2000.0));

  const Value directed = Value::map({{"direction", Value::list({0, 3, 4})}, {"drive", "5 kN"}});
  const DrivesDesc one = check("push", directed).drives("push");
  EXPECT_TRUE(one.components.empty());
  ASSERT_EQ(one.terms.size(), 1u);
  EXPECT_LE((one.terms[0].vector - Vec3(0, 0.6, 0.8)).norm(), 1e-15);
  EXPECT_EQ(*one.terms[0].drive.find("value"), Value(5000.0));
  EXPECT_EQ(diagnostics_.to_text(), "");
}

TEST_F(CheckedCardTest, vectors_with_a_drive_each_keep_their_length) {
  const Value term = Value::map({{"vector", Value::list({0, 3, 4})}, {"drive", "sin(t)"}});
  const DrivesDesc one = check("push", term).drives("push");
  ASSERT_EQ(one.terms.size(), 1u);
  EXPECT_EQ(Vec3(one.terms[0].vector), Vec3(0, 3, 4));
  EXPECT_EQ(*one.terms[0].drive.find("expression"), Value("sin(t)"));
  EXPECT_EQ(check("push", Value::list({term, term})).drives("push").terms.size(), 2u);
  EXPECT_EQ(diagnostics_.to_text(), "");
  EXPECT_EQ(problem("push", Value::map({{"vector", Value::list({0, 3})}, {"drive", 1}})),
            "push.vector: expected a list of 3 numbers, got a list of 2\n");
}

TEST_F(CheckedCardTest, nested_cards_keep_their_kind) {
  const Value law = Value::map({{"type", "linear"}, {"stiffness", 10}});
  const Card nested = check("law", law).nested_card("law");
  EXPECT_EQ(nested.kind, "law");
  EXPECT_EQ(nested.type, "linear");
  EXPECT_EQ(*nested.find("stiffness"), Value(10));
  EXPECT_EQ(check("laws", Value::list({law, law})).nested_cards("laws").size(), 2u);
}

TEST_F(CheckedCardTest, the_driven_unit_replaces_any) {
  CardSchema ramp("drive", "ramp");
  ramp.real("slope").unit("any/s");
  Card card{"drive", "ramp", "", {}, {}};
  card.set("slope", "2 kN/s");
  EXPECT_EQ(check_card(card, ramp, diagnostics_).real("slope"), 2000.0);
  EXPECT_EQ(check_card(card, ramp, diagnostics_, "N").real("slope"), 2000.0);
  EXPECT_EQ(diagnostics_.to_text(), "");
  check_card(card, ramp, diagnostics_, "m");
  EXPECT_EQ(diagnostics_.to_text(), "error: drive (ramp): slope: expected m/s, got 'kN/s' in '2 kN/s'\n");
}

TEST_F(CheckedCardTest, a_registry_finds_the_schema) {
  SchemaRegistry registry;
  registry.add(CardSchema("drive", "constant").real("value").unit("any"));
  Card card{"drive", "", "", {}, {}};
  card.set("value", 2);
  EXPECT_EQ(check_card(card, registry, diagnostics_).real("value"), 2.0);
  EXPECT_FALSE(diagnostics_.has_errors());
  card.type = "constatn";
  EXPECT_TRUE(check_card(card, registry, diagnostics_).has_errors());
  EXPECT_EQ(diagnostics_.to_text(), "error: unknown drive type 'constatn'; did you mean 'constant'?\n");
}

TEST_F(CheckedCardTest, asking_for_what_the_schema_does_not_have_is_a_mistake_in_the_program) {
  const CheckedCard card = check_card(card_, schema_, diagnostics_);
  EXPECT_THROW(card.real("weight"), std::logic_error);
  EXPECT_THROW(card.real("count"), std::logic_error);
  EXPECT_THROW(card.has("weight"), std::logic_error);
}

}  // namespace
}  // namespace pintle
