// For tests of runs in which modes change: stick and slip, joints and loads that are switched.
#pragma once

#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/analysis/dynamic.h"
#include "pintle/analysis/model_run_test_support.h"

namespace pintle {

// Runs a model of cards to its end by the analysis itself, which locates changes of mode.
struct ModeRun {
  Assembled model;
  RunReport report;
  Diagnostics diagnostics;
  std::vector<double> times, energies;

  const State& state() const { return model.state; }
  double angular_velocity(Index node = 0) const { return state().v[6 * node + 5]; }
  // About z, for turns of less than pi.
  double angle(Index node = 0) const {
    return 2.0 * std::atan2(state().q[7 * node + 6], state().q[7 * node + 3]);
  }
  VecX channel(std::string_view kind, std::string_view name, std::string_view quantity) const {
    Snapshot snapshot = model.system.make_snapshot();
    model.system.fill(state(), snapshot);
    VecX all(model.system.channel_count());
    model.system.evaluate_channels(snapshot.context(), {all.data(), static_cast<std::size_t>(all.size())});
    for (const ChannelGroup& group : model.system.channel_groups()) {
      Index first = group.first;
      for (const ChannelInfo& info : group.channels) {
        if (group.kind == kind && group.name == name && info.name == quantity)
          return all.segment(first, info.size);
        first += info.size;
      }
    }
    ADD_FAILURE() << "no output " << kind << "." << name << "." << quantity;
    return VecX::Zero(3);
  }
};

struct EnergyExtremes final : Observer {
  explicit EnergyExtremes(ModeRun& to) : run(to) {}
  bool on_state(const System& system, const State& state, const Context& context) override {
    const Totals totals = system.totals(context);
    run.times.push_back(state.time);
    run.energies.push_back(totals.kinetic + totals.potential);
    return true;
  }
  ModeRun& run;
};

inline ModeRun run_modes(std::vector<Card> cards, const DynamicSettings& settings) {
  static const Registry kRegistry =
      registry_of({register_all_nodes, register_all_bodies, register_all_joints, register_all_loads});
  ModeRun run;
  auto model = assemble({"test", std::move(cards), nullptr}, kRegistry, run.diagnostics);
  EXPECT_TRUE(model) << run.diagnostics.to_text();
  if (!model) return run;
  run.model = std::move(*model);
  EnergyExtremes watch(run);
  const std::vector<Observer*> observers{&watch};
  run.report = run_dynamic(run.model.system, run.model.state, settings, {}, observers, run.diagnostics);
  EXPECT_EQ(run.report.status, RunStatus::finished) << run.report.failure << run.diagnostics.to_text();
  return run;
}

inline ModeRun run_modes(std::vector<Card> cards, double step, double end,
                         const AbsoluteSettings& solver = {}) {
  DynamicSettings settings;
  settings.end_time = end;
  settings.control.step = step;
  settings.solver = solver;
  return run_modes(std::move(cards), settings);
}

inline ModeRun run_modes(std::vector<Card> cards, double step, double end, const JointSettings& solver) {
  DynamicSettings settings;
  settings.end_time = end;
  settings.control.step = step;
  settings.formulation = Formulation::joint;
  settings.joint = solver;
  return run_modes(std::move(cards), settings);
}

// What friction cards have in common.
inline Value static_friction(double value) { return Value::map({{"type", "constant"}, {"value", value}}); }
inline Value coulomb(double fs, double sigma2 = 0.0) {
  return Value::map(
      {{"type", "discrete_coulomb"}, {"sigma2", sigma2}, {"static_friction", static_friction(fs)}});
}
inline Value modlugre(double fs, double sigma0, double sigma1 = 0.0) {
  return Value::map({{"type", "modlugre"},
                     {"sigma0", sigma0},
                     {"sigma1", sigma1},
                     {"kappa", 0.7},
                     {"static_friction", static_friction(fs)}});
}

}  // namespace pintle
