// Deformable joints: a constitutive law between two sides, in the axes of the first; see deformable_joint.md.
#pragma once

#include <numbers>
#include <vector>

#include "pintle/joints/joint_report.h"
#include "pintle/joints/law_owner.h"
#include "pintle/joints/pair_joint_card.h"
#include "pintle/math/so3.h"
#include "pintle/system/element_set.h"

namespace pintle {

// Strain and rate, and how they follow from the motion of the two frames:
//   d(strain) = strain_a dq_a + strain_b dq_b,   rate = rate_a v_a + rate_b v_b,
//   d(rate) = rate_a dv_a + rate_b dv_b + turn_a dq_a + turn_b dq_b.
// The force f does the power f . rate, so the sides get rate_a^T f and rate_b^T f.      (deformable_joint.md
// 1)
template <int N>
struct PairStrain {
  using Rows = Eigen::Matrix<double, N, 6>;
  LawVector<N> strain, rate;
  Rows strain_a, strain_b, rate_a, rate_b, turn_a, turn_b;
};

// Displacement of B from A in the axes E of A.                                         (deformable_joint.md
// 2)
struct DisplacementStrain {
  static constexpr int kSize = 3, kHistory = 0;
  static constexpr bool kHasForce = true, kHasMoment = false, kTurnsSecond = false;

  template <class Strain>
  static void fill(const PairPose& p, const Frame& a, const Frame& b, const double* /*history*/, int first,
                   Strain& s) {
    const Mat3 Et = p.E.transpose(), r_b = skew(p.r_b);
    const Vec3 e = p.r_a + p.d;
    const Vec3 u = b.v + b.omega.cross(p.r_b) - a.v - a.omega.cross(e);
    s.strain.template segment<3>(first) = Et * p.d;
    s.rate.template segment<3>(first) = Et * u;
    auto rate_a = s.rate_a.template middleRows<3>(first), rate_b = s.rate_b.template middleRows<3>(first);
    rate_a << -Et, Et * skew(e);
    rate_b << Et, -Et * r_b;
    s.strain_a.template middleRows<3>(first) = rate_a;
    s.strain_b.template middleRows<3>(first) = rate_b;
    const Mat3 Ew = Et * skew(a.omega);
    s.turn_a.template middleRows<3>(first) << Ew, Et * skew(u);
    s.turn_b.template middleRows<3>(first) << -Ew, (Ew - Et * skew(b.omega)) * r_b;
  }
};

// Rotation vector of B from A in the axes of A, unwound with the last accepted one.      (deformable_joint.md
// 3)
struct RotationStrain {
  static constexpr int kSize = 3, kHistory = 3;
  static constexpr bool kHasForce = false, kHasMoment = true, kTurnsSecond = true;

  static Vec3 unwound(const Vec3& theta, const Vec3& last);

  template <class Strain>
  static void fill(const PairPose& p, const Frame& a, const Frame& b, const double* history, int first,
                   Strain& s) {
    const Mat3 Et = p.E.transpose();
    const Vec3 relative = b.omega - a.omega;
    const Vec3 theta = unwound(so3::log(Mat3(Et * p.F)), Eigen::Map<const Vec3>(history));
    s.strain.template segment<3>(first) = theta;
    s.rate.template segment<3>(first) = Et * relative;
    const Mat3 by_turn = so3::inverse_tangent(theta).transpose() * Et;
    s.strain_a.template middleRows<3>(first) << Mat3::Zero(), -by_turn;
    s.strain_b.template middleRows<3>(first) << Mat3::Zero(), by_turn;
    s.rate_a.template middleRows<3>(first) << Mat3::Zero(), -Et;
    s.rate_b.template middleRows<3>(first) << Mat3::Zero(), Et;
    s.turn_a.template middleRows<3>(first) << Mat3::Zero(), Et * skew(relative);
    s.turn_b.template middleRows<3>(first).setZero();
  }
};

// Both: displacement, then rotation.
struct FullStrain {
  static constexpr int kSize = 6, kHistory = 3;
  static constexpr bool kHasForce = true, kHasMoment = true, kTurnsSecond = true;

  template <class Strain>
  static void fill(const PairPose& p, const Frame& a, const Frame& b, const double* history, int first,
                   Strain& s) {
    DisplacementStrain::fill(p, a, b, history, first, s);
    RotationStrain::fill(p, a, b, history, first + 3, s);
  }
};

// Joint: kType, kOutline (its word in MBDyn's summary) and Strain.
template <class Joint>
class DeformablePairSet final : public ElementSet {
 public:
  using Strain = typename Joint::Strain;
  static constexpr int kN = Strain::kSize;

  void add(ElementLabel label, const Attachment& a, const Attachment& b, LawPointer<kN> law) {
    add_label(std::move(label));
    items_.push_back({a, b, LawOwner<kN>(std::move(law))});
  }

  std::string_view kind() const override { return "joint"; }
  std::string_view type() const override { return Joint::kType; }

  void connect(Connector& connector) override {
    for (Item& item : items_) {
      const Slot a = Slot::frame(item.a.frame), b = Slot::frame(item.b.frame);
      item.aa = connector.block(a, a);
      item.ab = connector.block(a, b);
      item.ba = connector.block(b, a);
      item.bb = connector.block(b, b);
      item.history = connector.history(Strain::kHistory);
      item.law.connect(connector);
    }
  }

  void residual(const Context& context, ResidualSink& sink) const override {
    for (const Item& item : items_) {
      const Evaluation e(item, context, context.history);
      const LawVector<kN> f = item.law.law().force(e.inputs(item, context));
      const Vec6 on_a = e.strain.rate_a.transpose() * f, on_b = e.strain.rate_b.transpose() * f;
      sink.add(item.a.frame, on_a.head<3>(), on_a.tail<3>());
      sink.add(item.b.frame, on_b.head<3>(), on_b.tail<3>());
    }
  }

  void tangent(const Context& context, TangentSink& sink) const override {
    for (const Item& item : items_) {
      const Evaluation e(item, context, context.history);
      LawResponse<kN> f;
      item.law.law().respond(e.inputs(item, context), f);
      add_tangent(item, e, f, sink);
    }
  }

  void add_totals(const Context& context, Totals& totals) const override {
    for (const Item& item : items_)
      totals.potential +=
          item.law.law().energy(Evaluation(item, context, context.history).inputs(item, context));
  }

  void start_history(const Context& context, std::span<double> history) const override {
    for (const Item& item : items_) {
      std::fill_n(history.begin() + item.history, Strain::kHistory, 0.0);
      const Evaluation e(item, context, history);
      e.remember(item, history);
      item.law.start(e.inputs(item, context), history);
    }
  }
  void commit(const Context& context, std::span<double> history) const override {
    for (const Item& item : items_) {
      const Evaluation e(item, context, history);
      e.remember(item, history);
      item.law.commit(e.inputs(item, context), history);
    }
  }

  std::vector<ChannelInfo> channels() const override {
    std::vector<ChannelInfo> channels;
    if (Strain::kHasForce) {
      channels.push_back(
          {"displacement", "m", 3, "of the second point from the first, axes of the first side"});
      channels.push_back({"displacement_rate", "m/s", 3, "its rate in those axes"});
    }
    if (Strain::kHasMoment) {
      channels.push_back(
          {"rotation", "rad", 3, "rotation vector of the second side, axes of the first side"});
      channels.push_back(
          {"angular_velocity", "rad/s", 3, "of the second side from the first, in those axes"});
    }
    if (Strain::kHasForce) {
      channels.push_back({"force", "kN", 3, "that pulls the second side back, axes of the first side"});
      channels.push_back({"force_ground", "kN", 3, "the same in ground components"});
    }
    if (Strain::kHasMoment) {
      channels.push_back({"moment", "kN m", 3, "that turns the second side back, axes of the first side"});
      channels.push_back({"moment_ground", "kN m", 3, "the same in ground components"});
    }
    return channels;
  }

  void evaluate_channels(const Context& context, Index element, std::span<double> out) const override {
    const Item& item = items_[static_cast<std::size_t>(element)];
    const Evaluation e(item, context, context.history);
    const LawVector<kN> f = item.law.law().force(e.inputs(item, context));
    double* next = out.data();
    const auto write = [&](const Vec3& vector) { next = std::copy(vector.begin(), vector.end(), next); };
    for (int i = 0; i < kN; i += 3) {
      write(e.strain.strain.template segment<3>(i));
      write(e.strain.rate.template segment<3>(i));
    }
    for (int i = 0; i < kN; i += 3) {
      write(f.template segment<3>(i));
      write(e.pose.E * f.template segment<3>(i));
    }
  }

  void report(const Context& context, Index element, ReportSink& sink) const override {
    const Item& item = items_[static_cast<std::size_t>(element)];
    const Evaluation e(item, context, context.history);
    const LawVector<kN> f = item.law.law().force(e.inputs(item, context));
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    if constexpr (Strain::kHasForce) force = f.template head<3>();
    if constexpr (Strain::kHasMoment) moment = f.template tail<3>();
    sink.reaction(force, moment, e.pose.E * force, e.pose.E * moment);
    if constexpr (Strain::kHasForce) sink.vector("d", "m", e.strain.strain.template head<3>());
    if constexpr (Strain::kHasMoment) sink.orientation(e.pose.E.transpose() * e.pose.F);
    if constexpr (Strain::kHasForce) sink.vector("dP", "m/s", e.strain.rate.template head<3>());
    if constexpr (Strain::kHasMoment) sink.vector("Omega", "rad/s", e.strain.rate.template tail<3>());
  }

  void outline(Index element, OutlineSink& sink) const override {
    const Item& item = items_[static_cast<std::size_t>(element)];
    outline_sides(Joint::kOutline, item.a, item.b, sink);
  }

 private:
  struct Item {
    Attachment a, b;
    LawOwner<kN> law;
    Index history = 0;
    BlockId aa = kNoBlock, ab = kNoBlock, ba = kNoBlock, bb = kNoBlock;
  };

  struct Evaluation {
    PairPose pose;
    PairStrain<kN> strain;

    Evaluation(const Item& item, const Context& context, std::span<const double> history) {
      const Frame& a = context.frames[static_cast<std::size_t>(item.a.frame)];
      const Frame& b = context.frames[static_cast<std::size_t>(item.b.frame)];
      pose = make_pose(item.a, item.b, a, b);
      Strain::fill(pose, a, b, history.data() + item.history, 0, strain);
    }
    LawInputs<kN> inputs(const Item& item, const Context& context) const {
      return item.law.inputs(context, strain.strain, strain.rate);
    }
    // The rotation vector comes last.
    void remember(const Item& item, std::span<double> history) const {
      for (int i = 0; i < Strain::kHistory; ++i)
        history[static_cast<std::size_t>(item.history) + static_cast<std::size_t>(i)] =
            strain.strain[kN - Strain::kHistory + i];
    }
  };

  // d(rate^T f) = rate^T (K d(strain) + C d(rate)) + d(rate^T) f                        (deformable_joint.md
  // 4)
  static void add_tangent(const Item& item, const Evaluation& e, const LawResponse<kN>& f,
                          TangentSink& sink) {
    const PairStrain<kN>& s = e.strain;
    PairStiffness k;
    if constexpr (Strain::kHasForce)
      add_carried_force_tangent(e.pose, e.pose.E * f.force.template head<3>(), k);
    if constexpr (Strain::kHasMoment) {
      const Mat3 moment = skew(Vec3(e.pose.E * f.force.template tail<3>()));
      k.aa.template bottomRightCorner<3, 3>() += moment;
      k.ba.template bottomRightCorner<3, 3>() -= moment;
    }
    using Rows = typename PairStrain<kN>::Rows;
    const Rows by_a = f.by_strain * s.strain_a + f.by_rate * s.turn_a;
    const Rows by_b = f.by_strain * s.strain_b + f.by_rate * s.turn_b;
    sink.dq(item.aa, (k.aa + s.rate_a.transpose() * by_a).eval());
    sink.dq(item.ab, (k.ab + s.rate_a.transpose() * by_b).eval());
    sink.dq(item.ba, (k.ba + s.rate_b.transpose() * by_a).eval());
    sink.dq(item.bb, (k.bb + s.rate_b.transpose() * by_b).eval());
    if (!item.law.law().depends_on_rate()) return;
    const Rows rate_a = f.by_rate * s.rate_a, rate_b = f.by_rate * s.rate_b;
    sink.dv(item.aa, (s.rate_a.transpose() * rate_a).eval());
    sink.dv(item.ab, (s.rate_a.transpose() * rate_b).eval());
    sink.dv(item.ba, (s.rate_b.transpose() * rate_a).eval());
    sink.dv(item.bb, (s.rate_b.transpose() * rate_b).eval());
  }

  std::vector<Item> items_;
};

// The axes of the first side are those of the law; the second needs its own when it is turned.
void require_axes_of_law(const CheckedCard& card, JointSides sides, bool turns_second,
                         SystemBuilder& builder);

template <class Joint>
void build_deformable_pair(const CheckedCard& card, SystemBuilder& builder) {
  const JointSides sides = attach_sides(card, builder);
  require_axes_of_law(card, sides, Joint::Strain::kTurnsSecond, builder);
  auto law = builder.parts().template law<Joint::Strain::kSize>(card, "law");
  builder.set<DeformablePairSet<Joint>>().add(label_of(card), sides.a, sides.b, std::move(law));
}

CardSchema deformable_pair_schema(const char* type, const char* summary, const char* law);

}  // namespace pintle
