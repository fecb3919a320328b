#include "pintle/app/run_report.h"

#include <nlohmann/json.hpp>

#include "pintle/app/run_summary.h"

namespace pintle {

namespace {

using Json = nlohmann::ordered_json;

Json numbers_of(const Totals& totals) {
  return {{"kinetic", totals.kinetic}, {"potential", totals.potential}};
}

Json numbers_of(const RunReport& report, const State& state) {
  return {{"time", state.time},
          {"steps", report.steps},
          {"rejected_steps", report.rejected_steps},
          {"iterations", report.iterations},
          {"factorisations", report.factorisations},
          {"energy_at_start", numbers_of(report.start)},
          {"energy_at_end", numbers_of(report.end)},
          {"largest_violation", report.largest_violation},
          {"largest_rate_violation", report.largest_rate_violation},
          {"wall_seconds", report.wall_seconds}};
}

Json message_of(const Diagnostic& diagnostic) {
  const std::string advice = diagnostic.advice.empty() ? "" : "; " + diagnostic.advice;
  return {{"severity", to_string(diagnostic.severity)},
          {"text", diagnostic.message + advice},
          {"place", diagnostic.place.to_string()}};
}

// Whatever bytes a model's names are made of.
std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json summary_of(const SummaryLines& lines) {
  Json summary = Json::array();
  for (const auto& [title, text] : lines) summary.push_back(Json::array({title, text}));
  return summary;
}

std::string with_messages(Json json, const Diagnostics& diagnostics, std::size_t room) {
  Json& messages = json["diagnostics"] = Json::array();
  constexpr std::size_t kRest = 200;  // for the words that tell of those left out
  std::size_t size = dump(json).size() + kRest, left_out = 0;
  for (const Diagnostic& diagnostic : diagnostics.items()) {
    Json message = message_of(diagnostic);
    size += dump(message).size() + 1;
    if (size <= room)
      messages.push_back(std::move(message));
    else
      ++left_out;
  }
  if (left_out > 0)
    messages.push_back({{"severity", "note"},
                        {"text", counted(static_cast<std::int64_t>(left_out), "more message") + " left out"},
                        {"place", ""}});
  return dump(json);
}

}  // namespace

std::string run_report_text(const RunReport& report, const State& state, const Diagnostics& diagnostics,
                            std::size_t room) {
  Json json{{"status", name_of(report.status)},
            {"summary", summary_of(summary_lines(report, state, count_warnings(diagnostics)))},
            {"numbers", numbers_of(report, state)}};
  if (!report.failure.empty()) json["failure"] = report.failure;
  return with_messages(std::move(json), diagnostics, room);
}

std::string run_report_text(const SummaryLines& lines, const Diagnostics& diagnostics, std::size_t room) {
  return with_messages({{"status", name_of(RunStatus::finished)}, {"summary", summary_of(lines)}},
                       diagnostics, room);
}

}  // namespace pintle
