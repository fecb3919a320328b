// Short ways to write models in code, and to run them to given times.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "pintle/app/job.h"
#include "pintle/verification/verify.h"

namespace pintle {

Value list_of(const Vec3& vector);
Value rows_of(const Mat3& matrix);
Value rows_of(const Mat6& matrix);

// Cards by kind; fields are added with .set(name, value).
Card node_card(std::string name, const Vec3& position, const Vec3& velocity = Vec3::Zero(),
               const Vec3& angular_velocity = Vec3::Zero());
Card body_card(std::string node, double mass, const Vec3& inertia);
Card joint_card(std::string type, std::string name, Value a, Value b);
Card load_card(std::string type, std::string name);
Card gravity_card(const Vec3& acceleration);
Value attachment(std::string node, const Vec3& offset, const Mat3& axes = Mat3::Identity());
Value ground_at(const Vec3& position, const Mat3& axes = Mat3::Identity());
Card dynamic_card(double end_time, double step);
Card solver_card(const std::string& group, double rho);
Card joint_solver_card(std::string integrator = "rk4", std::string cut = "");

ModelDesc model_of(std::string title, std::vector<Card> cards);
// The same model by another formulation.
ModelDesc with_solver(ModelDesc model, Card solver);

// A finished run: the state at each of the times asked for, and the report.
struct Sampled {
  std::vector<State> states;
  RunReport report;
  std::string said;  // notes and warnings
};

// Runs the model; `watch`, if given, sees every state. Throws std::runtime_error with the diagnostics when it
// cannot.
using Watch = std::function<void(const System&, const State&, const Context&)>;
Sampled run_sampled(const ModelDesc& model, const std::vector<double>& times, const JobOptions& options = {},
                    const Watch& watch = {});

// Frame number f of a state: position, quaternion.
Vec3 position_of(const State& state, int node = 0);
Quat orientation_of(const State& state, int node = 0);

// Observed order from errors at step sizes that halve from one to the next: the mean over all pairs.
double observed_order(const std::vector<double>& errors);

// A row with the difference of two numbers as its error.
VerificationRow difference_row(std::string quantity, double reference, double computed, double tolerance);
// A row of a thing that must be so.
VerificationRow truth_row(std::string quantity, bool is_true);

}  // namespace pintle
