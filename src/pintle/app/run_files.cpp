#include "pintle/app/run_files.h"

#include <fmt/ostream.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ostream>

#include "pintle/app/run_summary.h"
#include "pintle/base/wording.h"
#include "pintle/output/mbdyn_record.h"

namespace pintle {

namespace {

std::filesystem::path with_ending(const std::filesystem::path& prefix, std::string_view ending) {
  return prefix.string() + std::string(ending);
}

// Why nothing can be written to what exists; empty when something can.
std::string why_not_a_folder(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored))
    return fmt::format("'{}' is not a folder", path.string());
  if (::access(path.c_str(), W_OK | X_OK) != 0)
    return fmt::format("the folder '{}' cannot be written to: {}; choose another prefix with -o",
                       path.string(), std::strerror(errno));
  return {};
}

// Only a dynamic analysis has independent coordinates, and files to look at them.
MbdmSettings mbdm_settings_of(const Job& job) {
  MbdmSettings settings = job.mbdm;
  if (job.settings.is_kinematic) settings.has_debug = settings.has_timer = false;
  return settings;
}

IndependentCoordinates independent_of(const Job& job) {
  if (job.settings.formulation != Formulation::partitioned) return {};
  return [&layout = job.system.layout()](const State& state) {
    return PartitionedStepper::independent_of(layout, state);
  };
}

}  // namespace

std::filesystem::path output_prefix(const std::filesystem::path& given, const std::filesystem::path& model) {
  if (given.empty()) return model.stem();
  return given.has_filename() ? given : given / model.stem();
}

std::string scheme_of(const DynamicSettings& settings) {
  if (settings.formulation != Formulation::absolute)
    return fmt::format("{} {}", name_of(settings.formulation), method_of(settings));
  const AbsoluteSettings& solver = settings.solver;
  const auto form = static_cast<int>(solver.formulation);
  if (solver.method == IntegrationMethod::generalised_alpha)
    return fmt::format("generalised-alpha {} {}", form, solver.rho);
  return fmt::format("{} {} {}", name_of(solver.method), form, solver.bdf_order);
}

RunFiles::RunFiles(const Job& job, std::filesystem::path prefix, bool is_resumed)
    : job_(job),
      prefix_(std::move(prefix)),
      scheme_(scheme_of(job.settings)),
      results_(with_ending(prefix_, ".nc"), job.results,
               job.mbdyn.has_netcdf ? std::make_unique<MbdynRecords>(job.mbdyn) : nullptr),
      text_(prefix_, job.mbdyn, job.results.every),
      checkpoint_(with_ending(prefix_, ".state"), scheme_, is_resumed) {
  if (job.mbdm.is_given) mbdm_.emplace(prefix_.parent_path(), mbdm_settings_of(job), independent_of(job));
}

std::vector<std::filesystem::path> RunFiles::paths() const {
  std::vector<std::filesystem::path> list{with_ending(prefix_, ".nc"), with_ending(prefix_, ".state")};
  if (job_.mbdyn.has_text)
    for (const std::string_view ending : MbdynFiles::kEndings) list.push_back(with_ending(prefix_, ending));
  if (mbdm_)
    for (std::filesystem::path& table : mbdm_->tables()) list.push_back(std::move(table));
  return list;
}

std::string RunFiles::why_not_writable() const {
  std::error_code ignored;
  const std::filesystem::path folder = prefix_.has_parent_path() ? prefix_.parent_path() : ".";
  if (!std::filesystem::exists(folder, ignored))
    return fmt::format("the folder '{}' does not exist; make it, or choose another prefix with {}",
                       folder.string(), worded("-o", "output=..."));
  if (const std::string reason = why_not_a_folder(folder); !reason.empty()) return reason;
  for (const std::filesystem::path& file : paths()) {
    if (const std::string reason = job_.files.why_outside(file); !reason.empty())
      return fmt::format("'{}' cannot be written: {}", file.string(), reason);
    if (std::filesystem::is_directory(file, ignored)) return fmt::format("'{}' is a folder", file.string());
    if (std::filesystem::exists(file, ignored) && ::access(file.c_str(), W_OK) != 0)
      return fmt::format("'{}' is there and cannot be overwritten: {}", file.string(), std::strerror(errno));
  }
  if (!mbdm_) return {};
  for (const std::filesystem::path& below : mbdm_->folders())  // made when they are missing
    if (std::filesystem::exists(below, ignored))
      if (const std::string reason = why_not_a_folder(below); !reason.empty()) return reason;
  return {};
}

std::variant<State, std::string> RunFiles::read_state() const {
  return read_state_file(checkpoint_.path(), job_.system, scheme_);
}

void RunFiles::resume_after(double time) {
  results_.resume_after(time);
  text_.resume_after(time);
  if (mbdm_) mbdm_->resume_after(time);
}

std::vector<Observer*> RunFiles::writers() {
  std::vector<Observer*> list{&results_};
  if (job_.mbdyn.has_text) list.push_back(&text_);
  if (mbdm_) list.push_back(&*mbdm_);
  list.push_back(&checkpoint_);
  return list;
}

void RunFiles::write_report(const std::string& text) {
  if (has_records()) results_.write_report(text);
}

void RunFiles::bring_up_to_date() { results_.on_checkpoint(job_.system, job_.state); }

std::vector<std::string> RunFiles::errors() const {
  std::vector<std::string> list;
  for (const std::string& error :
       {results_.error(), text_.error(), mbdm_ ? mbdm_->error() : "", checkpoint_.error()})
    if (!error.empty()) list.push_back(error);
  return list;
}

void RunFiles::print_written(const State& state, std::ostream& out) const {
  fmt::print(out, "  written              {} ({})\n", results_.path().string(),
             counted(results_.records(), "record"));
  if (job_.mbdyn.has_text)
    fmt::print(out, "                       {}{{{}}} ({})\n", prefix_.string(),
               fmt::join(text_.endings(), ","), counted(text_.records(), "record"));
  if (const auto tables = mbdm_ ? mbdm_->tables() : std::vector<std::filesystem::path>(); !tables.empty())
    fmt::print(out, "                       {}{} ({})\n", tables.front().filename().string(),
               tables.size() > 1 ? ", ..., " + tables.back().filename().string() : "",
               counted(mbdm_->records(), "record"));
  if (const auto folders = mbdm_ ? mbdm_->folders() : std::vector<std::filesystem::path>();
      !folders.empty()) {
    std::string list;
    for (const auto& folder : folders) list += (list.empty() ? "" : ", ") + folder.filename().string() + "/";
    fmt::print(out, "                       {}\n", list);
  }
  if (mbdm_ && !mbdm_->notice().empty()) fmt::print(out, "                       {}\n", mbdm_->notice());
  if (checkpoint_.error().empty())
    fmt::print(out, "                       {} (state at t = {:.9g} s{})\n", checkpoint_.path().string(),
               state.time, job_.statics ? "" : "; to go on: --resume --end-time T");
}

}  // namespace pintle
