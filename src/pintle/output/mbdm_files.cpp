#include "pintle/output/mbdm_files.h"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <sstream>

#include "pintle/math/rotations.h"

namespace pintle {

namespace {

constexpr std::size_t kMbdmBufferBytes = 1u << 20;
constexpr int kLinesOfDebug = 4;
constexpr double kSameTime = 0.5;        // of a step
constexpr std::size_t kFirstAngle = 19;  // column of angx, from 0

constexpr std::string_view kBodyColumns =
    "# t x y z vx vy vz ax ay az Eangx Eangy Eangz LCSomegax LCSomegay LCSomegaz LCSepsx LCSepsy LCSepsz "
    "angx angy angz omegax omegay omegaz epsx epsy epsz\n";
constexpr std::string_view kMatrixColumns = "# t a11 a12 a13 a21 a22 a23 a31 a32 a33\n";
constexpr std::string_view kMooringColumns =
    "# t Fx Fy Fz LCSMx LCSMy LCSMz tension elongation rate energy\n";

// Euler angles 1-2-3 about x, y', z'': A = Rz Ry Rx. Nothing when they do not give A again.
std::optional<Vec3> euler_angles(const Mat3& A) {
  constexpr double kSame = 1e-9;
  const Vec3 zyx = euler321_from_matrix(A);
  const double error = (matrix_from_euler321(zyx) - A).lpNorm<Eigen::Infinity>();
  if (!(error <= kSame)) return std::nullopt;
  return Vec3(zyx.reverse());
}

Vec3 omega_of(const State& state, FrameIndex frame) { return state.v.segment<3>(6 * (frame - 1) + 3); }

}  // namespace

MbdmResultFiles::MbdmResultFiles(std::filesystem::path folder, MbdmSettings settings,
                                 IndependentCoordinates independent)
    : folder_(std::move(folder)),
      settings_(std::move(settings)),
      independent_(std::move(independent)),
      tracers_(folder_, settings_),
      checkpoint_path_(folder_ / "MBDM_checkpoint" / (mbdm_file_stem(settings_) + "_checkpoint")) {
  list_tables();
}

void MbdmResultFiles::list_tables() {
  const std::string stem = mbdm_file_stem(settings_);
  const auto add = [&](const std::string& name, std::string_view header, int lines = 1) {
    tables_.push_back({LineFile(folder_ / name), lines, std::string(header)});
  };
  if (settings_.output_every > 0)
    for (std::size_t i = 0; i < settings_.bodies.size(); ++i)
      add(fmt::format("{}_body_{}.dat", stem, i + 1), kBodyColumns);
  first_matrix_ = tables_.size();
  if (settings_.output_every > 0 && settings_.stores_matrices)
    for (std::size_t i = 0; i < settings_.bodies.size(); ++i)
      add(fmt::format("{}_body_{}_Amat.dat", stem, i + 1), kMatrixColumns);
  first_mooring_ = tables_.size();
  if (settings_.output_every > 0)
    for (std::size_t i = 0; i < settings_.moorings.size(); ++i)
      add(fmt::format("{}_mooring_{}.dat", stem, i + 1), kMooringColumns);
  first_debug_ = tables_.size();
  if (settings_.has_debug) add("DEBUG_state.dat", "", kLinesOfDebug);
  first_steps_ = tables_.size();
  if (settings_.has_debug && independent_) add("DEBUG_independet.dat", "", kLinesOfDebug);
}

std::vector<std::filesystem::path> MbdmResultFiles::tables() const {
  std::vector<std::filesystem::path> list;
  for (const Table& table : tables_) list.push_back(table.file.path());
  return list;
}

std::vector<std::filesystem::path> MbdmResultFiles::headed_tables() const {
  std::vector<std::filesystem::path> list = tables();
  list.resize(first_debug_);
  return list;
}

std::vector<std::filesystem::path> MbdmResultFiles::folders() const {
  std::vector<std::filesystem::path> list;
  if (settings_.has_tracers()) list.push_back(tracers_.folder());
  if (settings_.checkpoint_every > 0) list.push_back(checkpoint_path_.parent_path());
  return list;
}

bool MbdmResultFiles::on_start(const System& system, const RunInfo& info) {
  system_ = &system;
  end_time_ = info.end_time;
  model_ = MbdmModel(system, settings_);
  error_ = model_.error();
  is_resumed_ = !std::isnan(resume_time_);
  std::vector<KeptRecords> kept(tables_.size());
  for (std::size_t i = 0; i < kept.size() && is_resumed_; ++i)
    kept[i] = find_records_until(tables_[i].file.path(), tables_[i].lines_per_record, resume_time_);
  if (is_resumed_ && error_.empty()) error_ = why_not_whole(kept, info);
  for (Table& table : tables_) {
    if (!error_.empty()) break;
    if (is_resumed_)
      keep_bytes(table.file.path(), kept[static_cast<std::size_t>(&table - tables_.data())].bytes);
    std::error_code status;
    const auto size = std::filesystem::file_size(table.file.path(), status);
    const bool is_new = !is_resumed_ || status || size == 0;
    if (!table.file.open(is_resumed_))
      error_ = fmt::format("{}: cannot write: {}", table.file.path().string(), std::strerror(errno));
    if (is_new) table.file.text += table.header;
  }
  if (is_resumed_) {
    // A time that has its row is not written again.
    if (settings_.output_every > 0 && !kept.empty()) records_ = kept.front().count;
    if (records_ > 0) last_record_ = std::strtod(kept.front().last.c_str(), nullptr);
    last_checkpoint_ = resume_time_;
    if (angles_.empty()) find_angles();
  }
  angles_.resize(settings_.bodies.size(), Vec3::Zero());
  last_flush_ = std::chrono::steady_clock::now();
  return error_.empty();
}

// Tables of records show the same ones, up to less than one before the time to go on from; those of steps
// show all of them. A table that does not was cut.
std::string MbdmResultFiles::why_not_whole(const std::vector<KeptRecords>& kept, const RunInfo& info) const {
  const auto end_of = [](const KeptRecords& records) {
    return records.count > 0 ? std::strtod(records.last.c_str(), nullptr)
                             : -std::numeric_limits<double>::infinity();
  };
  double last = resume_time_ - settings_.output_every * info.step_size;
  for (std::size_t i = 0; i < first_steps_; ++i) last = std::max(last, end_of(kept[i]));
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const bool is_of_records = i < first_steps_;
    const bool is_expected = is_of_records ? settings_.output_every > 0 : resume_time_ > info.start_time;
    const double wanted = (is_of_records ? last : resume_time_) - kSameTime * info.step_size;
    std::error_code ignored;
    const std::filesystem::path& path = tables_[i].file.path();
    if (is_expected && end_of(kept[i]) < wanted && std::filesystem::exists(path, ignored))
      return fmt::format(
          "{}: is cut short: rows before t = {:.9g} s, the time to go on from, are missing; copy "
          "it again, or move all tables away",
          path.string(), resume_time_);
  }
  return {};
}

// They are no part of the State: the checkpoint of the same time has them, or the rows of that time.
void MbdmResultFiles::find_angles() {
  for (const char* ending : {"", "_old"}) {
    if (settings_.checkpoint_every == 0) break;
    const std::filesystem::path path = checkpoint_path_.string() + ending;
    Diagnostics ignored;
    const auto found = read_mbdm_checkpoint(path, settings_.bodies.size(), ignored);
    if (!found || found->time != resume_time_) continue;
    angles_ = found->angles;
    // A later checkpoint without its state is of a run that was killed: it goes.
    std::error_code status;
    if (path != checkpoint_path_) std::filesystem::rename(path, checkpoint_path_, status);
    return;
  }
  if (records_ > 0) {
    for (std::size_t body = 0; body < settings_.bodies.size(); ++body) {
      std::istringstream words(find_records_until(tables_[body].file.path(), 1, resume_time_).last);
      std::vector<double> numbers{std::istream_iterator<double>(words), {}};
      numbers.resize(kFirstAngle + 3, 0.0);
      angles_.emplace_back(numbers[kFirstAngle], numbers[kFirstAngle + 1], numbers[kFirstAngle + 2]);
    }
    if (last_record_ == resume_time_) return;
  }
  notice_ = fmt::format("angx, angy and angz go on from t = {:.9g} s, the last that was written",
                        records_ > 0 ? last_record_ : resume_time_);
}

// The first State is the one to start from.
void MbdmResultFiles::begin(const State& state) {
  has_begun_ = true;
  time_ = state.time;
  for (const FrameIndex frame : model_.bodies()) omega_.push_back(omega_of(state, frame));
  if (settings_.has_tracers()) error_ = tracers_.start(is_resumed_ ? state.step : -1);
}

// Angles are integrals of omega in ground components, by the trapezoidal rule over every step.
void MbdmResultFiles::on_step(const State& state, const StepInfo& info) {
  if (!has_begun_) return;
  const double h = state.time - time_;
  for (std::size_t i = 0; i < omega_.size(); ++i) {
    const Vec3 omega = omega_of(state, model_.bodies()[i]);
    angles_[i] += 0.5 * h * (omega_[i] + omega);
    omega_[i] = omega;
  }
  time_ = state.time;
  if (settings_.has_debug && independent_) write_independent(state, info.size);
}

bool MbdmResultFiles::on_state(const System& system, const State& state, const Context& context) {
  if (!has_begun_) begin(state);
  if (!error_.empty()) return false;
  const bool is_written = is_resumed_ && state.time <= resume_time_;  // before the run was resumed
  const bool is_last = state.time >= end_time_;
  const bool has_record = settings_.output_every > 0 && state.time > last_record_;
  if (has_record && (is_due(settings_.output_every, state) || is_last)) {
    last_record_ = state.time;
    write_bodies(context);
    write_moorings(context);
    if (settings_.has_debug) write_state(system, state);
    ++records_;
  }
  if (is_due(settings_.tracers_every, state) && !is_written) write_tracers(system, state, context);
  std::size_t size = 0;
  for (const Table& table : tables_) size += table.file.text.size();
  if (size > kMbdmBufferBytes || std::chrono::steady_clock::now() - last_flush_ > std::chrono::seconds(1))
    flush();
  return error_.empty();
}

void MbdmResultFiles::write_bodies(const Context& context) {
  const std::size_t bodies = model_.bodies().size();
  VecX row(28), matrix(10);
  for (std::size_t i = 0; i < bodies; ++i) {
    const Frame& frame = context.frames[static_cast<std::size_t>(model_.bodies()[i])];
    const Mat3& A = frame.R;
    const auto angles = euler_angles(A);
    if (!angles) {
      error_ = fmt::format("{}: at t = {:.9g} s Euler angles do not reproduce the matrix A",
                           tables_[i].file.path().string(), context.time);
      return;
    }
    row << context.time, frame.x, frame.v, frame.a, *angles, A.transpose() * frame.omega,
        A.transpose() * frame.alpha, angles_[i], frame.omega, frame.alpha;
    append_row(tables_[i].file.text, row);
    if (!settings_.stores_matrices) continue;
    matrix << context.time, A.row(0).transpose(), A.row(1).transpose(), A.row(2).transpose();
    append_row(tables_[first_matrix_ + i].file.text, matrix);
  }
}

void MbdmResultFiles::write_moorings(const Context& context) {
  VecX row(11);
  for (std::size_t i = 0; i < model_.mooring_count(); ++i) {
    const MbdmLineState line = model_.mooring(i, context);
    row << context.time, line.force, line.moment, line.tension, line.elongation, line.rate, line.energy;
    append_row(tables_[first_mooring_ + i].file.text, row);
  }
}

void MbdmResultFiles::write_state(const System& system, const State& state) {
  std::string& text = tables_[first_debug_].file.text;
  const MbdmModel::Coordinates coordinates = model_.coordinates(system, state);
  append_row(text, VecX::Constant(1, state.time));
  for (const VecX* row : {&coordinates.q, &coordinates.rates, &coordinates.second_rates})
    append_row(text, *row);
}

// Time and step; where the independent coordinates are in q; their velocities; their accelerations.
void MbdmResultFiles::write_independent(const State& state, double step_size) {
  std::string& text = tables_[first_debug_ + 1].file.text;
  const MbdmModel::Coordinates coordinates = model_.coordinates(*system_, state);
  append_row(text, Vec2(state.time, step_size));
  std::vector<int> positions;
  for (const Index coordinate : independent_(state))
    if (const int position = model_.position_of(coordinate); position >= 0) positions.push_back(position);
  text += fmt::format("{}\n", fmt::join(positions, " "));
  append_row(text, coordinates.rates(positions));
  append_row(text, coordinates.second_rates(positions));
  if (text.size() > kMbdmBufferBytes) flush();
}

void MbdmResultFiles::write_tracers(const System& system, const State& state, const Context& context) {
  const std::string error = tracers_.write(model_, system, state, context);
  if (error_.empty()) error_ = error;
}

bool MbdmResultFiles::on_checkpoint(const System& system, const State& state) {
  if (!error_.empty() || !has_begun_) return false;
  flush();
  if (error_.empty()) error_ = tracers_.secure();
  if (!error_.empty()) return false;
  if (settings_.checkpoint_every == 0 || state.time == last_checkpoint_) return false;
  last_checkpoint_ = state.time;
  error_ = write_mbdm_checkpoint(checkpoint_path_, {state.time, model_.coordinates(system, state), angles_});
  return false;  // it has not all that the State has
}

// All files, so that they show the same records.
void MbdmResultFiles::flush() {
  for (Table& table : tables_)
    if (!table.file.flush() && error_.empty())
      error_ = fmt::format("{}: cannot write: {}", table.file.path().string(), std::strerror(errno));
  last_flush_ = std::chrono::steady_clock::now();
}

void MbdmResultFiles::on_finish(const System&, const State&) {
  if (error_.empty()) flush();
  for (Table& table : tables_) table.file.close();
}

}  // namespace pintle
