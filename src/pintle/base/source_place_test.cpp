#include "pintle/base/source_place.h"

#include <gtest/gtest.h>

namespace pintle {
namespace {

TEST(SourcePlace, prints_the_parts_it_knows) {
  const auto file = std::make_shared<const std::string>("wing.json");
  EXPECT_EQ((SourcePlace{file, 84, 17}).to_string(), "wing.json:84:17");
  EXPECT_EQ((SourcePlace{file, 84, 0}).to_string(), "wing.json:84");
  EXPECT_EQ((SourcePlace{file, 0, 0}).to_string(), "wing.json");
  EXPECT_EQ((SourcePlace{nullptr, 84, 17}).to_string(), "");
}

TEST(SourcePlace, compares_the_name_of_the_file_not_its_address) {
  const SourcePlace a{std::make_shared<const std::string>("a.json"), 1, 2};
  EXPECT_EQ(a, (SourcePlace{std::make_shared<const std::string>("a.json"), 1, 2}));
  EXPECT_NE(a, (SourcePlace{std::make_shared<const std::string>("b.json"), 1, 2}));
  EXPECT_NE(a, (SourcePlace{nullptr, 1, 2}));
  EXPECT_NE(a, (SourcePlace{a.file, 1, 3}));
}

}  // namespace
}  // namespace pintle
