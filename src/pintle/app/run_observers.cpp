#include "pintle/app/run_observers.h"

#include <fmt/ostream.h>

#include <algorithm>
#include <ostream>

#include "pintle/app/cross_check.h"
#include "pintle/app/run_summary.h"
#include "pintle/formulations/redundant_equations.h"

namespace pintle {

RunProgress::RunProgress(std::ostream& out, const State& start, double end)
    : out_(out),
      start_(start.time),
      end_(end),
      first_step_(start.step),
      begin_(Clock::now()),
      last_(begin_) {}

bool RunProgress::wants(const State& state) {
  if (state.step % 64 != 0 || Clock::now() - last_ < std::chrono::milliseconds(200)) return false;
  last_ = Clock::now();
  return true;
}

bool RunProgress::on_state(const System&, const State& state, const Context&) {
  const double elapsed = std::chrono::duration<double>(Clock::now() - begin_).count();
  const double part = (state.time - start_) / (end_ - start_);
  if (part <= 0.0 || elapsed < 0.2) return true;
  fmt::print(out_, "\r  t = {:.4g} s ({:.0f} %), {:.0f} steps/s, {:.0f} s left   ", state.time, 100.0 * part,
             static_cast<double>(state.step - first_step_) / elapsed, elapsed * (1.0 - part) / part);
  out_.flush();
  has_written_ = true;
  return true;
}

void RunProgress::on_finish(const System&, const State&) {
  if (has_written_) fmt::print(out_, "\r{:70}\r", "");
}

std::string text_to_print(const Diagnostics& diagnostics, std::size_t first, bool is_quiet) {
  if (!is_quiet) return diagnostics.to_text(first);
  Diagnostics wanted;
  for (const Diagnostic& item : diagnostics.items().subspan(first)) {
    if (item.severity == Severity::error) wanted.error(item.place, item.message, item.advice);
    if (item.severity == Severity::warning) wanted.warning(item.place, item.message, item.advice);
  }
  return wanted.to_text();
}

void Announcement::make() {
  err_ << text_to_print(diagnostics_, announced_, is_quiet_) << std::flush;
  announced_ = diagnostics_.items().size();
}

namespace {

constexpr std::size_t kMostLines = 40;  // of bodies, and of joints

void print_some(std::ostream& out, const std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < std::min(lines.size(), kMostLines); ++i) fmt::print(out, "    {}\n", lines[i]);
  if (lines.size() > kMostLines) fmt::print(out, "    and {} more\n", lines.size() - kMostLines);
}

// In the order in which they were written.
std::vector<std::string> list_joints(const System& system) {
  std::vector<std::pair<int, std::string>> found;
  for (const auto& set : system.sets())
    for (Index element = 0; element < set->size() && set->kind() == "joint"; ++element) {
      const ElementLabel& label = set->label(element);
      const ConstraintSet* constraints = set->as_constraints();
      found.emplace_back(
          label.place.line,
          fmt::format("{}: {}, {}", label.name, set->type(),
                      constraints ? counted(constraints->equations_of(element), "equation") : "a force"));
    }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> lines;
  for (auto& [line, text] : found) lines.push_back(std::move(text));
  return lines;
}

// "partitioned (rk4), system matrix euler_parameters, accuracy 1e-08 within 200 iterations"
std::string describe_solver(const DynamicSettings& settings) {
  if (settings.formulation != Formulation::partitioned) return describe_formulation(settings);
  const PartitionedSettings& solver = settings.partitioned;
  const std::string accuracy =
      fmt::format("accuracy {:g} within {} iterations", solver.tolerance, solver.max_iterations);
  if (settings.is_kinematic) return accuracy;
  return fmt::format("{}, system matrix {}, {}", describe_formulation(settings), name_of(solver.matrix),
                     accuracy);
}

}  // namespace

bool SystemSummary::on_state(const System& system, const State& state, const Context&) {
  if (is_printed_) return true;
  is_printed_ = true;
  const Layout& layout = system.layout();
  std::vector<std::string> bodies;
  for (std::size_t i = 0; i < system.nodes().size(); ++i)
    bodies.push_back(fmt::format("{}: {}", i + 1, system.nodes()[i].label.name));
  fmt::print(out_, "  bodies\n");
  print_some(out_, bodies);
  if (const auto joints = list_joints(system); !joints.empty()) {
    fmt::print(out_, "  joints\n");
    print_some(out_, joints);
  }
  const auto redundant =
      static_cast<Index>(find_redundant_equations(system, state, settings_.assembly.rank_tolerance).size());
  fmt::print(out_, "  {}: {} of {}, less {}{}\n",
             counted(layout.motion_size() - layout.multipliers + redundant, "degree") + " of freedom",
             layout.motion_size(), counted(static_cast<std::int64_t>(bodies.size()), "free body"),
             counted(layout.multipliers, "equation"),
             redundant ? fmt::format(", of which {} from others",
                                     redundant == 1 ? "1 follows" : fmt::format("{} follow", redundant))
                       : "");
  fmt::print(out_, "  {} analysis from t = {:g} to {:g} s in steps of {:g} s: {}\n",
             settings_.is_kinematic ? "kinematic" : "dynamic", settings_.start_time, settings_.end_time,
             settings_.control.step, describe_solver(settings_));
  out_.flush();
  return true;
}

}  // namespace pintle
