// For tests that run a model of cards to its end and look at the order of what comes out.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pintle/analysis/initial_assembly.h"
#include "pintle/bodies/register_all_bodies.h"
#include "pintle/formulations/absolute.h"
#include "pintle/formulations/joint_alpha.h"
#include "pintle/formulations/partitioned.h"
#include "pintle/joints/register_all_joints.h"
#include "pintle/loads/register_all_loads.h"
#include "pintle/nodes/register_all_nodes.h"
#include "tests/support/card_model.h"

namespace pintle {

inline Value list_of(const Vec3& v) { return Value::list({v.x(), v.y(), v.z()}); }

inline Card node_card(const std::string& name, const Vec3& position, const Vec3& velocity = Vec3::Zero(),
                      const Vec3& angular_velocity = Vec3::Zero(), const Vec3& rotation = Vec3::Zero()) {
  return make_card("node", "dynamic", name,
                   {{"position", list_of(position)},
                    {"orientation", Value::map({{"rotation_vector", list_of(rotation)}})},
                    {"velocity", list_of(velocity)},
                    {"angular_velocity", list_of(angular_velocity)}});
}
inline Card body_card(const std::string& node, double mass, const Vec3& inertia) {
  return make_card("body", "rigid_body", node,
                   {{"node", node}, {"mass", mass}, {"inertia", list_of(inertia)}});
}
inline Value side(const std::string& node, const Vec3& offset, const Vec3& rotation = Vec3::Zero()) {
  return Value::map({{"node", node},
                     {"offset", list_of(offset)},
                     {"orientation", Value::map({{"rotation_vector", list_of(rotation)}})}});
}
inline Card pair_card(const std::string& type, const std::string& name, Value a, Value b) {
  return make_card("joint", type, name, {{"a", std::move(a)}, {"b", std::move(b)}});
}

// A model and what its initial assembly has said of it.
struct StartedModel {
  Assembled model;
  AssemblyReport report;
  Diagnostics diagnostics;
};
inline StartedModel assemble_model(std::vector<Card> cards, const AssemblySettings& settings = {}) {
  static const Registry kRegistry =
      registry_of({register_all_nodes, register_all_bodies, register_all_joints, register_all_loads});
  StartedModel started;
  auto model = assemble({"test", std::move(cards), nullptr}, kRegistry, started.diagnostics);
  EXPECT_TRUE(model) << started.diagnostics.to_text();
  if (!model) return started;
  started.model = std::move(*model);
  started.report =
      assemble_initial_state(started.model.system, started.model.state, settings, started.diagnostics);
  return started;
}
// One that is consistent.
inline StartedModel start_model(std::vector<Card> cards) {
  StartedModel started = assemble_model(std::move(cards));
  EXPECT_TRUE(started.report.is_consistent) << started.diagnostics.to_text();
  return started;
}

// Where a run ended, and the outputs of its joints there.
struct Ended {
  State state;
  std::vector<ChannelGroup> groups;
  VecX channels;

  VecX channel(std::string_view name, std::string_view quantity) const {
    for (const ChannelGroup& group : groups) {
      Index first = group.first;
      for (const ChannelInfo& info : group.channels) {
        if (group.name == name && group.kind == "joint" && info.name == quantity)
          return channels.segment(first, info.size);
        first += info.size;
      }
    }
    ADD_FAILURE() << "no output " << name << "." << quantity;
    return VecX::Zero(3);
  }
  Vec3 position(Index node = 0) const { return state.q.segment<3>(7 * node); }
  Mat3 axes(Index node = 0) const {
    return Quat(state.q[7 * node + 3], state.q[7 * node + 4], state.q[7 * node + 5], state.q[7 * node + 6])
        .toRotationMatrix();
  }
  Vec3 velocity(Index node = 0) const { return state.v.segment<3>(6 * node); }
  Vec3 angular_velocity(Index node = 0) const { return state.v.segment<3>(6 * node + 3); }
};

inline std::unique_ptr<Stepper> stepper_of(const System& system, const AbsoluteSettings& settings,
                                           std::vector<Index> redundant) {
  return std::make_unique<AbsoluteStepper>(system, settings, std::move(redundant));
}
inline std::unique_ptr<Stepper> stepper_of(const System& system, const PartitionedSettings& settings,
                                           std::vector<Index> redundant) {
  return std::make_unique<PartitionedStepper>(system, settings, std::move(redundant));
}
inline std::unique_ptr<Stepper> stepper_of(const System& system, const JointSettings& settings,
                                           std::vector<Index> redundant) {
  return make_joint_stepper(system, settings, std::move(redundant));
}

template <class Settings = AbsoluteSettings>
Ended run_model(const std::vector<Card>& cards, const Settings& settings, double h, double end,
                const std::function<void(const State&)>& watch = {}) {
  StartedModel started = start_model(cards);
  Ended ended{std::move(started.model.state), {}, {}};
  if (!started.report.is_consistent) return ended;
  const System& system = started.model.system;
  const std::unique_ptr<Stepper> stepper =
      stepper_of(system, settings, started.report.redundant_multipliers());
  stepper->start(ended.state, h);
  const auto steps = std::lround(end / h);
  for (long i = 0; i < steps; ++i) {
    const StepReport report = stepper->step(ended.state, h, static_cast<double>(i + 1) * h);
    EXPECT_TRUE(report.is_accepted()) << "step " << i;
    if (!report.is_accepted()) return ended;
    if (watch) watch(ended.state);
  }
  stepper->complete(ended.state);
  Snapshot snapshot = system.make_snapshot();
  system.fill(ended.state, snapshot);
  ended.groups = system.channel_groups();
  ended.channels.resize(system.channel_count());
  system.evaluate_channels(snapshot.context(),
                           {ended.channels.data(), static_cast<std::size_t>(ended.channels.size())});
  return ended;
}

// All groups, with and without stabilisation.
inline std::vector<std::pair<std::string, AbsoluteSettings>> all_forms() {
  std::vector<std::pair<std::string, AbsoluteSettings>> list;
  for (const auto& [group, name] :
       {std::pair(LieFormulation::spatial, "spatial"), std::pair(LieFormulation::mixed, "mixed"),
        std::pair(LieFormulation::local, "local")})
    for (const auto stabilisation : {ConstraintStabilisation::none, ConstraintStabilisation::index2}) {
      AbsoluteSettings settings;
      settings.formulation = group;
      settings.stabilisation = stabilisation;
      list.emplace_back(
          std::string(name) + (stabilisation == ConstraintStabilisation::none ? "" : ", index 2"), settings);
    }
  return list;
}

// Runs the model with steps that halve three times in every form. `errors(ended)` are held to second order,
// or, where they stay below `exact`, to that.
inline void expect_second_order(const std::vector<Card>& cards, double end, double largest_step, double exact,
                                const std::function<std::vector<double>(const Ended&)>& errors) {
  constexpr int kRuns = 4;
  for (const auto& [name, settings] : all_forms()) {
    std::vector<std::vector<double>> found;
    for (int k = 0; k < kRuns; ++k)
      found.push_back(errors(run_model(cards, settings, largest_step / (1 << k), end)));
    for (std::size_t i = 0; i < found[0].size(); ++i) {
      if (found.front()[i] < exact && found.back()[i] < exact) continue;
      const double order = std::log2(found.front()[i] / found.back()[i]) / (kRuns - 1);
      EXPECT_GT(order, 1.9) << name << ", quantity " << i << ": " << found[0][i] << ", " << found[1][i]
                            << ", " << found[2][i] << ", " << found[3][i];
    }
  }
}

}  // namespace pintle
