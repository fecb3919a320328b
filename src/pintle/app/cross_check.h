// One model run in two formulations that check each other: the largest difference of every kind of quantity.
#pragma once

#include <iosfwd>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "pintle/app/job.h"

namespace pintle {

// What a run looked like at some instants: all channels of the system.
class ChannelRecord final : public Observer {
 public:
  // Every so many steps, and no more numbers than fit into memory well: then every second instant, and so on.
  explicit ChannelRecord(int every) : every_(every) {}

  bool wants(const State& state) override { return state.step % every_ == 0; }
  bool on_state(const System& system, const State& state, const Context& context) override;

  // Where two runs of a system differ most, by name and unit of the channel.
  struct Difference {
    double largest = 0.0, scale = 0.0, time = 0.0;
    std::string where;
  };
  using Differences = std::map<std::pair<std::string, std::string>, Difference>;
  Differences differences(const System& system, const ChannelRecord& other) const;
  std::size_t instants() const { return channels_.size(); }

 private:
  void thin_out();

  std::int64_t every_;
  std::map<std::int64_t, std::pair<double, VecX>> channels_;  // by step: time, values
};

// A run in another formulation: why there is none, why it failed, or how it differs.
struct OtherRun {
  DynamicSettings settings;
  std::string refusal, failure;
  ChannelRecord::Differences differences;
  Diagnostics diagnostics;
};
// What is compared of node and joint, in the order in which it is told.
std::span<const std::string_view> compared_quantities();

// Runs `job` from its described state in the other formulations, those of small motions apart, and compares
// with what was recorded. Nothing is run after a failure.
std::vector<OtherRun> run_otherwise(const Job& job, const State& described, const ChannelRecord& record);

// The same in print. False when such a run fails, or there is none.
bool cross_check(const Job& job, const State& described, const ChannelRecord& record, std::ostream& out,
                 std::ostream& err);
// "absolute (generalised_alpha)"
std::string describe_formulation(const DynamicSettings& settings);

}  // namespace pintle
