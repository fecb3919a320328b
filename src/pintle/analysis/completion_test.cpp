// Reactions of States that are looked at later: steps in joint coordinates do without them, and copies of
// States are completed elsewhere.
#include <algorithm>

#include "pintle/analysis/dynamic.h"
#include "pintle/analysis/joint_run_test_support.h"
#include "pintle/math/largest_of.h"

namespace pintle {
namespace {

struct LaterLook final : Observer {
  std::vector<State> states;
  CompleteState complete;
  bool looks_later() const override { return true; }
  void complete_with(const CompleteState& how) override { complete = how; }
  bool on_state(const System&, const State& state, const Context&) override {
    states.push_back(state);
    return true;
  }
};

struct LookAtOnce final : Observer {
  std::vector<State> states;
  bool on_state(const System&, const State& state, const Context&) override {
    states.push_back(state);
    return true;
  }
};

DynamicSettings by(JointMethod method) {
  DynamicSettings settings;
  settings.end_time = 0.2;
  settings.control.step = 0.01;
  settings.formulation = Formulation::joint;
  settings.joint.method = method;
  return settings;
}

constexpr std::array kMethods{JointMethod::rk4, JointMethod::rk45, JointMethod::implicit,
                              JointMethod::generalised_alpha};

// What is left of the equations of motion at a State, as a part of the largest force in them.
double imbalance(const System& system, const State& state) {
  Snapshot snapshot = system.make_snapshot();
  system.fill(state, snapshot);
  VecX residual = VecX::Zero(system.layout().equations() + Layout::kGroundRoom);
  ResidualSink sink(system.layout(), {residual.data(), static_cast<std::size_t>(residual.size())});
  system.residual(snapshot.context(), sink);
  const auto& largest = sink.largest_contribution();
  return largest_of(residual.head(system.layout().motion_size())) /
         *std::max_element(largest.begin(), largest.end());
}

class Completion : public testing::Test {
 protected:
  LaterLook later;
  LookAtOnce at_once;
  void run(JointMethod method, const std::vector<Card>& cards, const System*& system) {
    later = {};
    at_once = {};
    started_ = start_model(cards);
    const std::vector<Observer*> observers{&later, &at_once};
    const DynamicSettings settings = by(method);
    const RunReport report = run_dynamic(started_.model.system, started_.model.state, settings, {}, observers,
                                         started_.diagnostics);
    ASSERT_EQ(report.status, RunStatus::finished) << report.failure;
    ASSERT_TRUE(later.complete);
    ASSERT_EQ(later.states.size(), at_once.states.size());
    system = &started_.model.system;
  }

 private:
  StartedModel started_;
};

// A tree, and a loop whose equations are redundant.
TEST_F(Completion, of_a_copy_is_that_of_the_run) {
  for (const JointMethod method : kMethods)
    for (const std::vector<Card>& cards : {body_behind("universal_hinge", false), hinged_four_bar()}) {
      SCOPED_TRACE(name_of(method));
      const System* system = nullptr;
      run(method, cards, system);
      ASSERT_TRUE(system);
      ASSERT_GT(largest_of(at_once.states.back().lambda), 1.0);
      EXPECT_GT(imbalance(*system, later.states.back()), 1e-3);  // without reactions
      for (std::size_t i = 0; i < later.states.size(); ++i) {
        State copy = later.states[i];
        later.complete(copy);
        const VecX& expected = at_once.states[i].lambda;
        EXPECT_LT(largest_of(copy.lambda - expected), 1e-10 * largest_of(expected)) << i;
        EXPECT_EQ(copy.q, at_once.states[i].q) << i;
        EXPECT_LT(imbalance(*system, copy), 1e-7) << i;
      }
    }
}

// A force that is sampled at the end of every third step jumps where the step is committed. (The steps of
// generalised_alpha have accelerations of their own.)
TEST_F(Completion, balances_loads_that_have_jumped) {
  std::vector<Card> cards = body_behind("revolute_hinge", false);
  const Value held = Value::map({{"type", "sample_and_hold"},
                                 {"function", "50*sin(40*t)"},
                                 {"trigger", Value::map({{"type", "meter"}, {"steps", 3}})},
                                 {"initial_value", 9.0}});
  cards.push_back(
      make_card("load", "force", "push", {{"at", "second"}, {"value", Value::list({held, 0, 0})}}));
  for (const JointMethod method : {JointMethod::rk4, JointMethod::rk45, JointMethod::implicit}) {
    SCOPED_TRACE(name_of(method));
    const System* system = nullptr;
    run(method, cards, system);
    ASSERT_TRUE(system);
    for (std::size_t i = 0; i < later.states.size(); ++i) {
      State copy = later.states[i];
      later.complete(copy);
      EXPECT_LT(imbalance(*system, copy), 1e-12) << i;
    }
  }
}

}  // namespace
}  // namespace pintle
