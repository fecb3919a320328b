#include "pintle/output/results.h"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "pintle/base/version.h"
#include "pintle/output/output_card.h"
#include "pintle/results/netcdf_extent.h"
#include "pintle/results/netcdf_lock.h"

namespace pintle {

namespace {

// The classic format has no room for what its header does not announce, so the report has its place from the
// start.
constexpr const char* kSceneName = "scene";
constexpr const char* kReportName = "run_report";

}  // namespace

ResultsFile::ResultsFile(std::filesystem::path path, const ResultsSettings& settings,
                         std::unique_ptr<RecordSource> source)
    : path_(std::move(path)),
      source_(source ? std::move(source) : std::make_unique<ChannelRecords>()),
      settings_(settings),
      schedule_(settings.every),
      resume_time_(std::numeric_limits<double>::quiet_NaN()) {}

ResultsFile::~ResultsFile() {
  const NetcdfLock lock;
  if (file_ >= 0) nc_close(file_);
}

void ResultsFile::check(int status, std::string_view what) {
  if (status != NC_NOERR && error_.empty())
    error_ = fmt::format("{}: cannot {}: {}", path_.string(), what, nc_strerror(status));
}

bool ResultsFile::on_start(const System& system, const RunInfo& info) {
  const NetcdfLock lock;
  schedule_.start(system);
  end_time_ = info.end_time;
  is_resumed_ = resume_time_ == resume_time_ && std::filesystem::exists(path_);
  list_variables(system);
  is_resumed_ ? reopen() : create(system, info);
  if (file_ >= 0) check(nc_close(file_), "write the header");
  file_ = -1;
  if (error_.empty()) open_records();
  if (is_resumed_) last_time_ = resume_time_;
  writer_.emplace(system, *source_, records_);
  if (settings_.has_unwrapped_rotations) writer_->unwrap_from(std::move(rotations_));
  last_flush_ = std::chrono::steady_clock::now();
  return error_.empty();
}

// All variables with their positions in a record.
void ResultsFile::list_variables(const System& system) {
  source_->start(system);
  for (const RecordVariable& variable : source_->variables()) {
    const int id = static_cast<int>(variables_.size());
    variables_.push_back({variable, id, record_size_});
    variables_.back().name = legal_name(variable.name);
    record_size_ += variable.size;
  }
}

void ResultsFile::attribute(int variable, std::string_view name, std::string_view text) {
  check(nc_put_att_text(file_, variable, std::string(name).c_str(), text.size(), text.data()),
        "write an attribute");
}

int ResultsFile::dimension(const std::string& name, std::size_t size) {
  int id = -1;
  if (nc_inq_dimid(file_, name.c_str(), &id) != NC_NOERR)
    check(nc_def_dim(file_, name.c_str(), size, &id), "define a dimension");
  return id;
}

void ResultsFile::create(const System& system, const RunInfo& info) {
  check(nc_create(path_.c_str(), NC_CLOBBER | NC_64BIT_DATA, &file_), "create the results file");
  if (!error_.empty()) return;
  attribute(NC_GLOBAL, "format", "pintle results 1");
  attribute(NC_GLOBAL, "title", info.title);
  attribute(NC_GLOBAL, "model", info.model_file);
  attribute(NC_GLOBAL, "program", fmt::format("pintle {}", kVersion));
  attribute(NC_GLOBAL, "conventions",
            "SI units; ground components unless said otherwise; quaternions (w, x, y, z)");
  for (const auto& [name, value] : info.settings) attribute(NC_GLOBAL, name, value);

  check(nc_def_dim(file_, "time", NC_UNLIMITED, &time_dimension_), "define the time dimension");
  for (const Variable& variable : variables_) define(variable);
  std::vector<int> fixed;
  for (const FixedVariable& variable : source_->fixed()) fixed.push_back(define_fixed(variable));
  const std::string scene = scene_of(system, source_->variables(), settings_.tracers);
  const int scene_id = define_text(kSceneName, scene.size());
  const int report_id = define_text(kReportName, kReportRoom);
  check(nc_set_fill(file_, NC_NOFILL, nullptr), "set the fill mode");
  check(nc_enddef(file_), "finish the header");
  for (std::size_t i = 0; i < fixed.size() && error_.empty(); ++i) {
    const int zero = 0;
    const auto& values = source_->fixed()[i].values;
    check(nc_put_var_int(file_, fixed[i], values.empty() ? &zero : values.data()), "write labels");
  }
  if (error_.empty()) {
    check(nc_put_var_text(file_, scene_id, scene.data()), "write the scene");
    check(nc_put_var_text(file_, report_id, std::string(kReportRoom, ' ').data()), "write the scene");
  }
  if (error_.empty()) return;
  nc_close(file_);  // half a header is of no use
  file_ = -1;
  std::filesystem::remove(path_);
}

void ResultsFile::define(const Variable& variable) {
  std::vector<int> dimensions{time_dimension_};
  if (variable.size > 1) {
    const std::vector<std::string> names = source_->dimensions(variable.size);
    const std::size_t size = names.size() == 1 ? variable.size : 3;  // a vector, or three rows of three
    for (const std::string& name : names) dimensions.push_back(dimension(name, size));
  }
  int id = -1;
  check(nc_def_var(file_, variable.name.c_str(), variable.is_whole ? NC_INT : NC_DOUBLE,
                   static_cast<int>(dimensions.size()), dimensions.data(), &id),
        fmt::format("define '{}'", variable.name));
  attribute(id, "units", variable.unit);
  if (!variable.type.empty()) attribute(id, "type", variable.type);
  if (!variable.doc.empty()) attribute(id, source_->doc_attribute(), variable.doc);
}

int ResultsFile::define_fixed(const FixedVariable& variable) {
  int id = -1, size = -1;
  if (!variable.values.empty()) size = dimension(variable.name + "_labels_dim", variable.values.size());
  check(nc_def_var(file_, variable.name.c_str(), NC_INT, variable.values.empty() ? 0 : 1, &size, &id),
        fmt::format("define '{}'", variable.name));
  attribute(id, "type", variable.type);
  if (!variable.doc.empty()) attribute(id, source_->doc_attribute(), variable.doc);
  return id;
}

int ResultsFile::define_text(const std::string& name, std::size_t size) {
  int id = -1;
  const int length = dimension(name + "_length", size);
  check(nc_def_var(file_, name.c_str(), NC_CHAR, 1, &length, &id), fmt::format("define '{}'", name));
  return id;
}

// Goes on with a file of the same variables; records up to the resumed time stay, later ones are dropped.
void ResultsFile::reopen() {
  std::error_code error;
  const std::uintmax_t file_bytes = std::filesystem::file_size(path_, error);
  const Result<NetcdfExtent> extent = netcdf_extent(path_);
  if (!extent) {
    error_ =
        fmt::format("{}: a resumed run cannot go on with these results: {}; move them away to begin new ones",
                    path_.string(), extent.message());
    return;
  }
  check(nc_open(path_.c_str(), NC_NOWRITE, &file_), "open the results file");
  if (!error_.empty()) return;
  check_variables();
  if (!error_.empty()) return;
  const std::uint64_t records = std::min(extent->announced, extent->whole_records(file_bytes));
  std::vector<double> times(records);
  const std::size_t first = 0;
  if (records) check(nc_get_vara_double(file_, 0, &first, &records, times.data()), "read the times");
  if (!error_.empty()) return;
  // A run that was killed while it wrote may have left records without numbers at the end.
  const auto is_good = [&](std::size_t i) {
    return times[i] <= resume_time_ && (i == 0 || times[i] > times[i - 1]);
  };
  while (kept_ < times.size() && is_good(kept_)) ++kept_;
  if (!is_whole_ && kept_ == records && records < extent->announced)
    error_ = fmt::format(
        "{}: is cut short: {} of its {} records are there, and those before t = {:.9g} s may be missing; "
        "copy "
        "it again, or move it away to begin new results there",
        path_.string(), records, extent->announced, resume_time_);
  if (settings_.has_unwrapped_rotations) rotations_ = last_rotations();
}

// After the header, and the records that stay.
void ResultsFile::open_records() {
  std::vector<bool> is_whole;
  for (const Variable& variable : variables_)
    is_whole.insert(is_whole.end(), variable.size, variable.is_whole);
  say(records_.open(path_, is_whole, kept_));
}

void ResultsFile::check_variables() {
  int count = 0;
  check(nc_inq_nvars(file_, &count), "read the results file");
  // Files of earlier versions with MBDyn's names have no texts.
  for (const char* text : {kSceneName, kReportName})
    if (int id = -1; nc_inq_varid(file_, text, &id) == NC_NOERR) --count;
  bool is_same = count == static_cast<int>(variables_.size() + source_->fixed().size());
  for (std::size_t i = 0; is_same && i < variables_.size(); ++i) {
    std::array<char, NC_MAX_NAME + 1> name{};
    check(nc_inq_varname(file_, variables_[i].id, name.data()), "read a name");
    is_same = variables_[i].name == name.data();
  }
  if (!is_same && error_.empty())
    error_ = fmt::format("{}: these results are of another model, so a resumed run cannot go on with them",
                         path_.string());
}

// Unwrapping goes on from the last record that stays.
std::vector<double> ResultsFile::last_rotations() {
  std::vector<double> record(record_size_, 0.0);
  for (const Variable& variable : variables_) {
    if (!variable.is_rotation_vector || kept_ == 0) continue;
    const std::array<std::size_t, 2> start{kept_ - 1, 0}, extent{1, 3};
    check(nc_get_vara_double(file_, variable.id, start.data(), extent.data(), &record[variable.first]),
          "read a rotation");
  }
  return record;
}

// The end of the run, or a state that is shown again because the next step failed.
bool ResultsFile::is_last(const State& state) const {
  return state.time >= end_time_ - 1e-9 * state.step_size || state.time == seen_time_;
}

bool ResultsFile::on_state(const System&, const State& state, const Context&) {
  if (!error_.empty()) return false;
  if (state.time <= last_time_) return true;  // in the file already
  const bool is_between = settings_.has_unwrapped_rotations && !is_due(state) && !is_last(state);
  (is_between ? seen_time_ : last_time_) = state.time;
  writer_->keep(state, step_, !is_between);
  if (!is_between) ++kept_;
  if (writer_->is_full() || std::chrono::steady_clock::now() - last_flush_ > std::chrono::seconds(1)) flush();
  return error_.empty();
}

void ResultsFile::flush() {
  writer_->flush();
  say(writer_->error());
  last_flush_ = std::chrono::steady_clock::now();
}

void ResultsFile::say(const std::string& reason) {
  if (!reason.empty() && error_.empty())
    error_ = fmt::format("{}: cannot write results: {}", path_.string(), reason);
}

// Results reach the disk before the state that a resumed run would go on from.
bool ResultsFile::on_checkpoint(const System&, const State&) {
  if (!records_.is_open() || !error_.empty()) return false;
  flush();
  writer_->await();
  say(writer_->error());
  return false;
}

void ResultsFile::on_finish(const System&, const State&) {
  if (!records_.is_open()) return;
  if (error_.empty()) flush();
  writer_->await();
  say(writer_->error());
  say(records_.close());
}

void ResultsFile::write_report(const std::string& text) {
  if (!error_.empty() || text.size() > kReportRoom) return;
  const NetcdfLock lock;
  int file = -1, id = -1;
  check(nc_open(path_.c_str(), NC_WRITE, &file), "open the results file");
  if (!error_.empty()) return;
  if (nc_inq_varid(file, kReportName, &id) == NC_NOERR)
    check(nc_put_var_text(file, id, (text + std::string(kReportRoom - text.size(), ' ')).data()),
          "write the report");
  check(nc_close(file), "close the results file");
}

ResultsSettings read_results(const CheckedCard& card) {
  ResultsSettings settings;
  settings.every = card.integer("every");
  settings.has_unwrapped_rotations = card.boolean("unwrapped_rotations");
  settings.checkpoint_every = card.integer("checkpoint_every");
  return settings;
}

void register_results_output(Registry& registry) {
  CardSchema schema("output", "results");
  schema.summary(
      "What is written during the run: the NetCDF file of all channels and the state to resume from.");
  registry.add(std::move(with_output_fields(schema)), build_output);
  registry.schemas().set_default_type("output", "results");
}

}  // namespace pintle
