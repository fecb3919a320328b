#include "pintle/drives/variable_step_file.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

Card variable_step_file_card(const std::string& text = "# comment\n0.25 1 10\n0.5 2 20\n1.0 4 30\n") {
  return Card().set("file", written_to_file(text));
}

void expect_variable_steps(const Card& described, const std::array<double, 13>& printed) {
  const BuiltDrive built = build(register_variable_step_file_drive, described);
  EXPECT_EQ(built.problems, "");
  for (std::size_t n = 0; n < printed.size(); ++n)
    EXPECT_DOUBLE_EQ(at(built.drive, 0.125 * static_cast<double>(n)), printed[n]) << n;
}

// Printed by MBDyn for a `variable step` driver with the same file, `pad zeroes, no`.
TEST(VariableStepFileDrive, agrees_with_mbdyn) {
  const Card held = variable_step_file_card().set("before", "hold").set("after", "hold");
  expect_variable_steps(held, {1, 1, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4, 4, 4, 4});
  expect_variable_steps(Card(held).set("interpolation", "constant"), {1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4});
}

TEST(VariableStepFileDrive, is_zero_outside_by_default) {
  expect_variable_steps(variable_step_file_card().set("column", 2).set("scale", 0.1),
                        {0, 0, 1, 1.5, 2, 2.25, 2.5, 2.75, 3, 0, 0, 0, 0});
}

TEST(VariableStepFileDrive, rates_are_those_of_the_motion_to_come) {
  const Drive drive = build(register_variable_step_file_drive, variable_step_file_card()).drive;
  expect_derivatives_match(drive, {0.1, 0.3, 0.8, 1.2}, 20.0);
  EXPECT_EQ(drive.derivatives(0.25).rate, 4.0);
  EXPECT_EQ(drive.derivatives(1.0).rate, 0.0);
}

TEST(VariableStepFileDrive, meets_its_samples_up_to_round_off) {
  const Drive drive = build(register_variable_step_file_drive,
                            variable_step_file_card("0.1 1\n0.2 2\n0.3 3\n").set("interpolation", "constant"))
                          .drive;
  EXPECT_EQ(at(drive, 0.1 - 1e-12), 1.0);
  EXPECT_EQ(at(drive, 0.2 - 1e-12), 2.0);
  EXPECT_EQ(at(drive, 0.1 + 0.2), 3.0);  // one unit in the last place beyond 0.3
}

TEST(VariableStepFileDrive, one_row_is_one_instant) {
  const Drive drive =
      build(register_variable_step_file_drive, variable_step_file_card("1 7\n").set("after", "hold")).drive;
  EXPECT_EQ(at(drive, 0.9), 0.0);
  EXPECT_EQ(at(drive, 1.0), 7.0);
  EXPECT_EQ(at(drive, 2.0), 7.0);
}

TEST(VariableStepFileDrive, refuses_times_that_do_not_increase) {
  const std::string problems =
      build(register_variable_step_file_drive, variable_step_file_card("0 1\n1 2\n1 3\n")).problems;
  EXPECT_NE(problems.find("the times in the file must increase, but 1 s is followed by 1 s"),
            std::string::npos)
      << problems;
  EXPECT_NE(build(register_variable_step_file_drive, variable_step_file_card("0\n1\n"))
                .problems.find("there is no column 1"),
            std::string::npos);
}

}  // namespace
}  // namespace pintle
