// `pintle selfcheck`: runs a model as it is and with something changed that must not matter, and says what
// did; see selfcheck.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/app/job.h"
#include "pintle/selfcheck/finding.h"

namespace pintle {

// A change that must not matter: its name, and what is done.
struct ChangeInfo {
  std::string_view name, what;
};
std::span<const ChangeInfo> selfcheck_changes();

struct SelfcheckOptions {
  std::filesystem::path model;
  std::vector<std::string> only;  // names of changes; empty: all
  std::uint64_t seed = 1;         // of directions, order and disturbances
  std::optional<double> end_time = {};
  std::filesystem::path folder = {};  // for the changed models; empty: they are not written
  bool is_json = false;
  bool has_progress = false;
};

// The findings in the order of selfcheck_changes(); nothing, with errors, when the model cannot be run.
std::optional<std::vector<Finding>> check_itself(const ModelDesc& model, const SelfcheckOptions& options,
                                                 Diagnostics& diagnostics, std::ostream* progress);

// The command: 0 when nothing mattered, 1 when something did, 2 for bad input.
int selfcheck(const SelfcheckOptions& options, std::ostream& out, std::ostream& err);

}  // namespace pintle
