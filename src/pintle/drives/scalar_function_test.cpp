#include "pintle/drives/scalar_function.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

TEST(ScalarFunctionDrive, is_the_function_of_time) {
  const Value power = Value::map({{"type", "power"}, {"exponent", 3}});
  const Value sum = Value::map({{"type", "sum"}, {"a", power}, {"b", 2.0}});
  for (const Value& function : {power, sum}) {
    const BuiltDrive built = build(register_scalar_function_drive, Card().set("function", function));
    EXPECT_EQ(built.problems, "");
    EXPECT_EQ(at(built.drive, 0.5), 0.125 + (function == sum ? 2.0 : 0.0));
    EXPECT_TRUE(built.drive.depends_on_time_only());
    expect_derivatives_match(built.drive, {0.3, 0.8, 2.0}, 50.0);
  }
}

}  // namespace
}  // namespace pintle
