#include "pintle/model/manual.h"

#include <gtest/gtest.h>

#include <sstream>

#include "pintle/model/checked_card.h"

namespace pintle {
namespace {

CardSchema rigid_body() {
  CardSchema schema("body", "rigid_body");
  schema.summary("A rigid body fixed to a node.").alias("rigid");
  schema.node("node", "the node that carries the body");
  schema.real("mass", "total mass").unit("kg").positive().example("2.5 kg");
  schema.vector3("center_of_mass", "from the node, in its frame").unit("m").optional(Value::list({0, 0, 0}));
  schema.real("damping").optional();
  return schema;
}

TEST(Manual, prints_a_page) {
  EXPECT_EQ(
      manual_page(rigid_body()),
      "body: rigid body\n"
      "\n"
      "  A rigid body fixed to a node.\n"
      "\n"
      "  Also called rigid.\n"
      "\n"
      "Example\n"
      "\n"
      "  {\"type\": \"rigid_body\", \"name\": \"some body\", \"node\": \"some node\", \"mass\": \"2.5 kg\"}\n"
      "\n"
      "Fields\n"
      "\n"
      "  node            the name of a node; required\n"
      "                  the node that carries the body\n"
      "  mass            a number in kg, greater than 0; required\n"
      "                  total mass\n"
      "  center_of_mass  a list of 3 numbers in m; default [0, 0, 0]\n"
      "                  from the node, in its frame\n"
      "  damping         a number; optional\n");
}

TEST(Manual, keeps_within_the_width_of_a_page) {
  CardSchema schema("joint", "x");
  std::string words;
  for (int i = 0; i < 60; ++i) words += "word ";
  schema.summary(words).real("a", words);
  std::istringstream lines(manual_page(schema));
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 100u) << line;
    EXPECT_FALSE(line.ends_with("  ")) << line;
  }
}

TEST(Manual, shows_an_example_that_passes_its_own_schema) {
  Diagnostics diagnostics;
  const CardSchema schema = rigid_body();
  check_card(card_from_map("body", example_card(schema)), schema, diagnostics);
  EXPECT_EQ(diagnostics.to_text(), "");
}

TEST(Manual, lists_all_types_by_kind) {
  SchemaRegistry registry;
  registry.add(CardSchema("joint", "revolute_hinge").summary("One axis."));
  registry.add(rigid_body());
  registry.add(CardSchema("joint", "clamp"));
  EXPECT_EQ(manual_overview(registry),
            "bodies\n"
            "  rigid body      A rigid body fixed to a node.\n"
            "\n"
            "joints\n"
            "  revolute hinge  One axis.\n"
            "  clamp\n");
}

}  // namespace
}  // namespace pintle
