#include "pintle/app/mode_motions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pintle/app/linear_report.h"
#include "pintle/app/run_report.h"
#include "pintle/formulations/displacement.h"
#include "pintle/output/results.h"

namespace pintle {

namespace {

constexpr int kPeriods = 4, kRecordsPerPeriod = 40;
constexpr double kLargestWay = 0.15;  // of the model's length
constexpr double kLargestTurn = 0.3;  // rad

// The time and the quantities of the nodes.
class NodeRecords final : public RecordSource {
 public:
  void start(const System& system) override {
    all_.start(system);
    std::size_t size = 0;
    for (const RecordVariable& variable : all_.variables()) {
      if (variable.name == "time" || variable.owner.starts_with("node.")) {
        parts_.push_back({size, variable.size});
        variables_.push_back(variable);
      }
      size += variable.size;
    }
    record_.resize(size);
  }
  void evaluate(const System& system, const State& state, const Context& context, double* record) override {
    all_.evaluate(system, state, context, record_.data());
    for (const auto& [first, size] : parts_) record = std::copy_n(record_.data() + first, size, record);
  }
  std::vector<std::string> dimensions(std::size_t size) const override { return all_.dimensions(size); }
  std::string_view doc_attribute() const override { return all_.doc_attribute(); }

 private:
  struct Part {
    std::size_t first, size;
  };
  ChannelRecords all_;
  std::vector<Part> parts_;
  std::vector<double> record_;
};

double size_to_see(const MotionMode& mode, const System& system) {
  const Layout& layout = system.layout();
  double way = 0.0, turn = 0.0;
  for (FrameIndex frame = 1; frame < layout.frames(); ++frame) {
    const Index first = layout.motion_of(frame);
    way = std::max(way, mode.displacement.segment<3>(first).norm());
    if (layout.is_structural(frame)) turn = std::max(turn, mode.displacement.segment<3>(first + 3).norm());
  }
  const double most = std::max(way / (kLargestWay * system.length_scale()), turn / kLargestTurn);
  return most > 0.0 ? 1.0 / most : 1.0;
}

}  // namespace

std::string write_mode_motion(const LinearReport& report, std::size_t number, const Job& job,
                              const std::filesystem::path& file) {
  if (const std::string reason = job.files.why_outside(file); !reason.empty())
    return fmt::format("'{}' cannot be written: {}", file.string(), reason);
  const MotionMode& mode = report.modes[number];
  const System& system = job.system;
  const double speed = std::abs(mode.value) > 0.0 ? std::abs(mode.value) : 2.0 * std::numbers::pi;
  const double period = 2.0 * std::numbers::pi / speed, size = size_to_see(mode, system);

  RunInfo info = job.info;
  info.title = fmt::format("{}{}mode {}", info.title, info.title.empty() ? "" : ", ", number + 1);
  info.start_time = 0.0;
  info.end_time = kPeriods * period;
  info.step_size = period / kRecordsPerPeriod;
  ResultsFile results(file, {}, std::make_unique<NodeRecords>());
  if (!results.on_start(system, info)) return results.error();
  Snapshot snapshot = system.make_snapshot();
  State state = job.state;
  Displacement displaced;
  for (int i = 0; i <= kPeriods * kRecordsPerPeriod; ++i) {
    state.time = i * info.step_size;
    state.step = i;
    state.step_size = info.step_size;
    const VecXc now = std::polar(size, speed * state.time) * mode.displacement;
    displaced.way = now.real();
    displaced.rate = -speed * now.imag();
    displaced.acceleration = -speed * speed * now.real();
    place_displaced(system.layout(), job.state, displaced, state);
    system.fill(state, snapshot);
    results.on_state(system, state, snapshot.context());
  }
  results.on_finish(system, state);
  const auto [title, text] = mode_lines(report, system)[number];
  results.write_report(run_report_text(
      {{title, text},
       {"shown", fmt::format("without damping, {:.3g} times the shape whose largest coordinate is 1", size)}},
      {}, ResultsFile::kReportRoom));
  return results.error();
}

}  // namespace pintle
