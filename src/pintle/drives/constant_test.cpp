#include "pintle/drives/constant.h"

#include <gtest/gtest.h>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

TEST(ConstantDrive, has_its_value_at_all_times) {
  const BuiltDrive built = build(register_constant_drive, Card().set("value", 4.5));
  EXPECT_EQ(built.problems, "");
  EXPECT_TRUE(built.drive.is_constant());
  for (const double t : {-1.0, 0.0, 1e9}) EXPECT_EQ(at(built.drive, t), 4.5);
  expect_derivatives_match(built.drive, {0.0, 2.0});
}

TEST(ConstantDrive, reads_a_quantity_with_a_unit) {
  EXPECT_EQ(at(build(register_constant_drive, Card().set("value", "2 kN")).drive, 0.0), 2000.0);
}

TEST(ConstantDrive, needs_a_value) {
  EXPECT_NE(build(register_constant_drive, Card()).problems.find("missing 'value'"), std::string::npos);
}

}  // namespace
}  // namespace pintle
