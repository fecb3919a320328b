#include "pintle/app/simulation.h"

#include <algorithm>
#include <utility>

#include "pintle/app/run_report.h"

namespace pintle {

Simulation::Simulation(Job job, std::filesystem::path prefix, bool is_resumed, Diagnostics diagnostics)
    : job_(std::move(job)),
      described_(job_.state),
      diagnostics_(std::move(diagnostics)),
      prefix_(std::move(prefix)),
      files_(prefix_.empty() ? nullptr : std::make_unique<RunFiles>(job_, prefix_, is_resumed)),
      run_(job_.system, job_.state, job_.settings, diagnostics_),
      snapshot_(job_.system.make_snapshot()) {
  records_.start(job_.system);
  std::size_t size = 0;
  for (const RecordVariable& variable : records_.variables()) size += variable.size;
  record_.resize(size);
}

std::string Simulation::resume() {
  std::variant<State, std::string> read = files_->read_state(diagnostics_);
  if (auto* message = std::get_if<std::string>(&read)) return std::move(*message);
  job_.state = std::get<State>(std::move(read));
  files_->resume_after(job_.state.time);
  return {};
}

void Simulation::list_observers() {
  observers_ = before_;
  if (files_)
    for (Observer* writer : files_->writers()) observers_.push_back(writer);
  observers_.insert(observers_.end(), after_.begin(), after_.end());
}

bool Simulation::start(std::vector<Observer*> before, std::vector<Observer*> after) {
  before_ = std::move(before);
  after_ = std::move(after);
  list_observers();
  return run_.start(observers_, job_.info, &described_);
}

const RunReport& Simulation::finish() {
  if (is_finished_) return report_;
  is_finished_ = true;
  report_ = run_.finish();
  const bool was_at_its_end = report_.status == RunStatus::finished && report_.steps == 0;
  if (files_ && has_started() && !was_at_its_end)  // else the report of the run that came to it stays
    files_->write_report(run_report_text(report_, job_.state, diagnostics_, ResultsFile::kReportRoom));
  if (files_) files_->release();
  return report_;
}

std::span<const double> Simulation::record() {
  run_.complete_state();
  job_.system.fill(job_.state, snapshot_);
  records_.evaluate(job_.system, job_.state, snapshot_.context(), record_.data());
  return record_;
}

bool Simulation::set_input(std::string_view name, double value) {
  const std::span<const SystemInput> inputs = job_.system.inputs();
  const auto found = std::find_if(inputs.begin(), inputs.end(),
                                  [&](const SystemInput& input) { return input.name == name; });
  if (found == inputs.end()) return false;
  double& entry = job_.state.history[found->entry];
  if (entry == value) return true;
  entry = value;
  run_.renew_loads();
  return true;
}

const State& Simulation::give_state() {
  run_.give_state();
  return job_.state;
}

std::string Simulation::set_state(State state) {
  const bool goes_back = state.time < job_.state.time;
  const bool was_finished = std::exchange(is_finished_, false);
  job_.state = std::move(state);
  run_.take_up_state();
  if (!files_ || !(goes_back || was_finished)) return {};
  if (!was_finished) files_->close_records();
  auto files = std::make_unique<RunFiles>(job_, prefix_, true);
  if (!was_finished)
    files->take_over(*files_);
  else if (std::string reason = files->claim(false); !reason.empty())
    return reason;
  files_ = std::move(files);
  files_->resume_after(job_.state.time);
  list_observers();
  for (Observer* writer : files_->writers()) run_.introduce(*writer, job_.info);
  const std::vector<std::string> errors = files_->errors();
  return errors.empty() ? std::string() : errors.front();
}

}  // namespace pintle
