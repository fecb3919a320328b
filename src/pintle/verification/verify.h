// Verification: built-in cases compared with references from outside; `pintle verify`.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace pintle {

// One line of the table.
struct VerificationRow {
  std::string quantity;
  double reference = 0.0;
  double computed = 0.0;
  double error = 0.0;  // in the unit of `tolerance`
  double tolerance = 0.0;
  std::optional<double> order;  // observed order of convergence, when several step sizes were run
  double least_order = 0.0;     // required of it
  std::string note;

  bool is_good() const;  // error <= tolerance, order >= least_order; NaN is never good
};

struct VerificationOutcome {
  std::vector<VerificationRow> rows;
  std::string skipped;  // why the case could not run, empty when it did
};

struct VerificationCase {
  std::string name;    // "lie_group/sphere_follower_torque"
  std::string source;  // where the reference comes from
  std::function<VerificationOutcome()> run;
};

// All cases, in the order they are run.
const std::vector<VerificationCase>& verification_cases();

struct VerifyOptions {
  std::vector<std::string> cases;  // names or beginnings of names; empty: all
  bool is_list = false;
};

// Prints the table; 0 when all rows are good, 1 when one is not, 2 for an unknown case.
int verify(const VerifyOptions& options, std::ostream& out, std::ostream& err);

}  // namespace pintle
