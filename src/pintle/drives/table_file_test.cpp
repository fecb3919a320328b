#include "pintle/drives/table_file.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

TEST(TableFile, reads_rows_and_comments) {
  const auto table = parse_table("# initial time: 0.5\n#time step:\t0.25\n1 10\n +2,\t-2e1 # last\n\n4 30");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->columns, 2u);
  EXPECT_EQ(table->rows(), 3u);
  EXPECT_EQ(table->column(1, 3), (std::vector{10.0, -20.0, 30.0}));
  EXPECT_EQ(table->column(0, 2), (std::vector{1.0, 2.0}));
  EXPECT_EQ(table->initial_time, 0.5);
  EXPECT_EQ(table->time_step, 0.25);
}

TEST(TableFile, says_what_is_wrong_and_where) {
  EXPECT_EQ(parse_table("1 2\n3\n").message(), "line 2 has 1 numbers, the lines before have 2");
  EXPECT_EQ(parse_table("1 2\n3 x4\n").message(), "line 2: expected a number at 'x4'");
  EXPECT_EQ(parse_table("1 2x\n").message(), "line 1: expected a number at 'x'");
  EXPECT_EQ(parse_table("nan\n").message(), "line 1: expected a number at 'nan'");
  EXPECT_EQ(parse_table("# nothing\n").message(), "it has no numbers");
  TableFiles files;
  EXPECT_EQ(files.read("/no/such/file").message(), "there is no such file");
}

}  // namespace
}  // namespace pintle
