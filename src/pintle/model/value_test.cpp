#include "pintle/model/value.h"

#include <gtest/gtest.h>

namespace pintle {
namespace {

TEST(Value, knows_its_kind) {
  EXPECT_TRUE(Value().is_null());
  EXPECT_TRUE(Value(true).is_boolean());
  EXPECT_TRUE(Value(3).is_integer());
  EXPECT_TRUE(Value(3.0).is_real());
  EXPECT_TRUE(Value("x").is_text());
  EXPECT_TRUE(Value::list({1, 2}).is_list());
  EXPECT_TRUE(Value::map({{"a", 1}}).is_map());
}

TEST(Value, reads_integers_and_reals_as_numbers) {
  EXPECT_EQ(Value(3).as_number(), 3.0);
  EXPECT_EQ(Value(3.5).as_number(), 3.5);
  EXPECT_THROW(Value("3").as_number(), std::bad_variant_access);
}

TEST(Value, finds_an_entry_by_its_key) {
  const Value map = Value::map({{"a", 1}, {"b", Value::list({2})}});
  ASSERT_NE(map.find("b"), nullptr);
  EXPECT_EQ(*map.find("b"), Value::list({2}));
  EXPECT_EQ(map.find("c"), nullptr);
  EXPECT_EQ(Value(1).find("a"), nullptr);
}

TEST(Value, compares_deeply_and_ignores_places) {
  const auto make = [](int line, double number) {
    Value inner(number);
    inner.set_place({std::make_shared<const std::string>("a.json"), line, 1});
    return Value::map({{"list", Value::list({inner, "x", Value(), true})}});
  };
  EXPECT_EQ(make(1, 2.0), make(9, 2.0));
  EXPECT_NE(make(1, 2.0), make(1, 3.0));
  EXPECT_NE(Value(1), Value(1.0));
  EXPECT_NE(Value::map({{"a", 1}, {"b", 2}}), Value::map({{"b", 2}, {"a", 1}}));
}

TEST(Value, describes_itself_for_messages) {
  EXPECT_EQ(describe(Value()), "null");
  EXPECT_EQ(describe(Value(true)), "true");
  EXPECT_EQ(describe(Value(-3)), "the number -3");
  EXPECT_EQ(describe(Value(0.1)), "the number 0.1");
  EXPECT_EQ(describe(Value("abc")), "the text 'abc'");
  EXPECT_EQ(describe(Value(std::string(1000, 'x'))), "a text of 1000 characters");
  EXPECT_EQ(describe(Value::list({1, 2})), "a list of 2");
  EXPECT_EQ(describe(Value::map({})), "an object");
}

}  // namespace
}  // namespace pintle
