#include "pintle/model/json_schema.h"

#include <gtest/gtest.h>

#include <set>

#include "pintle/model/json_text.h"

namespace pintle {
namespace {

SchemaRegistry published_schemas() {
  SchemaRegistry registry;
  CardSchema hinge("joint", "revolute_hinge");
  hinge.summary("One axis.").alias("pin");
  hinge.attachment("a", "first side").real("friction").unit("N").non_negative().optional(0.0);
  hinge.drive("motor").unit("N m").optional().card("law", "law").optional();
  registry.add(hinge);
  registry.add(CardSchema("joint", "clamp").attachment("a"));
  registry.add(CardSchema("gravity", "uniform").vector3("acceleration").unit("m/s^2"));
  registry.add(CardSchema("drive", "sine").real("amplitude").unit("any"));
  return registry;
}

const Value& at(const Value& value, std::initializer_list<const char*> path) {
  static const Value kNothing;
  const Value* here = &value;
  for (const char* key : path) {
    here = here->find(key);
    if (!here) return kNothing;
  }
  return *here;
}

void collect_references(const Value& value, std::set<std::string>& references) {
  if (value.is_list()) {
    for (const Value& item : value.as_list()) collect_references(item, references);
  } else if (value.is_map()) {
    for (const ValueEntry& entry : value.as_map()) {
      if (entry.key == "$ref") references.insert(entry.value.as_text());
      collect_references(entry.value, references);
    }
  }
}

void expect_references_to_resolve(const Value& schema) {
  std::set<std::string> references;
  collect_references(schema, references);
  EXPECT_FALSE(references.empty());
  for (const std::string& reference : references) {
    ASSERT_TRUE(reference.starts_with("#/$defs/")) << reference;
    EXPECT_NE(at(schema, {"$defs"}).find(reference.substr(8)), nullptr) << reference;
  }
}

TEST(JsonSchema, of_a_model_lists_its_kinds) {
  const Value schema = json_schema(published_schemas());
  EXPECT_EQ(at(schema, {"$schema"}), Value("https://json-schema.org/draft/2020-12/schema"));
  EXPECT_EQ(at(schema, {"properties", "joints", "type"}), Value("array"));
  EXPECT_EQ(at(schema, {"properties", "gravity", "$ref"}), Value("#/$defs/any_gravity"));
  EXPECT_EQ(at(schema, {"required"}), Value::list({"pintle"}));
  EXPECT_EQ(at(schema, {"additionalProperties"}), Value(false));
}

TEST(JsonSchema, of_a_card_lists_its_fields) {
  const Value schema = json_schema(published_schemas());
  const Value& hinge = at(schema, {"$defs", "joint_revolute_hinge"});
  EXPECT_EQ(at(hinge, {"properties", "type", "enum"}), Value::list({"revolute_hinge", "pin"}));
  EXPECT_EQ(at(hinge, {"required"}), Value::list({"type", "a"}));
  EXPECT_EQ(to_json(at(hinge, {"properties", "friction"}), 0, 200),
            R"({"anyOf": [{"type": "number", "minimum": 0.0}, {"type": "string"}], )"
            R"("description": "a number in N", "default": 0.0})");
  EXPECT_EQ(at(hinge, {"properties", "a", "description"}),
            Value("first side: a node with offset and orientation, or \"ground\""));
  EXPECT_EQ(at(hinge, {"properties", "law", "$ref"}), Value("#/$defs/any_law"));
}

TEST(JsonSchema, needs_no_type_where_there_is_only_one) {
  const Value schema = json_schema(published_schemas());
  EXPECT_EQ(at(schema, {"$defs", "gravity_uniform", "required"}), Value::list({"acceleration"}));
}

TEST(JsonSchema, has_a_definition_for_every_reference) {
  const SchemaRegistry registry = published_schemas();
  expect_references_to_resolve(json_schema(registry));
  for (const CardSchema& schema : registry.schemas()) expect_references_to_resolve(json_schema(schema));
}

}  // namespace
}  // namespace pintle
