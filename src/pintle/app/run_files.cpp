#include "pintle/app/run_files.h"

#include <fmt/ostream.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ostream>

#include "pintle/app/run_summary.h"
#include "pintle/base/wording.h"
#include "pintle/output/mbdyn_record.h"
#include "pintle/results/file_kind.h"

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

// Files that show the same records: results, those in MBDyn's layout, MBDM's tables.
int family_of(const FileMark& file) { return file.name == ".nc" ? 0 : file.name.starts_with('.') ? 1 : 2; }

// An analysis at rest is called by its own name.
std::string scheme_of(const Job& job) {
  if (!job.statics) return scheme_of(job.settings);
  return job.statics->is_linear ? "linear" : "equilibrium";
}

FileKind results_kind_of(const Job& job) {
  if (!job.statics) return FileKind::run;
  return job.statics->is_linear ? FileKind::linear : FileKind::equilibrium;
}

bool is_kind_of_results(FileKind kind) {
  return kind == FileKind::run || kind == FileKind::equilibrium || kind == FileKind::linear;
}

FileKind state_kind_of(const Job& job) {
  if (!job.statics) return FileKind::run_state;
  return job.statics->is_linear ? FileKind::linear_state : FileKind::equilibrium_state;
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
      scheme_(scheme_of(job)),
      results_(with_ending(prefix_, ".nc"), job.results,
               job.mbdyn.has_netcdf ? std::make_unique<MbdynRecords>(job.mbdyn) : nullptr),
      text_(prefix_, job.mbdyn, job.results.every),
      checkpoint_(with_ending(prefix_, ".state"), {scheme_, is_resumed, job.mbdm.is_given},
                  [this] { return secure(); }),
      is_resumed_(is_resumed) {
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

// MBDM's files are called after the case, whatever the prefix is.
std::vector<std::filesystem::path> RunFiles::locks() const {
  std::vector<std::filesystem::path> list{with_ending(prefix_, ".lock").lexically_normal()};
  if (mbdm_)
    list.push_back((prefix_.parent_path() / (mbdm_file_stem(job_.mbdm) + ".lock")).lexically_normal());
  if (list.front() == list.back()) list.resize(1);
  return list;
}

std::string RunFiles::claim(bool is_forced) {
  std::string reason = why_not_writable();
  if (reason.empty()) reason = lock_.take(locks());
  if (reason.empty() && !is_forced) reason = why_not_replaced();
  return reason;
}

// A run that is resumed replaces nothing: it goes on, or says why it cannot.
std::string RunFiles::why_not_replaced() const {
  const std::filesystem::path& results = results_.path();
  const FileKind there = kind_of_file(results);
  if (is_resumed_ && there == FileKind::other) return {};
  if (std::string why = pintle::why_not_replaced(results, results_kind_of(job_), false); !why.empty())
    return why;
  if (is_resumed_) return {};
  if (std::string why = pintle::why_not_replaced(checkpoint_.path(), state_kind_of(job_), false);
      !why.empty())
    return why;
  if (mbdm_ && !has_tables_)
    for (const std::filesystem::path& table : mbdm_->headed_tables())
      if (std::string why = pintle::why_not_replaced(table, FileKind::mbdm_table, false); !why.empty())
        return why;
  // Files that MBDyn has written have no results of ours beside them.
  if (there != FileKind::nothing || !job_.mbdyn.has_text) return {};
  for (const std::string_view ending : MbdynFiles::kEndings)
    if (std::string why = pintle::why_not_replaced(with_ending(prefix_, ending), FileKind::other, false);
        !why.empty())
      return why;
  return {};
}

std::string RunFiles::why_not_writable() const {
  std::error_code ignored;
  const std::filesystem::path folder = prefix_.has_parent_path() ? prefix_.parent_path() : ".";
  if (!std::filesystem::exists(folder, ignored))
    return fmt::format("the folder '{}' does not exist; make it, or choose another prefix with {}",
                       folder.string(), worded("-o", "output=..."));
  if (const std::string reason = why_not_a_folder(folder); !reason.empty()) return reason;
  for (const std::filesystem::path& file : paths()) {
    if (job_.model.file && std::filesystem::equivalent(*job_.model.file, file, ignored))
      return fmt::format("'{}' is the model itself; choose another prefix with {}", file.string(),
                         worded("-o", "output=..."));
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

std::filesystem::path RunFiles::path_of(const std::string& mark) const {
  return mark.starts_with('.') ? with_ending(prefix_, mark) : prefix_.parent_path() / mark;
}

std::variant<State, std::string> RunFiles::read_state(Diagnostics& diagnostics) {
  std::vector<FileMark> marks;
  std::variant<State, std::string> read = read_state_file(checkpoint_.path(), job_.system, scheme_, &marks);
  if (const State* state = std::get_if<State>(&read))
    if (std::string reason = why_not_whole(marks, state->time, diagnostics); !reason.empty()) return reason;
  are_whole_ = !marks.empty();
  return read;
}

// Each file has what it had when the state was written. All of a family may have been moved away.
std::string RunFiles::why_not_whole(const std::vector<FileMark>& marks, double time,
                                    Diagnostics& diagnostics) const {
  for (const FileMark& mark : marks) {
    const std::filesystem::path path = path_of(mark.name);
    const SourcePlace place{std::make_shared<const std::string>(path.string()), 0, 0};
    std::error_code missing;
    const std::uintmax_t bytes = std::filesystem::file_size(path, missing);
    const bool is_in_use = std::any_of(marks.begin(), marks.end(), [&](const FileMark& other) {
      return family_of(other) == family_of(mark) && std::filesystem::exists(path_of(other.name));
    });
    if (missing && is_in_use)
      return fmt::format("{}: is not there any more, and others that go with it are", path.string());
    if (missing)
      diagnostics.warning(
          place, fmt::format("is not there any more: what was written up to t = {:.9g} s is lost", time));
    else if (bytes < mark.bytes)
      return fmt::format(
          "{}: is cut short: {} of the {} bytes that were written up to the state, t = {:.9g} s, are there; "
          "copy it again, or move it away to begin new results at that time",
          path.string(), bytes, mark.bytes, time);
    else if (bytes > mark.bytes)
      diagnostics.note(
          place,
          fmt::format("what was written after the state, t = {:.9g} s, is dropped and computed again", time));
  }
  return {};
}

// A state says that its files hold all up to its time, so they reach the disk before it.
std::optional<std::vector<FileMark>> RunFiles::secure() {
  disk_error_.clear();
  if (!write_errors().empty()) return {};
  std::vector<FileMark> marks{{".nc", 0}};
  if (job_.mbdyn.has_text)
    for (const std::string& ending : text_.endings()) marks.push_back({ending, 0});
  if (mbdm_)
    for (const std::filesystem::path& table : mbdm_->tables())
      marks.push_back({table.filename().string(), 0});
  for (FileMark& mark : marks) {
    const Result<std::uint64_t> bytes = bring_to_disk(path_of(mark.name));
    if (!bytes) {
      disk_error_ = bytes.message();
      return {};
    }
    mark.bytes = *bytes;
  }
  return marks;
}

void RunFiles::resume_after(double time) {
  const FileKind there = kind_of_file(results_.path());
  const bool is_of_another_analysis = there != results_kind_of(job_) && is_kind_of_results(there);
  if (!is_of_another_analysis) results_.resume_after(time, are_whole_);
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

void RunFiles::close_records() {
  for (Observer* writer : writers())
    if (writer != &checkpoint_) writer->on_finish(job_.system, job_.state);
}

void RunFiles::bring_up_to_date() { results_.on_checkpoint(job_.system, job_.state); }

std::vector<std::string> RunFiles::errors() const {
  std::vector<std::string> list = write_errors();
  for (const std::string& error : {checkpoint_.error(), disk_error_})
    if (!error.empty()) list.push_back(error);
  return list;
}

// Of what a state goes with.
std::vector<std::string> RunFiles::write_errors() const {
  std::vector<std::string> list;
  for (const std::string& error : {results_.error(), text_.error(), mbdm_ ? mbdm_->error() : ""})
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
