#include "pintle/app/run_summary.h"

#include <fmt/ostream.h>

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

void print_summary(const RunReport& report, const State& state, int warnings, std::ostream& out) {
  const auto energy = [](const Totals& totals) { return totals.kinetic + totals.potential; };
  const double per_step =
      report.steps ? static_cast<double>(report.iterations) / static_cast<double>(report.steps) : 0.0;
  fmt::print(out, "  reached              t = {:.9g} s\n", state.time);
  fmt::print(out, "  steps                {}{}\n", report.steps,
             report.rejected_steps ? fmt::format(" ({} rejected)", report.rejected_steps) : "");
  fmt::print(out, "  iterations           {} ({:.2f} per step)\n", report.iterations, per_step);
  fmt::print(out, "  factorisations       {} ({})\n", report.factorisations, report.linear_solver);
  for (const auto& [title, text] : report.formulation) fmt::print(out, "  {:<20} {}\n", title, text);
  fmt::print(out, "  energy               {:.9g} J at the start (kinetic {:.6g}, potential {:.6g})\n",
             energy(report.start), report.start.kinetic, report.start.potential);
  fmt::print(out, "                       {:.9g} J at the end   (kinetic {:.6g}, potential {:.6g})\n",
             energy(report.end), report.end.kinetic, report.end.potential);
  fmt::print(out, "  constraint violation {:.2e} (position), {:.2e} (velocity)\n", report.largest_violation,
             report.largest_rate_violation);
  fmt::print(out, "  warnings             {}\n", warnings);
  fmt::print(out, "  wall time            {:.3f} s\n", report.wall_seconds);
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
