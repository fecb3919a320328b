#include "pintle/drives/input.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "pintle/drives/drive_test_support.h"
#include "pintle/drives/sum.h"

namespace pintle {
namespace {

using namespace drive_test;

Card named(std::string name) {
  Card card;
  card.name = std::move(name);
  return card;
}

TEST(InputDrive, is_what_its_entry_of_the_history_says) {
  const BuiltDrive built = build(register_input_drive, named("torque").set("initial_value", 2.5));
  EXPECT_EQ(built.problems, "");
  EXPECT_EQ(built.history, std::vector<double>{2.5});
  const std::array set{-4.0};
  EXPECT_EQ(built.drive.value({1.0, {}, 3.0, 0.1, set}), -4.0);
  double by_time = 1.0;
  EXPECT_EQ(built.drive.value_and_gradient({1.0, {}, 3.0, 0.1, set}, by_time, {}), -4.0);
  EXPECT_EQ(by_time, 0.0);
}

TEST(InputDrive, prescribes_no_motion) {
  const BuiltDrive built = build(register_input_drive, named("torque"));
  EXPECT_FALSE(built.drive.depends_on_time_only());
  EXPECT_TRUE(std::isnan(built.drive.derivatives(0.0).value));
}

TEST(InputDrive, is_one_input_wherever_its_name_is_given) {
  const BuiltDrive built = build(
      register_sum_drive,
      Card().set("drives", Value::list({nested("input", {{"input", "u"}}), nested("input", {{"input", "u"}}),
                                        nested("input", {{"input", "other"}})})));
  EXPECT_EQ(built.problems, "");
  const std::array set{3.0, 100.0};
  EXPECT_EQ(built.history.size(), 2u);
  EXPECT_EQ(built.drive.value({0.0, {}, 0.0, 0.1, set}), 106.0);
}

TEST(InputDrive, needs_a_name_and_one_start) {
  EXPECT_THAT(build(register_input_drive, Card()).problems, testing::HasSubstr("needs a name to be set by"));
  const BuiltDrive twice =
      build(register_sum_drive,
            Card().set("drives", Value::list({nested("input", {{"input", "u"}, {"initial_value", 1.0}}),
                                              nested("input", {{"input", "u"}})})));
  EXPECT_THAT(twice.problems, testing::HasSubstr("say it in one place"));
}

}  // namespace
}  // namespace pintle
