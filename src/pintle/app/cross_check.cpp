#include "pintle/app/cross_check.h"

#include <fmt/ostream.h>

#include <array>
#include <cmath>
#include <ostream>

namespace pintle {

namespace {

constexpr std::size_t kMostNumbers = 20'000'000;

// What is compared, in the order it is printed: names of channels of nodes and joints.
constexpr std::array<std::string_view, 8> kCompared{
    "position",     "quaternion",           "velocity",       "angular_velocity",
    "acceleration", "angular_acceleration", "reaction_force", "reaction_moment"};

// Quaternions of opposite sign are the same orientation; their difference is half an angle.
double difference_of(const ChannelInfo& info, const Eigen::Ref<const VecX>& a,
                     const Eigen::Ref<const VecX>& b) {
  if (info.name == "quaternion") return 2.0 * std::min((a - b).norm(), (a + b).norm());
  return (a - b).lpNorm<Eigen::Infinity>();
}

}  // namespace

bool ChannelRecord::on_state(const System& system, const State& state, const Context& context) {
  if (state.step % every_ != 0) return true;
  VecX values(system.channel_count());
  system.evaluate_channels(context, {values.data(), static_cast<std::size_t>(values.size())});
  channels_[state.step] = {state.time, std::move(values)};
  if (channels_.size() * static_cast<std::size_t>(system.channel_count()) > kMostNumbers) thin_out();
  return true;
}

void ChannelRecord::thin_out() {
  every_ *= 2;
  std::erase_if(channels_, [this](const auto& item) { return item.first % every_ != 0; });
}

ChannelRecord::Differences ChannelRecord::differences(const System& system,
                                                      const ChannelRecord& other) const {
  Differences list;
  for (const auto& [step, mine] : channels_) {
    const auto found = other.channels_.find(step);
    if (found == other.channels_.end()) continue;
    for (const ChannelGroup& group : system.channel_groups()) {
      Index at = group.first;
      for (const ChannelInfo& info : group.channels) {
        const auto a = mine.second.segment(at, info.size), b = found->second.second.segment(at, info.size);
        at += info.size;
        Difference& entry = list[{info.name, info.unit}];
        entry.scale = std::max(entry.scale, b.lpNorm<Eigen::Infinity>());
        const double difference = difference_of(info, a, b);
        if (!(difference > entry.largest)) continue;
        entry.largest = difference;
        entry.time = mine.first;
        entry.where = fmt::format("{} '{}'", group.kind, group.name);
      }
    }
  }
  return list;
}

std::string describe_formulation(const DynamicSettings& settings) {
  if (settings.is_kinematic && settings.formulation == Formulation::partitioned) return "kinematic analysis";
  return fmt::format("{} ({})", name_of(settings.formulation), method_of(settings));
}

namespace {

void print_differences(const ChannelRecord::Differences& differences, std::ostream& out) {
  for (const std::string_view name : kCompared)
    for (const auto& [key, found] : differences)
      if (key.first == name)
        fmt::print(out, "    {:<18} {:.2e} {} of {:.3g}{}\n",
                   name == "quaternion" ? "orientation" : spaced(name), found.largest,
                   name == "quaternion" ? "rad" : key.second, found.scale,
                   found.largest > 0.0 ? fmt::format(", {} at t = {:.6g} s", found.where, found.time) : "");
}

}  // namespace

std::span<const std::string_view> compared_quantities() { return kCompared; }

std::vector<OtherRun> run_otherwise(const Job& job, const State& described, const ChannelRecord& record) {
  std::vector<OtherRun> runs;
  for (const Formulation formulation : kFiniteFormulations) {
    if (formulation == job.settings.formulation) continue;
    OtherRun& other = runs.emplace_back();
    other.settings = job.settings;
    other.settings.formulation = formulation;
    other.settings.on_step = {};
    other.refusal = why_not(job.system, described, other.settings).reason;
    if (!other.refusal.empty()) continue;
    ChannelRecord second(job.results.every);
    Observer* observers[] = {&second};
    State state = described;
    const RunReport report =
        run_dynamic(job.system, state, other.settings, job.info, observers, other.diagnostics);
    if (report.status != RunStatus::finished) {
      other.failure = report.failure;
      break;
    }
    other.differences = record.differences(job.system, second);
  }
  return runs;
}

bool cross_check(const Job& job, const State& described, const ChannelRecord& record, std::ostream& out,
                 std::ostream& err) {
  int checks = 0;
  for (const OtherRun& other : run_otherwise(job, described, record)) {
    const std::string_view name = name_of(other.settings.formulation);
    if (!other.refusal.empty()) {
      fmt::print(err, "no cross-check by the {} formulation: {}\n", name, other.refusal);
    } else if (!other.failure.empty()) {
      fmt::print(err, "the run for the cross-check by the {} formulation failed: {}\n", name, other.failure);
      return false;
    } else {
      fmt::print(out, "  cross-check          {} against {}, largest differences:\n",
                 describe_formulation(job.settings), describe_formulation(other.settings));
      print_differences(other.differences, out);
      ++checks;
    }
  }
  return checks > 0;
}

}  // namespace pintle
