// PairJointSet: the set of all joints of one type between two attachments. A joint type says which equations
// it has; everything else (residual, tangent, rates, reactions, outputs) is written here once.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "pintle/joints/joint_equations.h"
#include "pintle/joints/joint_report.h"
#include "pintle/joints/reaction_channels.h"
#include "pintle/system/constraint_set.h"

namespace pintle {

// A joint's equations one below the other, those on positions first.
template <class... Equations>
struct EquationList {
  static constexpr int kRows = (Equations::kRows + ...);
  static constexpr int kPositionRows =
      ((Equations::kLevel == ConstraintLevel::position ? Equations::kRows : 0) + ...);
  static constexpr bool kTurnsAxes = ((Equations::kUnit == "rad") || ...);  // holds axes of both sides

  // Calls visit(equation, first row) for each of them.
  template <class Visit>
  static void for_each(Visit&& visit) {
    int row = 0;
    ((visit(Equations{}, row), row += Equations::kRows), ...);
  }
};

// A joint type is a struct with
//   kType          "revolute hinge"
//   Equations      EquationList<...>
//   kPrescribed    how many of the last equations have a prescribed right-hand side: phi = f(q) - s(t), or
//                  psi = f(q, v) - s(t)
// and, where it has them,
//   free_motion()  what B may still do relative to A, an array of FreeMotion
//   given_motion() besides, what the equations with a prescribed velocity give of it, one by one
//   coordinates(), evaluate_coordinates(pose, rates, out)  outputs such as the angle; or, if they need more,
//                  evaluate_coordinates(report, out)
//   deviation(f, s)                                        f - s, where numbers a turn apart mean the same
//   describe_trouble(pose)                                 what is special about this position
//   report(report, sink)                                   columns in MBDyn's layout
//   private_data(report, sink)                             its list of numbers to listen to
//   kFollowed, follow(pose, values)                        so many angles that both know beyond a turn: moves
//                                                          the last accepted values on to the pose
//   kOutline, kPinOutline, or outline(a, b, sink): the word and the numbers of the summary
template <class Joint>
class PairJointSet final : public ConstraintSet {
 public:
  using Equations = typename Joint::Equations;
  static constexpr int kRows = Equations::kRows;
  using Prescribed = std::array<Drive, Joint::kPrescribed>;

  void add(ElementLabel label, const Attachment& a, const Attachment& b, Prescribed prescribed = {}) {
    add_label(std::move(label));
    items_.push_back({a, b, {}, 0, std::move(prescribed)});
  }

  std::string_view kind() const override { return "joint"; }
  std::string_view type() const override { return Joint::kType; }
  Index equations_of(Index) const override { return kRows; }
  Index first_multiplier(Index element) const override {
    return items_[static_cast<std::size_t>(element)].first;
  }

  // Joints that hold still do none; what a drive moves, or holds at a velocity, may add some.
  WorkDone work_done() const override {
    const bool holds_still = (Joint::kPrescribed == 0 || kVelocityRows == 0) &&
                             std::all_of(items_.begin(), items_.end(), [](const Item& item) {
                               return std::all_of(item.prescribed.begin(), item.prescribed.end(),
                                                  [](const Drive& drive) { return drive.is_constant(); });
                             });
    return holds_still ? WorkDone::none : WorkDone::any;
  }

  EquationInfo equation(Index, Index equation) const override {
    EquationInfo info;
    Equations::for_each([&](auto part, int row) {
      if (equation >= row && equation < row + part.kRows)
        info = {part.name(equation - row), part.kUnit, part.kLevel};
    });
    return info;
  }

  void connect(Connector& connector) override {
    for (Item& item : items_) {
      item.first = connector.multipliers(kRows);
      item.followed = connector.history(kFollowed);
      const Slot a = Slot::frame(item.a.frame), b = Slot::frame(item.b.frame);
      const Slot l = Slot::multipliers(item.first, kRows);
      const Slot p = Slot::multipliers(item.first, kPositionRows);
      const Slot v = Slot::multipliers(item.first + kPositionRows, kVelocityRows, ConstraintLevel::velocity);
      item.blocks = {connector.block(a, a), connector.block(a, b), connector.block(b, a),
                     connector.block(b, b), connector.block(a, l), connector.block(b, l),
                     connector.block(p, a), connector.block(p, b), connector.block(v, a),
                     connector.block(v, b)};
    }
  }

  void residual(const Context& context, ResidualSink& sink) const override {
    for (const Item& item : items_) {
      const PairPose pose = pose_of(item, context);
      std::array<double, kRows> value;
      evaluate_rows(item, pose, context, value.data());
      Wrench on_a, on_b;
      add_reaction(pose, &context.multipliers[static_cast<std::size_t>(item.first)], on_a, on_b);
      sink.add(item.a.frame, on_a.force, on_a.moment);
      sink.add(item.b.frame, on_b.force, on_b.moment);
      for (int row = 0; row < kRows; ++row)
        sink.add_constraint(item.first + row, value[static_cast<std::size_t>(row)]);
    }
  }

  void tangent(const Context& context, TangentSink& sink) const override {
    for (const Item& item : items_) {
      const PairPose pose = pose_of(item, context);
      const Rows rows = rows_of(pose);
      sink.dq(item.blocks.pa, rows.a.template topRows<kPositionRows>());
      sink.dq(item.blocks.pb, rows.b.template topRows<kPositionRows>());
      sink.dlambda(item.blocks.al, rows.a.transpose());
      sink.dlambda(item.blocks.bl, rows.b.transpose());
      if constexpr (kVelocityRows > 0) add_rate_tangent(item, pose, rows, context, sink);
      PairStiffness k;
      const double* lambda = &context.multipliers[static_cast<std::size_t>(item.first)];
      Equations::for_each([&](auto part, int row) { part.add_reaction_tangent(pose, lambda + row, k); });
      sink.dq(item.blocks.aa, k.aa);
      sink.dq(item.blocks.ab, k.ab);
      sink.dq(item.blocks.ba, k.ba);
      sink.dq(item.blocks.bb, k.bb);
    }
  }

  void phi(const Context& context, std::span<double> out) const override {
    for (const Item& item : items_)
      evaluate_phi(item, pose_of(item, context), context, &out[static_cast<std::size_t>(item.first)]);
  }

  void phi_dot(const Context& context, std::span<double> out) const override {
    for (const Item& item : items_) {
      const PairPose pose = pose_of(item, context);
      const PairRates rates = rates_of(item, pose, context);
      double* first = &out[static_cast<std::size_t>(item.first)];
      Equations::for_each([&](auto part, int row) { part.phi_dot(pose, rates, first + row); });
      for_each_prescribed(item, context.time, [&](int row, const DriveValue& s) {
        first[row] -= row < kPositionRows ? s.rate : s.value;
      });
    }
  }

  void gamma(const Context& context, std::span<double> out) const override {
    for (const Item& item : items_) {
      const PairPose pose = pose_of(item, context);
      const PairRates rates = rates_of(item, pose, context);
      double* first = &out[static_cast<std::size_t>(item.first)];
      Equations::for_each([&](auto part, int row) { part.bias(pose, rates, first + row); });
      for (int row = 0; row < kRows; ++row) first[row] = -first[row];
      for_each_prescribed(item, context.time, [&](int row, const DriveValue& s) {
        first[row] += row < kPositionRows ? s.acceleration : s.rate;
      });
    }
  }

  void jacobian(const Context& context, TangentSink& sink) const override {
    for (const Item& item : items_) {
      const Rows rows = rows_of(pose_of(item, context));
      sink.dq(item.blocks.pa, rows.a.template topRows<kPositionRows>());
      sink.dq(item.blocks.pb, rows.b.template topRows<kPositionRows>());
      if constexpr (kVelocityRows > 0) {
        sink.dq(item.blocks.va, rows.a.template bottomRows<kVelocityRows>());
        sink.dq(item.blocks.vb, rows.b.template bottomRows<kVelocityRows>());
      }
      sink.dlambda(item.blocks.al, rows.a.transpose());
      sink.dlambda(item.blocks.bl, rows.b.transpose());
    }
  }

  Wrench reaction(const Context& context, Index element) const override {
    const Item& item = items_[static_cast<std::size_t>(element)];
    const PairPose pose = pose_of(item, context);
    Wrench on_a, on_b;
    add_reaction(pose, &context.multipliers[static_cast<std::size_t>(item.first)], on_a, on_b);
    return {-on_b.force, -(on_b.moment - pose.r_b.cross(on_b.force))};
  }

  std::optional<RelativeMotion> relative_motion(Index element) const override {
    if constexpr (requires { Joint::free_motion(); }) {
      static constexpr auto kFree = Joint::free_motion();
      const Item& item = items_[static_cast<std::size_t>(element)];
      RelativeMotion motion{item.a, item.b, kFree};
      if constexpr (requires { Joint::given_motion(); }) {
        static_assert(Joint::kPrescribed == kVelocityRows);
        static constexpr auto kGiven = Joint::given_motion();
        motion.given = kGiven;
        motion.given_level = ConstraintLevel::velocity;
      }
      return motion;
    }
    return {};
  }

  GivenMotion given_motion(Index element, double time) const override {
    GivenMotion given;
    if constexpr (requires { Joint::given_motion(); })
      for_each_prescribed(items_[static_cast<std::size_t>(element)], time, [&](int row, const DriveValue& s) {
        const FreeMotion motion = Joint::given_motion()[static_cast<std::size_t>(row) - kPositionRows];
        const bool is_turn = motion.kind == FreeMotion::Kind::rotation;
        (is_turn ? given.omega : given.d_rate)[motion.axis] = s.value;
        (is_turn ? given.alpha : given.d_acceleration)[motion.axis] = s.rate;
      });
    return given;
  }

  std::vector<ChannelInfo> channels() const override {
    std::vector<ChannelInfo> list = reaction_channels("its second side", "the first side");
    if constexpr (requires { Joint::coordinates(); })
      for (const ChannelInfo& coordinate : Joint::coordinates()) list.push_back(coordinate);
    return list;
  }

  void evaluate_channels(const Context& context, Index element, std::span<double> out) const override {
    const Item& item = items_[static_cast<std::size_t>(element)];
    const PairPose pose = pose_of(item, context);
    double* next = write_reaction(reaction(context, element), pose.E, out.data());
    if constexpr (requires(const JointReport& report) { Joint::evaluate_coordinates(report, next); })
      with_report(context, element,
                  [&](const JointReport& report) { Joint::evaluate_coordinates(report, next); });
    else if constexpr (requires { Joint::coordinates(); })
      Joint::evaluate_coordinates(pose, rates_of(item, pose, context), next);
  }

  void report(const Context& context, Index element, ReportSink& sink) const override {
    with_report(context, element, [&](const JointReport& report) {
      if constexpr (requires { Joint::report(report, sink); })
        Joint::report(report, sink);
      else
        report.reaction(Reported::second_or_pin, sink);
    });
  }

  void private_data(const Context& context, Index element, PrivateDataSink& sink) const override {
    with_report(context, element, [&](const JointReport& report) {
      if constexpr (requires { Joint::private_data(report, sink); }) Joint::private_data(report, sink);
    });
  }

  void start_history(const Context& context, std::span<double> history) const override {
    for (const Item& item : items_) std::fill_n(history.begin() + item.followed, kFollowed, 0.0);
    commit(context, history);
  }
  void commit(const Context& context, std::span<double> history) const override {
    if constexpr (kFollowed > 0)
      for (const Item& item : items_)
        Joint::follow(pose_of(item, context), &history[static_cast<std::size_t>(item.followed)]);
  }

  void outline(Index element, OutlineSink& sink) const override {
    const Item& item = items_[static_cast<std::size_t>(element)];
    if constexpr (requires { Joint::outline(item.a, item.b, sink); })
      Joint::outline(item.a, item.b, sink);
    else if constexpr (requires { Joint::kPinOutline; })
      outline_sides(item.a.frame == kGroundFrame ? Joint::kPinOutline : Joint::kOutline, item.a, item.b,
                    sink);
    else if constexpr (requires { Joint::kOutline; })
      outline_sides(Joint::kOutline, item.a, item.b, sink);
  }

  void display(Index element, DisplaySink& sink) const override {
    const Item& item = items_[static_cast<std::size_t>(element)];
    const auto motion = relative_motion(element);
    sink.joint(item.a, item.b, motion ? std::optional(motion->free) : std::nullopt);
    sink.reaction(item.b);
  }

  std::string describe_trouble(const Context& context, Index element) const override {
    if constexpr (requires { Joint::describe_trouble(PairPose{}); })
      return Joint::describe_trouble(pose_of(items_[static_cast<std::size_t>(element)], context));
    return {};
  }

 private:
  static constexpr int kPositionRows = Equations::kPositionRows, kVelocityRows = kRows - kPositionRows;
  static constexpr int kFollowed = [] {
    if constexpr (requires { Joint::kFollowed; }) return Joint::kFollowed;
    return 0;
  }();

  struct Blocks {
    BlockId aa, ab, ba, bb, al, bl;
    BlockId pa, pb, va, vb;  // rows on positions and on velocities
  };
  struct Item {
    Attachment a, b;
    Blocks blocks;
    Index first;
    Prescribed prescribed;
    Index followed = 0;  // in the history
  };

  template <class Visit>
  void with_report(const Context& context, Index element, Visit&& visit) const {
    const Item& item = items_[static_cast<std::size_t>(element)];
    const PairPose pose = pose_of(item, context);
    const PairRates rates = rates_of(item, pose, context);
    JointReport report{item.a, item.b, pose, rates, reaction(context, element)};
    if constexpr (Joint::kPrescribed > 0)
      report.prescribed = item.prescribed[0].value(context.drive_inputs());
    if constexpr (kFollowed > 0) {
      std::copy_n(context.history.begin() + item.followed, kFollowed, report.followed.begin());
      Joint::follow(pose, report.followed.data());
    }
    visit(report);
  }

  static PairPose pose_of(const Item& item, const Context& context) {
    return make_pose(item.a, item.b, context.frames[static_cast<std::size_t>(item.a.frame)],
                     context.frames[static_cast<std::size_t>(item.b.frame)]);
  }
  static PairRates rates_of(const Item& item, const PairPose& pose, const Context& context) {
    return make_rates(pose, context.frames[static_cast<std::size_t>(item.a.frame)],
                      context.frames[static_cast<std::size_t>(item.b.frame)]);
  }
  template <class Visit>
  static void for_each_prescribed(const Item& item, double time, Visit&& visit) {
    for (int i = 0; i < Joint::kPrescribed; ++i)
      visit(kRows - Joint::kPrescribed + i, item.prescribed[static_cast<std::size_t>(i)].derivatives(time));
  }
  static void subtract_prescribed(const Item& item, const Context& context, int rows, double* out) {
    for (int i = 0; i < Joint::kPrescribed; ++i)
      if (const int row = kRows - Joint::kPrescribed + i; row < rows)
        out[row] =
            deviation(out[row], item.prescribed[static_cast<std::size_t>(i)].value(context.drive_inputs()));
  }
  static double deviation(double value, double prescribed) {
    if constexpr (requires { Joint::deviation(value, prescribed); })
      return Joint::deviation(value, prescribed);
    return value - prescribed;
  }
  static void evaluate_phi(const Item& item, const PairPose& pose, const Context& context, double* out) {
    Equations::for_each([&](auto part, int row) {
      if constexpr (decltype(part)::kLevel == ConstraintLevel::position) part.phi(pose, out + row);
    });
    subtract_prescribed(item, context, kPositionRows, out);
  }
  // phi or psi.
  static void evaluate_rows(const Item& item, const PairPose& pose, const Context& context, double* out) {
    if constexpr (kVelocityRows == 0) return evaluate_phi(item, pose, context, out);
    const PairRates rates = rates_of(item, pose, context);
    Equations::for_each([&](auto part, int row) {
      if constexpr (decltype(part)::kLevel == ConstraintLevel::position)
        part.phi(pose, out + row);
      else
        part.phi_dot(pose, rates, out + row);
    });
    subtract_prescribed(item, context, kRows, out);
  }
  static void add_reaction(const PairPose& pose, const double* lambda, Wrench& on_a, Wrench& on_b) {
    Equations::for_each([&](auto part, int row) { part.add_reaction(pose, lambda + row, on_a, on_b); });
  }
  struct Rows {
    Eigen::Matrix<double, kRows, 6> a, b;
  };
  static Rows rows_of(const PairPose& pose) {
    Rows rows;
    Equations::for_each([&](auto part, int row) {
      constexpr int count = decltype(part)::kRows;
      part.jacobian(pose, rows.a.template middleRows<count>(row), rows.b.template middleRows<count>(row));
    });
    return rows;
  }
  static void add_rate_tangent(const Item& item, const PairPose& pose, const Rows& rows,
                               const Context& context, TangentSink& sink) {
    const PairRates rates = rates_of(item, pose, context);
    Eigen::Matrix<double, kVelocityRows, 6> by_a, by_b;
    Equations::for_each([&](auto part, int row) {
      constexpr int count = decltype(part)::kRows;
      if constexpr (decltype(part)::kLevel == ConstraintLevel::velocity)
        part.rate_tangent(pose, rates, by_a.template middleRows<count>(row - kPositionRows),
                          by_b.template middleRows<count>(row - kPositionRows));
    });
    sink.dq(item.blocks.va, by_a);
    sink.dq(item.blocks.vb, by_b);
    sink.dv(item.blocks.va, rows.a.template bottomRows<kVelocityRows>());
    sink.dv(item.blocks.vb, rows.b.template bottomRows<kVelocityRows>());
  }

  std::vector<Item> items_;
};

}  // namespace pintle
