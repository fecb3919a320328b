#include "pintle/selfcheck/selfcheck.h"

#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <ostream>

#include "pintle/app/run.h"
#include "pintle/base/suggest.h"
#include "pintle/selfcheck/battery.h"

namespace pintle {

namespace {

constexpr std::array kChanges{
    ChangeInfo{"turned", "the whole model is turned about an axis of chance"},
    ChangeInfo{"moved", "it is moved a hundred times its size away from the origin"},
    ChangeInfo{"order", "its cards stand in another order and have other names"},
    ChangeInfo{"units", "lengths, masses and times are in other units"},
    ChangeInfo{"solver", "another linear solver is taken"},
    ChangeInfo{"step", "the step is halved, twice, and the order observed"},
    ChangeInfo{"resumed", "the run is stopped in the middle and resumed: bit for bit the same"},
    ChangeInfo{"formulations", "it is run in every other formulation that takes it"},
};

bool is_known(std::string_view name) {
  return std::any_of(kChanges.begin(), kChanges.end(),
                     [&](const ChangeInfo& change) { return change.name == name; });
}

std::vector<Finding> findings_of(Battery& battery, std::string_view change) {
  if (change == "turned") return {battery.turned()};
  if (change == "moved") return {battery.moved()};
  if (change == "order") return {battery.order()};
  if (change == "units") return {battery.units()};
  if (change == "solver") return {battery.solver()};
  if (change == "step") return {battery.step()};
  if (change == "resumed") return {battery.resumed()};
  return battery.formulations();
}

std::string text_of(const Finding& finding) {
  if (finding.verdict == Verdict::not_done) return finding.remark;
  std::string text;
  if (!finding.quantity.empty()) {
    text = fmt::format("{:.2e} {} in {}", finding.difference, finding.unit, finding.quantity);
    if (finding.allowed > 0.0) text += fmt::format(", allowed {:.1e}", finding.allowed);
    if (finding.difference > 0.0) text += fmt::format(", {} at t = {:.6g} s", finding.where, finding.time);
  }
  return text.empty() || finding.remark.empty() ? text + finding.remark : text + "; " + finding.remark;
}

void print(const std::vector<Finding>& findings, std::ostream& out) {
  for (const Finding& finding : findings)
    fmt::print(out, "  {:<12} {:<9} {}\n", finding.change, name_of(finding.verdict), text_of(finding));
}

nlohmann::ordered_json json_of(const Finding& finding) {
  return {{"change", finding.change},   {"verdict", name_of(finding.verdict)},
          {"remark", finding.remark},   {"quantity", finding.quantity},
          {"unit", finding.unit},       {"difference", finding.difference},
          {"allowed", finding.allowed}, {"time", finding.time},
          {"element", finding.where}};
}

}  // namespace

std::span<const ChangeInfo> selfcheck_changes() { return kChanges; }

std::optional<std::vector<Finding>> check_itself(const ModelDesc& model, const SelfcheckOptions& options,
                                                 Diagnostics& diagnostics, std::ostream* progress) {
  JobOptions overrides;
  overrides.end_time = options.end_time;
  if (!make_job(model, overrides, diagnostics)) return std::nullopt;
  Battery::Progress tell;
  if (progress)
    tell = [progress](std::string_view run, double part) {
      fmt::print(*progress, "\r  {}: {:.0f} %{:30}", run, 100.0 * part, "");
      progress->flush();
    };
  Battery battery(model, overrides, options.seed, tell);
  battery.keep_models_in(options.folder);
  std::vector<Finding> findings;
  if (!battery.failure().empty()) {
    findings.push_back({"as it is", Verdict::matters, "the run failed: " + battery.failure()});
    return findings;
  }
  for (const ChangeInfo& change : kChanges) {
    const bool is_wanted = options.only.empty() || std::find(options.only.begin(), options.only.end(),
                                                             change.name) != options.only.end();
    if (!is_wanted) continue;
    for (Finding& finding : findings_of(battery, change.name)) findings.push_back(std::move(finding));
  }
  if (progress) fmt::print(*progress, "\r{:70}\r", "");
  return findings;
}

int selfcheck(const SelfcheckOptions& options, std::ostream& out, std::ostream& err) {
  std::vector<std::string> names;
  for (const ChangeInfo& change : kChanges) names.emplace_back(change.name);
  for (const std::string& name : options.only)
    if (!is_known(name)) {
      const std::string advice = did_you_mean(name, names);
      fmt::print(err, "--only: there is no change '{}'; {}\n", name,
                 advice.empty() ? "there are " + quoted_list(names) : advice);
      return kExitBadInput;
    }
  Diagnostics diagnostics;
  std::optional<ModelDesc> model = read_model(options.model, diagnostics);
  std::optional<std::vector<Finding>> findings;
  if (model) findings = check_itself(*model, options, diagnostics, options.has_progress ? &err : nullptr);
  if (!findings) {
    err << diagnostics.to_text();
    return kExitBadInput;
  }
  const auto matter = std::count_if(findings->begin(), findings->end(), [](const Finding& finding) {
    return finding.verdict == Verdict::matters;
  });
  if (options.is_json) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const Finding& finding : *findings) json.push_back(json_of(finding));
    fmt::print(out, "{}\n", json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else {
    fmt::print(out, "{}\n", options.model.string());
    print(*findings, out);
    fmt::print(out, "{}\n", matter == 0 ? "nothing mattered" : fmt::format("{} mattered", matter));
  }
  return matter == 0 ? kExitDone : kExitFailed;
}

}  // namespace pintle
