#include "pintle/model/schema.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace pintle {
namespace {

TEST(CardSchema, declares_fields_in_order_with_their_refinements) {
  CardSchema schema("body", "rigid_body");
  schema.summary("A rigid body fixed to a node.").alias("rigid");
  schema.node("node", "the node that carries the body");
  schema.real("mass", "total mass").unit("kg").positive();
  schema.real("damping").unit("N s/m").at_least(0.0).below(10.0).optional(0.5);
  schema.choice("shape", {"box", "ball"}).optional();
  schema.inertia("inertia");

  EXPECT_EQ(schema.kind(), "body");
  EXPECT_EQ(schema.printed_type(), "rigid body");
  EXPECT_EQ(schema.aliases(), std::vector<std::string>{"rigid"});
  EXPECT_EQ(schema.field_names(), (std::vector<std::string>{"node", "mass", "damping", "shape", "inertia"}));

  const FieldSchema& mass = *schema.find("mass");
  EXPECT_EQ(mass.type, FieldType::real);
  EXPECT_EQ(mass.unit, "kg");
  EXPECT_TRUE(mass.required);
  ASSERT_TRUE(mass.minimum);
  EXPECT_TRUE(mass.minimum->is_exclusive);
  EXPECT_FALSE(mass.maximum);

  const FieldSchema& damping = *schema.find("damping");
  EXPECT_FALSE(damping.required);
  EXPECT_EQ(damping.default_value, Value(0.5));
  EXPECT_FALSE(damping.minimum->is_exclusive);
  EXPECT_TRUE(damping.maximum->is_exclusive);

  EXPECT_FALSE(schema.find("shape")->required);
  EXPECT_FALSE(schema.find("shape")->default_value);
  EXPECT_EQ(schema.find("inertia")->unit, "kg m^2");
  EXPECT_EQ(schema.find("weight"), nullptr);
}

TEST(CardSchema, refuses_mistakes_in_a_declaration) {
  EXPECT_THROW(CardSchema("joint", "Revolute Hinge"), std::logic_error);
  EXPECT_THROW(CardSchema("joint", ""), std::logic_error);
  EXPECT_THROW(CardSchema("joint", "x").real("a").real("a"), std::logic_error);
  EXPECT_THROW(CardSchema("joint", "x").real("name"), std::logic_error);
  EXPECT_THROW(CardSchema("joint", "x").real("a").unit("mm"), std::logic_error);
  EXPECT_THROW(CardSchema("joint", "x").unit("m"), std::logic_error);
  EXPECT_THROW(CardSchema("joint", "x").choice("a", {}), std::logic_error);
  EXPECT_THROW(CardSchema("joint", "x").table("a", {}), std::logic_error);
  EXPECT_THROW(CardSchema("joint", "x").table("a", {{"t", "parsec"}}), std::logic_error);
}

TEST(FieldType, has_a_name) {
  EXPECT_EQ(to_string(FieldType::real), "real");
  EXPECT_EQ(to_string(FieldType::inertia), "inertia");
  EXPECT_EQ(to_string(FieldType::map), "map");
}

}  // namespace
}  // namespace pintle
