// Joint equations against dual numbers that are carried through phi alone.
#include <fmt/format.h>

#include <algorithm>

#include "pintle/math/so3.h"
#include "tests/support/battery_system.h"
#include "tests/support/joint_battery.h"

namespace pintle {

namespace {

using Vec12 = Eigen::Matrix<double, 12, 1>;  // (dx_a, dtheta_a, dx_b, dtheta_b) or their rates
using Dual12 = Eigen::Matrix<Dual2, 12, 1>;

const Dual2 kOuter = Dual2::variable(Dual<double, 1>(0.0), 0);
const Dual2 kInner = Dual2(Dual<double, 1>::variable(0.0, 0));
double outer_derivative(const Dual2& f) { return f.grad[0].value; }
double second_derivative_of(const Dual2& f) { return f.grad[0].grad[0]; }

// Two attachments on moving frames.
struct Pair {
  Attachment a, b;
  Frame frame_a, frame_b;

  Vec12 velocity() const {
    return (Vec12() << frame_a.v, frame_a.omega, frame_b.v, frame_b.omega).finished();
  }
  Vec12 acceleration() const {
    return (Vec12() << frame_a.a, frame_a.alpha, frame_b.a, frame_b.alpha).finished();
  }

  // The frames moved by `first`, then by `last`: R <- exp(last) exp(first) R.
  PairPoseT<Dual2> moved(const Dual12& last, const Dual12& first) const {
    const auto turned = [&](const Frame& f, int at) -> Matrix3T<Dual2> {
      return so3::exp_matrix<Dual2>(last.segment<3>(at)) * so3::exp_matrix<Dual2>(first.segment<3>(at)) *
             f.R.cast<Dual2>();
    };
    const auto shifted = [&](const Frame& f, int at) -> Vector3T<Dual2> {
      return f.x.cast<Dual2>() + first.segment<3>(at) + last.segment<3>(at);
    };
    const Matrix3T<Dual2> R_a = turned(frame_a, 3), R_b = turned(frame_b, 9);
    PairPoseT<Dual2> pose;
    pose.r_a = R_a * a.offset.cast<Dual2>();
    pose.r_b = R_b * b.offset.cast<Dual2>();
    pose.d = shifted(frame_b, 6) + pose.r_b - shifted(frame_a, 0) - pose.r_a;
    pose.E = R_a * a.axes.cast<Dual2>();
    pose.F = R_b * b.axes.cast<Dual2>();
    return pose;
  }
};

Pair random_pair(BatteryRandom& random) {
  Pair pair{random.attachment(kGroundFrame), random.attachment(kGroundFrame), {}, {}};
  for (Frame* f : {&pair.frame_a, &pair.frame_b})
    *f = {random.vector(), random.rotation(), random.vector(),
          random.vector(), random.vector(),   random.vector()};
  return pair;
}

class EquationCheck {
 public:
  EquationCheck(const EquationFunctions& equation, BatteryRandom& random, BatteryReport& report)
      : equation_(equation),
        report_(report),
        pair_(random_pair(random)),
        pose_(make_pose(pair_.a, pair_.b, pair_.frame_a, pair_.frame_b)),
        lambda_(random.vector_of(equation.rows)),
        g_(equation.jacobian(pose_)) {}

  void first_derivatives() {
    MatX expected(equation_.rows, 12);
    for (int i = 0; i < 12; ++i) {
      Dual12 last = Dual12::Zero();
      last[i] = kOuter;
      const std::vector<Dual2> phi = phi_of(last, Dual12::Zero());
      for (int row = 0; row < equation_.rows; ++row) expected(row, i) = outer_derivative(phi[row]);
    }
    compare(BatteryCheck::kinematics, "G", g_, expected);
  }

  // Along x + v t + a t^2/2, R <- exp(omega t + alpha t^2/2) R: right up to the second derivative.
  void motion() {
    const Dual2 t = Dual2::variable(Dual<double, 1>::variable(0.0, 0), 0);
    const Dual2 half_square = 0.5 * t * t;
    Dual12 path;
    for (int i = 0; i < 12; ++i) path[i] = pair_.velocity()[i] * t + pair_.acceleration()[i] * half_square;
    const std::vector<Dual2> phi = phi_of(path, Dual12::Zero());

    const PairRates rates = make_rates(pose_, pair_.frame_a, pair_.frame_b);
    const int rows = equation_.rows;
    VecX value(rows), rate(rows), bias(rows), expected_value(rows), expected_rate(rows), expected_bias(rows);
    equation_.phi(pose_, value.data());
    equation_.phi_dot(pose_, rates, rate.data());
    equation_.bias(pose_, rates, bias.data());
    for (int row = 0; row < rows; ++row) {
      expected_value[row] = value_of(phi[row]);
      expected_rate[row] = outer_derivative(phi[row]);
      expected_bias[row] = second_derivative_of(phi[row]);
    }
    expected_bias -= g_ * pair_.acceleration();
    compare(BatteryCheck::kinematics, "phi", value, expected_value);
    compare(BatteryCheck::kinematics, "phi_dot", rate, expected_rate);
    compare(BatteryCheck::kinematics, "bias", bias, expected_bias);
  }

  // The last increment gives the forces, the first one their change.
  void second_derivatives() {
    MatX expected = MatX::Zero(12, 12);
    for (int i = 0; i < 12; ++i)
      for (int j = 0; j < 12; ++j) {
        Dual12 last = Dual12::Zero(), first = Dual12::Zero();
        last[i] = kOuter;
        first[j] = kInner;
        const std::vector<Dual2> phi = phi_of(last, first);
        for (int row = 0; row < equation_.rows; ++row)
          expected(i, j) += lambda_[row] * second_derivative_of(phi[row]);
      }
    Wrench on_a, on_b;
    equation_.add_reaction(pose_, lambda_.data(), on_a, on_b);
    PairStiffness k;
    equation_.add_reaction_tangent(pose_, lambda_.data(), k);
    MatX force(12, 1), tangent(12, 12);
    force << on_a.force, on_a.moment, on_b.force, on_b.moment;
    tangent << k.aa, k.ab, k.ba, k.bb;
    compare(BatteryCheck::workless, "G^T lambda", force, g_.transpose() * lambda_);
    compare(BatteryCheck::derivatives, "d(G^T lambda)/dq", tangent, expected);
  }

 private:
  std::vector<Dual2> phi_of(const Dual12& last, const Dual12& first) const {
    std::vector<Dual2> phi(static_cast<std::size_t>(equation_.rows));
    equation_.phi_dual(pair_.moved(last, first), phi.data());
    return phi;
  }

  void compare(BatteryCheck check, std::string_view what, const MatX& given, const MatX& expected) {
    constexpr double kTolerance = 1e-12;  // round-off of some hundred operations on numbers of order one
    const WorstEntry worst = worst_entry(given, expected);
    if (is_small(worst.error, kTolerance * std::max(1.0, expected.cwiseAbs().maxCoeff()))) return;
    report_.fail(check, fmt::format("{} of '{}', entry ({}, {}): {:.12g}, dual numbers say {:.12g}", what,
                                    equation_.name, worst.row, worst.column, worst.a, worst.b));
  }

  const EquationFunctions& equation_;
  BatteryReport& report_;
  Pair pair_;
  PairPose pose_;
  VecX lambda_;
  MatX g_;
};

}  // namespace

void check_equation(const EquationFunctions& equation, BatteryRandom& random, BatteryReport& report) {
  EquationCheck check(equation, random, report);
  check.first_derivatives();
  check.motion();
  check.second_derivatives();
}

}  // namespace pintle
