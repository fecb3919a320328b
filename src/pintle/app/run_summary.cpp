#include "pintle/app/run_summary.h"

#include <fmt/ostream.h>

#include <numbers>
#include <ostream>

namespace pintle {

std::string counted(std::int64_t count, std::string_view noun) {
  if (count == 1) return fmt::format("1 {}", noun);
  if (noun.ends_with("body")) return fmt::format("{} {}ies", count, noun.substr(0, noun.size() - 1));
  return fmt::format("{} {}s", count, noun);
}

void print_size(const System& system, std::ostream& out) {
  const Layout& layout = system.layout();
  fmt::print(out, "  {}, {} of motion, {}\n",
             counted(static_cast<std::int64_t>(system.nodes().size()), "node"),
             counted(layout.motion_size(), "unknown"), counted(layout.multipliers, "constraint equation"));
}

void print_equations(const System& system, std::ostream& out) {
  for (Index i = 0; i < system.layout().equations(); ++i)
    fmt::print(out, "  {:6} {}\n", i + 1, system.name_of(EquationId{i}));
}

SummaryLines summary_lines(const RunReport& report, const State& state, int warnings) {
  const auto energy = [](const Totals& totals, std::string_view when) {
    return fmt::format("{:.9g} J at the {} (kinetic {:.6g}, potential {:.6g})",
                       totals.kinetic + totals.potential, when, totals.kinetic, totals.potential);
  };
  const double per_step =
      report.steps ? static_cast<double>(report.iterations) / static_cast<double>(report.steps) : 0.0;
  SummaryLines lines;
  const auto add = [&](std::string_view title, std::string text) {
    lines.emplace_back(title, std::move(text));
  };
  add("reached", fmt::format("t = {:.9g} s", state.time));
  add("steps",
      fmt::format("{}{}", report.steps,
                  report.rejected_steps ? fmt::format(" ({} rejected)", report.rejected_steps) : ""));
  add("iterations", fmt::format("{} ({:.2f} per step)", report.iterations, per_step));
  add("factorisations", fmt::format("{} ({})", report.factorisations, report.linear_solver));
  lines.insert(lines.end(), report.formulation.begin(), report.formulation.end());
  add("energy", energy(report.start, "start"));
  add("", energy(report.end, "end  "));
  if (!report.energy_balance.empty()) add("energy balance", report.energy_balance);
  if (report.largest_turn > 0.0)
    add("largest turn", fmt::format("{:.2g} degrees per step (node '{}')",
                                    report.largest_turn * 180.0 / std::numbers::pi, report.turning));
  add("constraint violation", fmt::format("{:.2e} (position), {:.2e} (velocity)", report.largest_violation,
                                          report.largest_rate_violation));
  add("warnings", std::to_string(warnings));
  add("wall time", fmt::format("{:.3f} s", report.wall_seconds));
  return lines;
}

void print_lines(const SummaryLines& lines, std::ostream& out) {
  for (const auto& [title, text] : lines) fmt::print(out, "  {:<20} {}\n", title, text);
}

int count_warnings(const Diagnostics& diagnostics) {
  int count = 0;
  for (const Diagnostic& item : diagnostics.items()) count += item.severity == Severity::warning;
  return count;
}

std::string as_word(const std::filesystem::path& path) {
  const std::string name = path.string();
  return name.find_first_of(" ()&'") == std::string::npos ? name : '"' + name + '"';
}

}  // namespace pintle
