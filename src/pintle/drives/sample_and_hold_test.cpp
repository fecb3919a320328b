#include "pintle/drives/sample_and_hold.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

// Printed by MBDyn for `sample and hold, time, meter, 0.5, forever, steps, 4, initial value, 9.`, steps of
// 0.125 s.
TEST(SampleAndHoldDrive, agrees_with_mbdyn) {
  const Value trigger = nested("meter", {{"initial_time", 0.5}, {"steps", 4}});
  const BuiltDrive built =
      build(register_sample_and_hold_drive,
            Card().set("function", nested("time")).set("trigger", trigger).set("initial_value", 9.0));
  EXPECT_EQ(built.problems, "");
  EXPECT_TRUE(built.drive.has_history());
  EXPECT_FALSE(built.drive.depends_on_time_only());
  EXPECT_EQ(run(built, 0.125, 16),
            (std::vector<double>{9, 9, 9, 9, .5, .5, .5, .5, 1, 1, 1, 1, 1.5, 1.5, 1.5, 1.5, 2}));
}

// The same with `closest next, 0.25, forever, const, 0.5`: two drives that remember.
TEST(SampleAndHoldDrive, trigger_may_remember_too) {
  const Value trigger = nested("closest_next", {{"initial_time", 0.25}, {"increment", 0.5}});
  const BuiltDrive built =
      build(register_sample_and_hold_drive, Card().set("function", nested("time")).set("trigger", trigger));
  EXPECT_EQ(built.history.size(), 3u);
  EXPECT_EQ(run(built, 0.125, 10), (std::vector<double>{0, 0, .25, .25, .25, .25, .75, .75, .75, .75, 1.25}));
}

TEST(SampleAndHoldDrive, follows_while_the_trigger_is_on) {
  const BuiltDrive built = build(register_sample_and_hold_drive,
                                 Card().set("function", "10*t").set("trigger", "t > 1.5 && t < 3.5"));
  EXPECT_EQ(run(built, 1.0, 5), (std::vector<double>{0, 0, 20, 30, 30, 30}));
}

TEST(SampleAndHoldDrive, has_a_gradient_while_the_trigger_is_on_only) {
  const BuiltDrive built = build(register_sample_and_hold_drive,
                                 Card().set("function", "node.a.x^2").set("trigger", "step_number == 1"));
  const std::array channels{0.5}, history{0.3};
  std::array by_channel{-1.0};
  double by_time = 0.0;
  EXPECT_EQ(built.drive.value_and_gradient({0.1, channels, 1.0, 0.1, history}, by_time, by_channel), 0.25);
  EXPECT_EQ(by_channel[0], 1.0);
  EXPECT_EQ(built.drive.value_and_gradient({0.2, channels, 2.0, 0.1, history}, by_time, by_channel), 0.3);
  EXPECT_EQ(by_channel[0], 0.0);
}

}  // namespace
}  // namespace pintle
