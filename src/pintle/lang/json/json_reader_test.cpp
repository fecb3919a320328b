#include "pintle/lang/json/json_reader.h"

#include <gtest/gtest.h>

#include <fstream>

#include "pintle/model/checked_card.h"

namespace pintle {
namespace {

SchemaRegistry reader_schemas() {
  SchemaRegistry registry;
  registry.add(
      CardSchema("node", "structural").vector3("position").unit("m").optional(Value::list({0, 0, 0})));
  registry.add(CardSchema("joint", "revolute_hinge").alias("pin").attachment("a").attachment("b"));
  registry.add(CardSchema("joint", "clamp").attachment("a"));
  registry.add(CardSchema("element", "spring_damper").real("stiffness").unit("N/m"));
  registry.add(CardSchema("gravity", "uniform").vector3("acceleration").unit("m/s^2"));
  return registry;
}

struct Reading {
  std::optional<ModelDesc> model;
  std::string problems;
};

Reading read(std::string_view text) {
  Diagnostics diagnostics;
  Reading reading;
  reading.model = read_json_model_text(text, "wing.json", reader_schemas(), diagnostics);
  reading.problems = diagnostics.to_text();
  return reading;
}

TEST(JsonReader, reads_a_model) {
  const Reading reading = read(R"({
  "pintle": 1,
  "title": "Pendulum",   // in the plane
  "gravity": {"acceleration": [0, 0, -9.81]},
  "nodes": [
    {"name": "bob", "position": [1, 0, "-20 cm"]}
  ],
  "joints": [
    {"type": "pin", "name": "pivot", "a": "ground", "b": "bob"},
    {"type": "clamp", "a": "bob"}
  ]
})");
  EXPECT_EQ(reading.problems, "");
  ASSERT_TRUE(reading.model);
  const ModelDesc& model = *reading.model;
  EXPECT_EQ(model.title, "Pendulum");
  EXPECT_EQ(*model.file, "wing.json");
  ASSERT_EQ(model.cards.size(), 4u);

  const Card& gravity = *model.find_single("gravity");
  EXPECT_EQ(gravity.type, "uniform");
  EXPECT_EQ(*gravity.find("acceleration"), Value::list({0, 0, -9.81}));

  const Card& pivot = *model.find("joint", "pivot");
  EXPECT_EQ(pivot.type, "revolute_hinge");  // the alias is resolved
  EXPECT_EQ(pivot.place.to_string(), "wing.json:9:5");
  ASSERT_EQ(pivot.fields.size(), 2u);
  EXPECT_EQ(pivot.fields[1].name, "b");
  EXPECT_EQ(pivot.fields[1].place.to_string(), "wing.json:9:53");
  EXPECT_EQ(pivot.fields[1].value.place().to_string(), "wing.json:9:58");
}

TEST(JsonReader, reports_problems_of_fields_at_their_place) {
  const SchemaRegistry registry = reader_schemas();
  Diagnostics diagnostics;
  const auto model = read_json_model_text(
      "{\"pintle\": 1, \"nodes\": [\n"
      "  {\"name\": \"a\", \"position\": [0, \"3 kg\", 0]},\n"
      "  {\"name\": \"b\", \"positon\": [0, 0, 0]}]}",
      "wing.json", registry, diagnostics);
  ASSERT_TRUE(model);
  for (const Card& card : model->cards) check_card(card, registry, diagnostics);
  EXPECT_EQ(
      diagnostics.to_text(),
      "wing.json:2:33: error: node 'a' (structural): position[1]: expected m, got 'kg' in '3 kg'\n"
      "wing.json:3:17: error: node 'b' (structural): unknown field 'positon'; did you mean 'position'?\n");
}

TEST(JsonReader, returns_nothing_for_what_is_no_model) {
  const Reading broken = read("{\"pintle\": 1,");
  EXPECT_FALSE(broken.model);
  EXPECT_EQ(broken.problems,
            "wing.json:1:14: error: expected a name in double quotes, got the end of the file\n");
  const Reading empty = read(" \n");
  EXPECT_FALSE(empty.model);
  EXPECT_EQ(empty.problems,
            "wing.json:1:1: error: the file is empty; a model begins with {\"pintle\": 1, and ends with }\n");
  const Reading list = read("[1]");
  EXPECT_FALSE(list.model);
  EXPECT_EQ(list.problems, "wing.json:1:1: error: expected a model {\"pintle\": 1, ...}, got a list of 1\n");
}

TEST(JsonReader, checks_the_version_of_the_format) {
  EXPECT_EQ(read("{}").problems, "wing.json:1:1: error: missing \"pintle\": 1, the version of the format\n");
  EXPECT_EQ(read("{\"pintle\": 2}").problems,
            "wing.json:1:12: error: pintle: expected the version 1 of the format, got the number 2\n");
  EXPECT_EQ(read("{\"pintle\": \"1\"}").problems,
            "wing.json:1:12: error: pintle: expected the version 1 of the format, got the text '1'\n");
}

TEST(JsonReader, suggests_the_right_key) {
  EXPECT_EQ(read("{\"pintle\": 1, \"jonts\": []}").problems,
            "wing.json:1:15: error: unknown key 'jonts'; did you mean 'joints'?\n");
  EXPECT_EQ(read("{\"pintle\": 1, \"body\": []}").problems,
            "wing.json:1:15: error: unknown key 'body'; did you mean 'bodies'?\n");
  EXPECT_EQ(read("{\"pintle\": 1, \"aerodynamics\": []}").problems,
            "wing.json:1:15: error: unknown key 'aerodynamics'; the keys are 'pintle', 'title', 'gravity', "
            "'analysis', "
            "'solver', 'output', 'drives', 'functions', 'laws', 'nodes', 'bodies', 'joints', 'elements' and "
            "'loads'\n");
}

TEST(JsonReader, suggests_the_right_type) {
  const auto joint = [](const std::string& type) {
    return read("{\"pintle\": 1, \"joints\": [{\"name\": \"j\", \"type\": \"" + type + "\"}]}").problems;
  };
  EXPECT_EQ(joint("revolut_hinge"),
            "wing.json:1:48: error: unknown joint type 'revolut_hinge'; did you mean 'revolute_hinge'?\n");
  EXPECT_EQ(joint("spring_damper"),
            "wing.json:1:48: error: a 'spring_damper' is an element, not a joint; move it to \"elements\"\n");
  EXPECT_EQ(
      joint("gizmo"),
      "wing.json:1:48: error: unknown joint type 'gizmo'; the types are 'revolute_hinge' and 'clamp'\n");
  EXPECT_EQ(
      read("{\"pintle\": 1, \"joints\": [{\"name\": \"j\"}]}").problems,
      "wing.json:1:26: error: joint 'j': missing \"type\"; the types are 'revolute_hinge' and 'clamp'\n");
}

TEST(JsonReader, reports_wrong_shapes_and_keeps_what_is_right) {
  const Reading reading = read(
      "{\"pintle\": 1, \"title\": 3,\n"
      " \"gravity\": [0, 0, -9.81],\n"
      " \"nodes\": {\"name\": \"a\"},\n"
      " \"joints\": [7, {\"type\": \"clamp\", \"name\": 5},\n"
      "            {\"type\": 1}, {\"type\": \"clamp\"}]}");
  EXPECT_EQ(reading.problems,
            "wing.json:1:24: error: title: expected a text, got the number 3\n"
            "wing.json:2:13: error: gravity: expected an object, got a list of 3\n"
            "wing.json:3:11: error: nodes: expected a list of objects, got an object\n"
            "wing.json:4:13: error: joints: expected an object, got the number 7\n"
            "wing.json:4:42: error: joint: name: expected a text, got the number 5\n"
            "wing.json:5:22: error: joint: type: expected a text, got the number 1\n");
  ASSERT_TRUE(reading.model);
  EXPECT_EQ(reading.model->cards.size(), 1u);
}

TEST(JsonReader, reads_files_and_says_why_it_cannot) {
  const std::string path = testing::TempDir() + "json_reader_test.json";
  std::ofstream(path) << "{\"pintle\": 1, \"title\": \"from a file\"}";
  Diagnostics diagnostics;
  const auto model = read_json_model(path, reader_schemas(), diagnostics);
  ASSERT_TRUE(model);
  EXPECT_EQ(model->title, "from a file");
  EXPECT_EQ(*model->file, path);

  EXPECT_FALSE(read_json_model("/nowhere/at all.json", reader_schemas(), diagnostics));
  EXPECT_FALSE(read_json_model("/", reader_schemas(), diagnostics));
  EXPECT_EQ(diagnostics.to_text(),
            "/nowhere/at all.json: error: there is no such file\n"
            "/: error: this is a directory, not a file\n");
}

}  // namespace
}  // namespace pintle
