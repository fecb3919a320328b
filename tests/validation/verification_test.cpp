// Every case of `pintle verify` is a test; a skipped one says why.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "pintle/verification/verify.h"

namespace pintle {

void PrintTo(const VerificationCase& one, std::ostream* out) { *out << one.source; }

namespace {

class Verification : public testing::TestWithParam<VerificationCase> {};

TEST_P(Verification, agrees_with_its_reference) {
  const VerificationOutcome outcome = GetParam().run();
  if (!outcome.skipped.empty()) GTEST_SKIP() << outcome.skipped;
  EXPECT_FALSE(outcome.rows.empty());
  for (const VerificationRow& row : outcome.rows)
    EXPECT_TRUE(row.is_good()) << row.quantity << ": computed " << row.computed << ", reference "
                               << row.reference << ", error " << row.error << " (allowed " << row.tolerance
                               << "), order " << row.order.value_or(0.0);
}

INSTANTIATE_TEST_SUITE_P(, Verification, testing::ValuesIn(verification_cases()), [](const auto& one) {
  std::string name = one.param.name;
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
});

TEST(VerificationRow, is_bad_when_the_error_is_too_large_or_not_a_number_or_the_order_too_low) {
  VerificationRow row;
  row.tolerance = 1.0;
  row.error = 0.5;
  EXPECT_TRUE(row.is_good());
  row.order = 1.0;
  row.least_order = 1.9;
  EXPECT_FALSE(row.is_good());
  row.order = 2.0;
  row.error = 2.0;
  EXPECT_FALSE(row.is_good());
  row.error = std::nan("");
  EXPECT_FALSE(row.is_good());
}

}  // namespace
}  // namespace pintle
