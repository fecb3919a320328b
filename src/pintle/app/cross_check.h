// One model run in two formulations that check each other: the largest difference of every kind of quantity.
#pragma once

#include <iosfwd>
#include <map>
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

// Runs `job` from its described state in the other formulations that can take it, those of small motions
// apart, and prints how they differ from what was recorded. False when such a run fails, or there is none.
bool cross_check(const Job& job, const State& described, const ChannelRecord& record, std::ostream& out,
                 std::ostream& err);
// "absolute (generalised_alpha)"
std::string describe_formulation(const DynamicSettings& settings);

}  // namespace pintle
