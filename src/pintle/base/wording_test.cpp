#include "pintle/base/wording.h"

#include <gtest/gtest.h>

namespace pintle {
namespace {

TEST(Wording, is_that_of_the_terminal_until_another_is_set) {
  EXPECT_EQ(worded("--end-time", "end_time"), "--end-time");
  set_wording(Wording::python);
  EXPECT_EQ(worded("--end-time", "end_time"), "end_time");
  set_wording(Wording::terminal);
  EXPECT_EQ(worded("--end-time", "end_time"), "--end-time");
}

}  // namespace
}  // namespace pintle
