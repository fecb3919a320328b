#include "pintle/model/field_text.h"

#include <gtest/gtest.h>

#include "pintle/model/field_reader.h"

namespace pintle {
namespace {

const FieldSchema& first_field(const CardSchema& schema) { return schema.fields().front(); }

CardSchema empty() { return CardSchema("joint", "x"); }

TEST(FieldText, says_what_is_wanted) {
  EXPECT_EQ(wanted_text(first_field(empty().real("a").unit("kg"))), "a number in kg");
  EXPECT_EQ(wanted_text(first_field(empty().real("a"))), "a number");
  EXPECT_EQ(wanted_text(first_field(empty().real("a").unit("any"))), "a number");
  EXPECT_EQ(wanted_text(first_field(empty().vector3("a").unit("m"))), "a list of 3 numbers in m");
  EXPECT_EQ(wanted_text(first_field(empty().table("a", {{"time", "s"}, {"ratio", ""}}))),
            "a list of rows [time in s, ratio]");
  EXPECT_EQ(
      wanted_text(first_field(empty().orientation("a"))),
      "3 rows, or an object with euler123, euler313, euler321, rotation_vector, quaternion, or one or two "
      "of the axes x, y and z");
}

TEST(FieldText, says_the_limits) {
  EXPECT_EQ(limits_text(first_field(empty().real("a"))), "");
  EXPECT_EQ(limits_text(first_field(empty().real("a").positive().at_most(0.5))),
            "greater than 0, at most 0.5");
  EXPECT_EQ(limits_text(first_field(empty().real("a").below(3))), "less than 3");
}

// The made-up example of every type of field passes the checks of that field.
TEST(FieldText, examples_are_readable) {
  CardSchema schema = empty();
  schema.real("r1").positive().real("r2").at_most(-3).real("r3").above(0).below(1).real("r4").at_least(5);
  schema.integer("i").boolean("b").text("t").vector2("v2").vector3("v3").vector6("v6").matrix3("m3").matrix6(
      "m6");
  schema.orientation("o")
      .inertia("in")
      .attachment("at")
      .node("n")
      .item("it", "drive")
      .drive("d")
      .drive3("d3");
  schema.choice("c", {"x", "y"}).reals("rs").table("ta", {{"t", "s"}, {"f", "N"}}).card("ca", "law");
  schema.cards("cs", "law").map("ma");
  for (const FieldSchema& field : schema.fields()) {
    Diagnostics diagnostics;
    CheckedField result;
    EXPECT_TRUE(read_field(field, example_value(field), NumberReader("x", diagnostics), result))
        << diagnostics.to_text();
  }
}

TEST(FieldText, examples_come_before_defaults) {
  EXPECT_EQ(example_value(first_field(empty().real("a").optional(2.0).example("5 mm"))), Value("5 mm"));
  EXPECT_EQ(example_value(first_field(empty().real("a").optional(2.0))), Value(2.0));
}

}  // namespace
}  // namespace pintle
