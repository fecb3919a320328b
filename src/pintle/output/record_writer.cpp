#include "pintle/output/record_writer.h"

#include <algorithm>
#include <utility>

#include "pintle/math/rotations.h"

namespace pintle {

namespace {

// So many are evaluated and written together.
constexpr std::size_t kBufferBytes = 1u << 20, kMostRecords = 4096;

// All but what the integrator remembers; both have the same sizes.
void copy_motion(const State& from, State& to) {
  to.time = from.time;
  to.step = from.step;
  to.step_size = from.step_size;
  to.q = from.q;
  to.v = from.v;
  to.a = from.a;
  to.x = from.x;
  to.xdot = from.xdot;
  to.lambda = from.lambda;
  to.history = from.history;
}

}  // namespace

RecordWriter::RecordWriter(const System& system, RecordSource& source, NetcdfRecords& file)
    : system_(system), source_(source), file_(file), snapshot_(system.make_snapshot()) {
  for (const RecordVariable& variable : source.variables()) {
    if (variable.is_rotation_vector) rotations_.push_back(record_size_);
    record_size_ += variable.size;
  }
  const std::size_t capacity =
      std::clamp<std::size_t>(kBufferBytes / (record_size_ * sizeof(double)), 1, kMostRecords);
  filling_.assign(capacity, {State::zero(system.layout()), {}, true});
  on_the_way_ = filling_;
  records_.resize(capacity * record_size_);
  file.reserve(capacity);
}

void RecordWriter::unwrap_from(std::vector<double> record) {
  is_unwrapped_ = true;
  previous_ = std::move(record);
}

void RecordWriter::keep(const State& state, const StepInfo& step, bool is_record) {
  Kept& kept = filling_[count_++];
  copy_motion(state, kept.state);
  if (complete_) kept.state.memory = state.memory;  // which it is done with
  kept.step = step;
  kept.is_record = is_record;
}

void RecordWriter::flush() {
  await();
  if (!error_.empty() || count_ == 0) return;
  std::swap(filling_, on_the_way_);
  writing_ = std::async(std::launch::async, [this, count = count_] { return write(count); });
  count_ = 0;
}

void RecordWriter::await() {
  if (!writing_.valid()) return;
  const std::string reason = writing_.get();
  if (error_.empty()) error_ = reason;
}

std::string RecordWriter::write(std::size_t count) {
  double* next = records_.data();
  for (std::size_t i = 0; i < count; ++i) {
    Kept& kept = on_the_way_[i];
    if (complete_ && kept.state.memory.size() > 0) complete_(kept.state);
    system_.fill(kept.state, snapshot_);
    source_.take_step(kept.step);
    source_.evaluate(system_, kept.state, snapshot_.context(), next);
    if (is_unwrapped_) unwrap(next);
    if (kept.is_record) next += record_size_;
  }
  return file_.append({records_.data(), next});
}

void RecordWriter::unwrap(double* record) {
  if (previous_.empty()) previous_.assign(record, record + record_size_);
  for (const std::size_t rotation : rotations_) {
    Eigen::Map<Vec3> now(record + rotation), before(&previous_[rotation]);
    now = unwrap_rotation_vector(now, before);
    before = now;
  }
}

}  // namespace pintle
