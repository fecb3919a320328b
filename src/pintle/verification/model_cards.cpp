#include "pintle/verification/model_cards.h"

#include <cmath>
#include <stdexcept>

namespace pintle {

namespace {

template <class Matrix>
Value rows(const Matrix& matrix) {
  ValueList list;
  for (int i = 0; i < matrix.rows(); ++i) {
    ValueList row;
    for (int j = 0; j < matrix.cols(); ++j) row.emplace_back(matrix(i, j));
    list.emplace_back(std::move(row));
  }
  return list;
}

class Sampler final : public Observer {
 public:
  Sampler(const std::vector<double>& times, const Watch& watch) : times_(times), watch_(watch) {}
  bool on_state(const System& system, const State& state, const Context& context) override {
    if (watch_) watch_(system, state, context);
    if (states_.size() < times_.size() && std::abs(state.time - times_[states_.size()]) < 1e-9)
      states_.push_back(state);
    return true;
  }
  std::vector<State> take() { return std::move(states_); }

 private:
  const std::vector<double>& times_;
  const Watch& watch_;
  std::vector<State> states_;
};

}  // namespace

Value list_of(const Vec3& vector) { return Value::list({vector.x(), vector.y(), vector.z()}); }
Value rows_of(const Mat3& matrix) { return rows(matrix); }
Value rows_of(const Mat6& matrix) { return rows(matrix); }

Card node_card(std::string name, const Vec3& position, const Vec3& velocity, const Vec3& angular_velocity) {
  return Card{"node", "dynamic", std::move(name), {}, {}}
      .set("position", list_of(position))
      .set("velocity", list_of(velocity))
      .set("angular_velocity", list_of(angular_velocity));
}

Card body_card(std::string node, double mass, const Vec3& inertia) {
  Card card{"body", "rigid_body", node, {}, {}};
  return card.set("node", std::move(node)).set("mass", mass).set("inertia", list_of(inertia));
}

Card joint_card(std::string type, std::string name, Value a, Value b) {
  return Card{"joint", std::move(type), std::move(name), {}, {}}
      .set("a", std::move(a))
      .set("b", std::move(b));
}

Card load_card(std::string type, std::string name) {
  return Card{"load", std::move(type), std::move(name), {}, {}};
}

Card gravity_card(const Vec3& acceleration) {
  return Card{"gravity", "gravity", "", {}, {}}.set("acceleration", list_of(acceleration));
}

Value attachment(std::string node, const Vec3& offset, const Mat3& axes) {
  return Value::map({{"node", std::move(node)}, {"offset", list_of(offset)}, {"orientation", rows_of(axes)}});
}

Value ground_at(const Vec3& position, const Mat3& axes) { return attachment("ground", position, axes); }

Card dynamic_card(double end_time, double step) {
  return Card{"analysis", "dynamic", "", {}, {}}.set("end_time", end_time).set("step", step);
}

Card solver_card(const std::string& group, double rho) {
  return Card{"solver", "absolute", "", {}, {}}.set("group", group).set("rho", rho);
}

Card joint_solver_card(std::string integrator, std::string cut) {
  return Card{"solver", "joint", "", {}, {}}
      .set("integrator", std::move(integrator))
      .set("cut", std::move(cut));
}

ModelDesc with_solver(ModelDesc model, Card solver) {
  std::erase_if(model.cards, [](const Card& card) { return card.kind == "solver"; });
  model.cards.push_back(std::move(solver));
  return model;
}

ModelDesc model_of(std::string title, std::vector<Card> cards) {
  ModelDesc model;
  model.title = std::move(title);
  model.cards = std::move(cards);
  return model;
}

Sampled run_sampled(const ModelDesc& model, const std::vector<double>& times, const JobOptions& options,
                    const Watch& watch) {
  Diagnostics diagnostics;
  std::optional<Job> job = make_job(model, options, diagnostics);
  if (!job) throw std::runtime_error(model.title + ": " + diagnostics.to_text());
  Sampler sampler(times, watch);
  const std::vector<Observer*> observers{&sampler};
  Sampled result;
  result.report = run_dynamic(job->system, job->state, job->settings, job->info, observers, diagnostics);
  result.states = sampler.take();
  if (result.report.status == RunStatus::failed || result.states.size() != times.size())
    throw std::runtime_error(model.title + ": " + result.report.failure + "\n" + diagnostics.to_text());
  result.said = diagnostics.to_text();
  return result;
}

Vec3 position_of(const State& state, int node) { return state.q.segment<3>(7 * node); }

Quat orientation_of(const State& state, int node) {
  const double* q = state.q.data() + 7 * node + 3;
  return {q[0], q[1], q[2], q[3]};
}

double observed_order(const std::vector<double>& errors) {
  return std::log2(errors.front() / errors.back()) / static_cast<double>(errors.size() - 1);
}

VerificationRow difference_row(std::string quantity, double reference, double computed, double tolerance) {
  VerificationRow row;
  row.quantity = std::move(quantity);
  row.reference = reference;
  row.computed = computed;
  row.error = std::abs(computed - reference);
  row.tolerance = tolerance;
  return row;
}

VerificationRow truth_row(std::string quantity, bool is_true) {
  return difference_row(std::move(quantity), 1.0, is_true ? 1.0 : 0.0, 0.0);
}

}  // namespace pintle
