// The battery for joints between two attachments: the shared checks on joints a-b, ground-c and d-ground (and
// e-p, a displacement node, where the joint needs no axes on its second side), and the equations against dual
// numbers.
//
//   TEST(RevoluteHinge, passes_the_battery) { EXPECT_TRUE(passes_joint_battery<RevoluteHinge>()); }
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "pintle/joints/pair_joint_set.h"
#include "pintle/math/dual.h"
#include "pintle/math/so3.h"
#include "tests/support/battery.h"

namespace pintle {

// 1.2 + 0.3 t + 0.4 sin 2t: a drive of time with all its derivatives.
Drive battery_drive();

template <class Joint>
BatterySubject pair_joint_subject() {
  struct Sides {
    Attachment a, b;
  };
  const auto sides = std::make_shared<std::vector<Sides>>();
  BatterySubject subject;
  subject.name = std::string(Joint::kType);
  subject.structural_nodes = 5;
  subject.displacement_nodes = 1;
  subject.build = [sides](BatteryBuild& build) {
    sides->clear();
    const auto joined = [&](FrameIndex a, FrameIndex b) {
      const Attachment on_a = build.random.attachment(a);
      sides->push_back({on_a, build.random.attachment(b)});
    };
    joined(build.frame("a"), build.frame("b"));
    joined(kGroundFrame, build.frame("c"));
    joined(build.frame("d"), kGroundFrame);
    if (!Joint::Equations::kTurnsAxes) {
      joined(build.frame("e"), build.frame("p"));
      sides->back().b.offset.setZero();
    }
    typename PairJointSet<Joint>::Prescribed prescribed;
    prescribed.fill(battery_drive());
    for (const Sides& pair : *sides) {
      build.builder.set<PairJointSet<Joint>>().add({"joint " + std::to_string(build.second_sides.size()), {}},
                                                   pair.a, pair.b, prescribed);
      build.second_sides.push_back(pair.b);
    }
  };
  if constexpr (requires { Joint::free_motion(); }) {
    // B turns about an axis of A through its own point, or slides along one.
    subject.free_motions = [sides](const System& system, const Context& context) {
      std::vector<VecX> motions;
      for (const Sides& pair : *sides) {
        if (pair.b.frame == kGroundFrame) continue;
        const Frame &frame_a = context.frames[pair.a.frame], &frame_b = context.frames[pair.b.frame];
        for (const FreeMotion& free : Joint::free_motion()) {
          const Vec3 axis = pair.a.world_axes(frame_a).col(free.axis);
          const bool is_rotation = free.kind == FreeMotion::Kind::rotation;
          const bool has_axes = system.layout().is_structural(pair.b.frame);
          if (is_rotation && !has_axes) continue;
          VecX motion = VecX::Zero(system.layout().motion_size());
          const Index first = system.layout().motion_of(pair.b.frame);
          motion.segment<3>(first) = is_rotation ? Vec3(-axis.cross(pair.b.arm(frame_b))) : axis;
          if (is_rotation) motion.segment<3>(first + 3) = axis;
          motions.push_back(motion);
        }
      }
      return motions;
    };
  }
  return subject;
}

// Two frames moved by (dx_a, dtheta_a, dx_b, dtheta_b) and, before that, by another such increment.
template <class S>
PairPoseT<S> moved_pose(const Attachment& a, const Attachment& b, const Frame& frame_a, const Frame& frame_b,
                        const Eigen::Matrix<S, 12, 1>& last, const Eigen::Matrix<S, 12, 1>& first) {
  const auto turned = [&](const Frame& f, int at) -> Matrix3T<S> {
    return so3::exp_matrix<S>(last.template segment<3>(at)) *
           so3::exp_matrix<S>(first.template segment<3>(at)) * f.R.template cast<S>();
  };
  const Matrix3T<S> R_a = turned(frame_a, 3), R_b = turned(frame_b, 9);
  PairPoseT<S> pose;
  pose.r_a = R_a * a.offset.template cast<S>();
  pose.r_b = R_b * b.offset.template cast<S>();
  pose.d = frame_b.x.template cast<S>() + last.template segment<3>(6) + first.template segment<3>(6) +
           pose.r_b - frame_a.x.template cast<S>() - last.template head<3>() - first.template head<3>() -
           pose.r_a;
  pose.E = R_a * a.axes.template cast<S>();
  pose.F = R_b * b.axes.template cast<S>();
  return pose;
}

// phi, phi_dot, bias, G and d(G^T lambda)/dq of each equation against dual numbers carried through phi alone.
template <class Equation>
class EquationCheck {
 public:
  EquationCheck(BatteryRandom& random, BatteryReport& report, double tolerance)
      : report_(report),
        tolerance_(tolerance),
        a_(random.attachment(kGroundFrame)),
        b_(random.attachment(kGroundFrame)) {
    for (Frame* frame : {&frame_a_, &frame_b_})
      *frame = {random.vector(), random.rotation(), random.vector(),
                random.vector(), random.vector(),   random.vector()};
    lambda_ = random.vector_of(kRows);
    pose_ = make_pose(a_, b_, frame_a_, frame_b_);
    by_a_.setConstant(-7.0);  // jacobian() sets every entry
    by_b_.setConstant(-7.0);
    // named views: the rows of a joint's larger matrix
    Equation::jacobian(pose_, by_a_.template middleRows<kRows>(0), by_b_.template middleRows<kRows>(0));
  }

  void run() {
    check_first_derivatives();
    check_motion();
    check_second_derivatives();
  }

 private:
  static constexpr int kRows = Equation::kRows;
  using Row12 = Eigen::Matrix<double, kRows, 12>;

  Row12 jacobian() const {
    Row12 g;
    g << by_a_, by_b_;
    return g;
  }

  void check_first_derivatives() {
    using D = Dual<double, 12>;
    const Eigen::Matrix<D, 12, 1> none = Eigen::Matrix<D, 12, 1>::Zero();
    const Eigen::Matrix<D, 12, 1> variables = dual_variables<12>(Eigen::Matrix<double, 12, 1>::Zero());
    Eigen::Matrix<D, kRows, 1> phi;
    Equation::phi(moved_pose<D>(a_, b_, frame_a_, frame_b_, variables, none), phi.data());
    compare(BatteryCheck::kinematics, "G", jacobian(), jacobian_of<12, kRows>(phi));
  }

  // Along x + v t + a t^2/2, R <- exp(omega t + alpha t^2/2) R.
  void check_motion() {
    using D = Dual<Dual<double, 1>, 1>;
    D t = D::variable(Dual<double, 1>::variable(0.0, 0), 0);
    const D half = 0.5 * t * t;
    Eigen::Matrix<D, 12, 1> path, none = Eigen::Matrix<D, 12, 1>::Zero();
    Eigen::Matrix<double, 12, 1> acceleration;
    acceleration << frame_a_.a, frame_a_.alpha, frame_b_.a, frame_b_.alpha;
    Eigen::Matrix<double, 12, 1> velocity;
    velocity << frame_a_.v, frame_a_.omega, frame_b_.v, frame_b_.omega;
    for (int i = 0; i < 12; ++i) path[i] = velocity[i] * t + acceleration[i] * half;
    Eigen::Matrix<D, kRows, 1> phi;
    Equation::phi(moved_pose<D>(a_, b_, frame_a_, frame_b_, path, none), phi.data());

    const PairRates rates = make_rates(pose_, frame_a_, frame_b_);
    Eigen::Matrix<double, kRows, 1> value, rate, bias, expected_value, expected_rate, expected_bias;
    Equation::phi(pose_, value.data());
    Equation::phi_dot(pose_, rates, rate.data());
    Equation::bias(pose_, rates, bias.data());
    for (int row = 0; row < kRows; ++row) {
      expected_value[row] = value_of(phi[row]);
      expected_rate[row] = phi[row].grad[0].value;
      expected_bias[row] = phi[row].grad[0].grad[0];
    }
    expected_bias -= jacobian() * acceleration;
    compare(BatteryCheck::kinematics, "phi", value, expected_value);
    compare(BatteryCheck::kinematics, "phi_dot", rate, expected_rate);
    compare(BatteryCheck::kinematics, "bias", bias, expected_bias);
  }

  // G^T lambda, and its derivative: outer numbers give the forces, inner ones their change.
  void check_second_derivatives() {
    using Inner = Dual<double, 12>;
    using D = Dual<Inner, 12>;
    Eigen::Matrix<D, 12, 1> first, last;
    for (int i = 0; i < 12; ++i) {
      first[i] = D(Inner::variable(0.0, i));
      last[i] = D::variable(Inner(0.0), i);
    }
    Eigen::Matrix<D, kRows, 1> phi;
    Equation::phi(moved_pose<D>(a_, b_, frame_a_, frame_b_, last, first), phi.data());
    Eigen::Matrix<double, 12, 1> expected_force = Eigen::Matrix<double, 12, 1>::Zero();
    Eigen::Matrix<double, 12, 12> expected = Eigen::Matrix<double, 12, 12>::Zero();
    for (int row = 0; row < kRows; ++row)
      for (int i = 0; i < 12; ++i) {
        expected_force[i] += lambda_[row] * phi[row].grad[i].value;
        for (int j = 0; j < 12; ++j) expected(i, j) += lambda_[row] * phi[row].grad[i].grad[j];
      }
    Wrench on_a, on_b;
    Equation::add_reaction(pose_, lambda_.data(), on_a, on_b);
    Eigen::Matrix<double, 12, 1> force;
    force << on_a.force, on_a.moment, on_b.force, on_b.moment;
    PairStiffness k;
    Equation::add_reaction_tangent(pose_, lambda_.data(), k);
    Eigen::Matrix<double, 12, 12> tangent;
    tangent << k.aa, k.ab, k.ba, k.bb;
    compare(BatteryCheck::workless, "G^T lambda", force, expected_force);
    compare(BatteryCheck::derivatives, "d(G^T lambda)/dq", tangent, expected);
  }

  void compare(BatteryCheck check, std::string_view what, const MatX& given, const MatX& expected) {
    Eigen::Index row = 0, column = 0;
    const double error = (given - expected).cwiseAbs().maxCoeff(&row, &column);
    if (error <= tolerance_ * std::max(1.0, expected.cwiseAbs().maxCoeff())) return;
    report_.fail(check,
                 fmt::format("{} of '{}', entry ({}, {}): {:.12g}, dual numbers say {:.12g}", what,
                             Equation::name(0), row, column, given(row, column), expected(row, column)));
  }

  BatteryReport& report_;
  double tolerance_;
  Attachment a_, b_;
  Frame frame_a_, frame_b_;
  VecX lambda_;
  PairPose pose_;
  Eigen::Matrix<double, kRows, 6> by_a_, by_b_;
};

template <class Joint>
BatteryReport run_joint_battery(BatteryOptions options = {}) {
  BatteryReport report{std::string(Joint::kType)};
  BatteryRandom random(options.seed);
  constexpr double kDualTolerance = 1e-12;
  for (int trial = 0; trial < options.trials; ++trial)
    Joint::Equations::for_each([&]<class Equation>(Equation, int) {
      EquationCheck<Equation>(random, report, kDualTolerance).run();
    });
  if constexpr (requires { Joint::free_motion(); }) {
    constexpr int kFree = static_cast<int>(Joint::free_motion().size());
    if (kFree + Joint::Equations::kRows != 6)
      report.fail(BatteryCheck::rank, fmt::format("{} free motions and {} equations do not make 6", kFree,
                                                  Joint::Equations::kRows));
  }
  options.is_objective = true;
  report.append(run_battery(pair_joint_subject<Joint>(), options));
  return report;
}

template <class Joint>
testing::AssertionResult passes_joint_battery(const BatteryOptions& options = {}) {
  const BatteryReport report = run_joint_battery<Joint>(options);
  return (report.has_passed() ? testing::AssertionSuccess() : testing::AssertionFailure())
         << report.to_text();
}

}  // namespace pintle
