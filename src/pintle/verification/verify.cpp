#include "pintle/verification/verify.h"

#include <fmt/ostream.h>

#include <algorithm>
#include <exception>
#include <ostream>

#include "pintle/base/suggest.h"
#include "pintle/verification/cases.h"

namespace pintle {

namespace {

bool is_chosen(const VerificationCase& one, const std::vector<std::string>& wanted) {
  return wanted.empty() || std::any_of(wanted.begin(), wanted.end(),
                                       [&](const std::string& word) { return one.name.starts_with(word); });
}

// Words that choose nothing, each with a suggestion.
bool report_unknown(const std::vector<std::string>& wanted, std::ostream& err) {
  bool is_unknown = false;
  std::vector<std::string> names;
  for (const VerificationCase& one : verification_cases()) names.push_back(one.name);
  for (const std::string& word : wanted) {
    if (std::any_of(names.begin(), names.end(),
                    [&](const std::string& name) { return name.starts_with(word); }))
      continue;
    const auto nearest = nearest_word(word, names);
    fmt::print(
        err, "there is no verification case '{}'{}\n", word,
        nearest ? fmt::format("; did you mean '{}'?", *nearest) : "; `pintle verify --list` shows them");
    is_unknown = true;
  }
  return is_unknown;
}

VerificationOutcome run_guarded(const VerificationCase& one) {
  try {
    return one.run();
  } catch (const std::exception& error) {
    VerificationRow row;
    row.quantity = error.what();
    row.error = 1.0;
    return {{row}, ""};
  }
}

void print_row(const VerificationRow& row, std::ostream& out) {
  fmt::print(out, "  {:<44} {:>16.9g} {:>16.9g} {:>9.2e} {:>9.1e} {:>6}  {}{}\n", row.quantity, row.reference,
             row.computed, row.error, row.tolerance, row.order ? fmt::format("{:.2f}", *row.order) : "",
             row.is_good() ? "good" : "BAD", row.note.empty() ? "" : "  " + row.note);
}

}  // namespace

bool VerificationRow::is_good() const {
  if (!(error <= tolerance)) return false;
  return !order || *order >= least_order;
}

const std::vector<VerificationCase>& verification_cases() {
  static const std::vector<VerificationCase> kCases = [] {
    std::vector<VerificationCase> all;
    for (auto* add : {add_lie_group_cases, add_rigid_body_cases, add_mechanism_cases, add_nonholonomic_cases,
                      add_method_cases, add_law_cases, add_adams_cases, add_mbdm_document_cases,
                      add_mbdm_compressor_cases, add_mbdm_gyroscope_cases, add_mbdm_partition_cases,
                      add_mbdm_joint_cases, add_joint_cases, add_joint_loop_cases, add_wec_cases})
      add(all);
    return all;
  }();
  return kCases;
}

int verify(const VerifyOptions& options, std::ostream& out, std::ostream& err) {
  if (report_unknown(options.cases, err)) return 2;
  int good = 0, bad = 0, skipped = 0;
  if (!options.is_list)
    fmt::print(out, "  {:<44} {:>16} {:>16} {:>9} {:>9} {:>6}  verdict\n", "quantity", "reference",
               "computed", "error", "allowed", "order");
  for (const VerificationCase& one : verification_cases()) {
    if (!is_chosen(one, options.cases)) continue;
    fmt::print(out, "{}  ({})\n", one.name, one.source);
    if (options.is_list) continue;
    const VerificationOutcome outcome = run_guarded(one);
    if (!outcome.skipped.empty()) {
      fmt::print(out, "  skipped: {}\n", outcome.skipped);
      ++skipped;
    }
    for (const VerificationRow& row : outcome.rows) {
      print_row(row, out);
      ++(row.is_good() ? good : bad);
    }
    out.flush();
  }
  if (!options.is_list) fmt::print(out, "{} good, {} bad, {} cases skipped\n", good, bad, skipped);
  return bad ? 1 : 0;
}

}  // namespace pintle
