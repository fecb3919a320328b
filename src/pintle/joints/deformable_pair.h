// Deformable joints: a constitutive law between two sides, in the axes of the first; see deformable_joint.md.
#pragma once

#include <vector>

#include "pintle/joints/joint_report.h"
#include "pintle/joints/law_owner.h"
#include "pintle/joints/pair_joint_card.h"
#include "pintle/joints/pair_strain.h"
#include "pintle/system/element_set.h"

namespace pintle {

// Outputs of a law of this dimension.
std::vector<ChannelInfo> deformable_channels(int dimension, bool has_force);

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

  // A moment of the rotation vector is the derivative of its energy only where both keep their direction.
  WorkDone work_done() const override {
    if (Strain::kHasMoment && kN > 1) return WorkDone::any;
    WorkDone most = WorkDone::none;
    for (const Item& item : items_) most = std::max(most, item.law.law().work_done());
    return most;
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

  std::vector<ChannelInfo> channels() const override { return deformable_channels(kN, Strain::kHasForce); }

  void evaluate_channels(const Context& context, Index element, std::span<double> out) const override {
    constexpr int kPart = kN == 1 ? 1 : 3;
    const Item& item = items_[static_cast<std::size_t>(element)];
    const Evaluation e(item, context, context.history);
    const LawVector<kN> f = item.law.law().force(e.inputs(item, context));
    double* next = out.data();
    const auto write = [&](const auto& numbers) { next = std::copy(numbers.begin(), numbers.end(), next); };
    for (int i = 0; i < kN; i += kPart) {
      write(e.strain.strain.template segment<kPart>(i));
      write(e.strain.rate.template segment<kPart>(i));
    }
    for (int i = 0; i < kN; i += kPart) {
      write(f.template segment<kPart>(i));
      if constexpr (kPart == 3) write(Vec3(e.axes() * f.template segment<3>(i)));
    }
    if constexpr (kPart == 1) write(e.moment(f));
  }

  void report(const Context& context, Index element, ReportSink& sink) const override {
    const Item& item = items_[static_cast<std::size_t>(element)];
    const Evaluation e(item, context, context.history);
    const LawVector<kN> f = item.law.law().force(e.inputs(item, context));
    sink.reaction(Strain::force(f), Strain::moment(f), e.force(f), e.moment(f));
    Strain::report_strain(e.pose, e.strain, sink);
    if (item.law.law().depends_on_rate()) Strain::report_rate(e.strain, sink);
  }

  void private_data(const Context& context, Index element, PrivateDataSink& sink) const override {
    const Item& item = items_[static_cast<std::size_t>(element)];
    const Evaluation e(item, context, context.history);
    Strain::list(e.strain, item.law.law().force(e.inputs(item, context)), item.a.axes, sink);
  }

  void outline(Index element, OutlineSink& sink) const override {
    const Item& item = items_[static_cast<std::size_t>(element)];
    outline_sides(Joint::kOutline, item.a, item.b, sink);
  }

  void display(Index element, DisplaySink& sink) const override {
    const Item& item = items_[static_cast<std::size_t>(element)];
    sink.between(item.a, item.b, DisplayRole::spring);
    if (kN > 1 && Strain::kHasForce) sink.arrow(item.b, "force_ground", DisplayRole::force);
    if (kN == 6 || !Strain::kHasForce) sink.arrow(item.b, "moment_ground", DisplayRole::moment);
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
    // Of the law, and what it exerts on the first side, in ground components.
    Mat3 axes() const { return Strain::axes(pose, strain); }
    Vec3 force(const LawVector<kN>& f) const { return axes() * Strain::force(f); }
    Vec3 moment(const LawVector<kN>& f) const { return axes() * Strain::moment(f); }

    void remember(const Item& item, std::span<double> history) const {
      for (int i = 0; i < Strain::kHistory; ++i)
        history[static_cast<std::size_t>(item.history) + static_cast<std::size_t>(i)] = strain.rotation[i];
    }
  };

  // d(rate^T f) = rate^T (K d(strain) + C d(rate)) + d(rate^T) f (deformable_joint.md 4)
  static void add_tangent(const Item& item, const Evaluation& e, const LawResponse<kN>& f,
                          TangentSink& sink) {
    const PairStrain<kN>& s = e.strain;
    PairStiffness k;
    if constexpr (Strain::kHasForce) add_carried_force_tangent(e.pose, e.force(f.force), k);
    if constexpr (Strain::kHasMoment) {
      // The moment turns with the axes of the law, and these by C dtheta_b + (1 - C) dtheta_a.
      const Mat3 moment = skew(e.moment(f.force)), by_b = moment * s.carried, by_a = moment - by_b;
      k.aa.template bottomRightCorner<3, 3>() += by_a;
      k.ab.template bottomRightCorner<3, 3>() += by_b;
      k.ba.template bottomRightCorner<3, 3>() -= by_a;
      k.bb.template bottomRightCorner<3, 3>() -= by_b;
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

CardSchema deformable_pair_schema(const char* type, const char* summary, const char* law,
                                  const char* force_unit, const char* strain_unit);

}  // namespace pintle
