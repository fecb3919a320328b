#include "tests/support/broken_elements.h"

#include <cmath>

namespace pintle {

namespace {

// Force k d on b, -k d on a, with one fault.
class FaultySpring final : public ElementSet {
 public:
  void add(FrameIndex a, FrameIndex b, SpringFault fault) {
    add_label({"spring", {}});
    a_ = a;
    b_ = b;
    fault_ = fault;
  }
  std::string_view kind() const override { return "joint"; }
  std::string_view type() const override { return "faulty spring"; }

  void connect(Connector& connector) override {
    const Slot a = Slot::frame(a_), b = Slot::frame(b_);
    aa_ = connector.block(a, a);
    ab_ = fault_ == SpringFault::reserves_no_cross_block ? kNoBlock : connector.block(a, b);
    ba_ = connector.block(b, a);
    bb_ = connector.block(b, b);
  }

  void residual(const Context& context, ResidualSink& sink) const override {
    if (fault_ == SpringFault::does_nothing) return;
    Vec3 force = kStiffness * (frame(context, b_).x - frame(context, a_).x);
    if (fault_ == SpringFault::knows_a_direction) force[2] *= 2.0;
    if (fault_ == SpringFault::knows_the_speed_of_the_ground) force += frame(context, b_).v;
    if (fault_ == SpringFault::remembers_outside_of_the_state) force[0] += 1e-3 * ++evaluations_;
    if (fault_ == SpringFault::allocates) force *= double{*std::make_unique<volatile double>(1.0)};
    if (fault_ != SpringFault::pulls_one_side_only) sink.add(a_, -force, Vec3::Zero());
    sink.add(b_, force, Vec3::Zero());
  }

  void tangent(const Context&, TangentSink& sink) const override {
    if (fault_ == SpringFault::does_nothing) return;
    Mat6 k = Mat6::Zero(), c = Mat6::Zero();
    k.topLeftCorner<3, 3>().diagonal().setConstant(kStiffness);
    if (fault_ == SpringFault::knows_a_direction) k(2, 2) *= 2.0;
    if (fault_ == SpringFault::knows_the_speed_of_the_ground) c.topLeftCorner<3, 3>().setIdentity();
    if (fault_ != SpringFault::pulls_one_side_only) {
      sink.dq(aa_, k);
      sink.dq(ab_, -k);
      sink.dv(ab_, -c);
    }
    if (fault_ == SpringFault::has_a_tangent_that_is_not_a_number) k(1, 2) = std::nan("");
    sink.dq(ba_, -k);
    sink.dq(bb_, k);
    sink.dv(bb_, c);
  }

  void add_totals(const Context& context, Totals& totals) const override {
    if (fault_ == SpringFault::does_nothing) return;
    const Vec3 d = frame(context, b_).x - frame(context, a_).x;
    totals.potential +=
        (fault_ == SpringFault::has_half_the_energy ? 0.25 : 0.5) * kStiffness * d.squaredNorm();
    if (fault_ == SpringFault::has_false_momentum) totals.linear_momentum += frame(context, a_).v;
  }

  std::vector<ChannelInfo> channels() const override {
    return {{"length", fault_ == SpringFault::has_no_unit ? "furlongs" : "m", 1, ""}, {"rate", "m/s", 1, ""}};
  }
  void evaluate_channels(const Context&, Index, std::span<double> out) const override {
    out[0] = 1.0;
    if (fault_ != SpringFault::leaves_an_output_out) out[1] = 2.0;
    if (fault_ == SpringFault::writes_too_many_outputs) *(out.data() + 2) = 3.0;
  }

 private:
  static constexpr double kStiffness = 3.0;
  static const Frame& frame(const Context& context, FrameIndex index) {
    return context.frames[static_cast<std::size_t>(index)];
  }

  FrameIndex a_ = kGroundFrame, b_ = kGroundFrame;
  SpringFault fault_ = SpringFault::none;
  BlockId aa_ = kNoBlock, ab_ = kNoBlock, ba_ = kNoBlock, bb_ = kNoBlock;
  mutable int evaluations_ = 0;
};

}  // namespace

BatterySubject faulty_spring(SpringFault fault) {
  BatterySubject subject;
  subject.name = "faulty spring";
  subject.build = [fault](BatteryBuild& build) {
    build.builder.set<FaultySpring>().add(build.frame("a"), build.frame("b"), fault);
  };
  return subject;
}

}  // namespace pintle
