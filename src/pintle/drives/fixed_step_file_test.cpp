#include "pintle/drives/fixed_step_file.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

Card fixed_step_file_card(const std::string& text = "1 10\n2 20\n4 30\n") {
  return Card().set("file", written_to_file(text)).set("initial_time", 0.5).set("time_step", 0.25);
}

void expect_fixed_steps(const Card& described, const std::array<double, 13>& printed) {
  const BuiltDrive built = build(register_fixed_step_file_drive, described);
  EXPECT_EQ(built.problems, "");
  for (std::size_t n = 0; n < printed.size(); ++n)
    EXPECT_DOUBLE_EQ(at(built.drive, 0.125 * static_cast<double>(n)), printed[n]) << n;
}

// Printed by MBDyn for a `fixed step` driver with the same file and these options.
TEST(FixedStepFileDrive, agrees_with_mbdyn) {
  expect_fixed_steps(fixed_step_file_card(), {0, 0, 0, 0, 1, 1.5, 2, 3, 4, 0, 0, 0, 0});
  expect_fixed_steps(fixed_step_file_card().set("column", 2).set("scale", 2.0),
                     {0, 0, 0, 0, 20, 30, 40, 50, 60, 0, 0, 0, 0});
  expect_fixed_steps(fixed_step_file_card().set("interpolation", "constant"),
                     {0, 0, 0, 0, 1, 1, 2, 2, 4, 0, 0, 0, 0});
  expect_fixed_steps(fixed_step_file_card().set("before", "hold").set("after", "hold"),
                     {1, 1, 1, 1, 1, 1.5, 2, 3, 4, 4, 4, 4, 4});
}

TEST(FixedStepFileDrive, takes_times_from_the_comments_of_the_file) {
  const Card described =
      Card().set("file", written_to_file("# initial time: 0.5\n# time step: 0.25\n1 10\n2 20\n4 30\n"));
  expect_fixed_steps(described, {0, 0, 0, 0, 1, 1.5, 2, 3, 4, 0, 0, 0, 0});
}

TEST(FixedStepFileDrive, rates_are_those_of_the_motion_to_come) {
  const Drive drive = build(register_fixed_step_file_drive, fixed_step_file_card()).drive;
  expect_derivatives_match(drive, {0.2, 0.6, 0.8, 1.2}, 20.0);
  EXPECT_EQ(drive.derivatives(0.5).rate, 4.0);
  EXPECT_EQ(drive.derivatives(0.75).rate, 8.0);
  EXPECT_EQ(drive.derivatives(1.0).rate, 0.0);
}

// n*0.1 is a little more or less than the time of sample n.
TEST(FixedStepFileDrive, meets_its_samples_up_to_round_off) {
  std::string text;
  for (int n = 0; n <= 100; ++n) text += std::to_string(n) + "\n";
  const Drive drive =
      build(register_fixed_step_file_drive,
            Card().set("file", written_to_file(text)).set("time_step", 0.1).set("interpolation", "constant"))
          .drive;
  double sum = 0.0;
  for (int n = 0; n <= 100; ++n, sum += 0.1) {
    EXPECT_EQ(at(drive, n * 0.1), n);
    EXPECT_EQ(at(drive, sum), n);
  }
}

TEST(FixedStepFileDrive, may_stop_the_run_outside) {
  const Drive drive =
      build(register_fixed_step_file_drive, fixed_step_file_card().set("after", "stop")).drive;
  EXPECT_EQ(at(drive, 0.2), 0.0);
  EXPECT_EQ(at(drive, 1.0), 4.0);
  EXPECT_TRUE(std::isnan(at(drive, 1.01)));
}

TEST(FixedStepFileDrive, reads_some_rows_only) {
  const Drive drive = build(register_fixed_step_file_drive, fixed_step_file_card().set("steps", 2)).drive;
  EXPECT_EQ(at(drive, 0.75), 2.0);
  EXPECT_EQ(at(drive, 0.8), 0.0);
}

TEST(FixedStepFileDrive, tells_what_is_wrong_with_the_file) {
  const auto expect = [](const Card& described, std::string_view part) {
    const std::string problems = build(register_fixed_step_file_drive, described).problems;
    EXPECT_NE(problems.find(part), std::string::npos) << problems;
  };
  expect(fixed_step_file_card().set("file", "/no/such/file"), "file '/no/such/file': there is no such file");
  expect(fixed_step_file_card().set("columns", 3), "it has 2 columns, not 3");
  expect(fixed_step_file_card().set("column", 3), "there is no column 3, only 2");
  expect(fixed_step_file_card().set("steps", 4), "the file has 3 rows, not 4");
  expect(Card().set("file", written_to_file("1\n")), "missing 'time_step'");
  expect(fixed_step_file_card("1 2\n3\n"), "line 2 has 1 numbers");
}

}  // namespace
}  // namespace pintle
