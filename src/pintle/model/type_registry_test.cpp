#include "pintle/model/type_registry.h"

#include <gtest/gtest.h>

namespace pintle {
namespace {

TEST(TypeRegistry, finds_types_and_aliases_with_spaces_or_underscores) {
  TypeRegistry<int> registry("law");
  registry.add(CardSchema("law", "linear_elastic").alias("hooke"), 7);
  registry.add(CardSchema("law", "other"), 8);
  EXPECT_EQ(registry.find("Linear elastic"), &registry.schemas()[0]);
  EXPECT_EQ(registry.find("hooke"), &registry.schemas()[0]);
  EXPECT_EQ(registry.find("nothing"), nullptr);
  EXPECT_EQ(registry.build_of(CheckedCard::in_error({"law", "hooke", "", {}, {}})), 7);
  EXPECT_EQ(registry.build_of(CheckedCard::in_error({"law", "other", "", {}, {}})), 8);
  EXPECT_THROW(registry.build_of(CheckedCard::in_error({"law", "nothing", "", {}, {}})), std::logic_error);
}

TEST(TypeRegistry, refuses_two_of_a_name_and_other_kinds) {
  TypeRegistry<int> registry("law");
  registry.add(CardSchema("law", "linear").alias("hooke"), 1);
  EXPECT_THROW(registry.add(CardSchema("law", "hooke"), 2), std::logic_error);
  EXPECT_THROW(registry.add(CardSchema("law", "new").alias("linear"), 2), std::logic_error);
  EXPECT_THROW(registry.add(CardSchema("drive", "sine"), 2), std::logic_error);
}

}  // namespace
}  // namespace pintle
