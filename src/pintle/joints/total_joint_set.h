// TotalJointSet: any of the six relative motions of two attachments held, prescribed, or prescribed as a
// rate. The number of equations is known when an element is added. Numbers in brackets are those of
// total_joint.md.
#pragma once

#include <vector>

#include "pintle/joints/total_joint_edge.h"
#include "pintle/system/constraint_set.h"

namespace pintle {

class TotalJointSet : public ConstraintSet {
 public:
  void add(ElementLabel label, TotalJoint joint);

  std::string_view kind() const override { return "joint"; }
  Index equations_of(Index element) const override { return item(element).rows; }
  Index first_multiplier(Index element) const override { return item(element).first; }
  EquationInfo equation(Index element, Index equation) const override;

  void connect(Connector& connector) override;
  void residual(const Context& context, ResidualSink& sink) const override;
  void tangent(const Context& context, TangentSink& sink) const override;
  void phi(const Context& context, std::span<double> out) const override;
  void phi_dot(const Context& context, std::span<double> out) const override;
  void gamma(const Context& context, std::span<double> out) const override;
  void jacobian(const Context& context, TangentSink& sink) const override;
  Wrench reaction(const Context& context, Index element) const override;
  std::optional<RelativeMotion> relative_motion(Index element) const override {
    const std::optional<TotalJointEdge>& edge = item(element).edge;
    return edge ? std::optional(edge->motion()) : std::nullopt;
  }
  GivenMotion given_motion(Index element, double time) const override {
    return pintle::given_motion(item(element).joint, *item(element).edge, time);
  }

  void start_history(const Context& context, std::span<double> history) const override;
  void commit(const Context& context, std::span<double> history) const override;

  std::vector<ChannelInfo> channels() const override;
  void evaluate_channels(const Context& context, Index element, std::span<double> out) const override;
  std::string describe_trouble(const Context& context, Index element) const override;
  void report(const Context& context, Index element, ReportSink& sink) const override;
  void private_data(const Context& context, Index element, PrivateDataSink& sink) const override;
  void outline(Index element, OutlineSink& sink) const override;
  void display(Index element, DisplaySink& sink) const override;

 protected:
  // What a special case reports besides its reaction, in MBDyn's layout.
  enum class Columns { all, orientation, displacement };
  virtual Columns columns() const { return Columns::all; }

 private:
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, 6, 0, 6, 6>;
  struct Blocks {
    BlockId aa, ab, ba, bb, al, bl;
    BlockId pa, pb, va, vb;  // rows on positions and on velocities
  };
  struct Item {
    TotalJoint joint;
    std::optional<TotalJointEdge> edge = edge_of(joint);
    std::array<std::uint8_t, 6> motions = {};  // of each row: 0, 1, 2 along, 3, 4, 5 about
    int position_rows = 0, rows = 0;           // those on positions come first
    Blocks blocks = {};
    Index first = 0;
    Index history = 0;  // the branch of the relative rotation: vector, beyond pi, and sign

    int motion(int row) const { return motions[static_cast<std::size_t>(row)]; }
    int rates() const { return rows - position_rows; }
  };
  // What the multipliers exert on b.
  struct Load {
    Vec3 force, moment;  // ground components
    Vec3 held;           // multipliers of the rotations held by position
  };

  const Item& item(Index element) const { return items_[static_cast<std::size_t>(element)]; }
  static TotalPose pose_of(const Item& item, const Context& context);
  // Of H^T F, next to the last accepted one.
  static RotationBranch branch_of(const Item& item, const Context& context, const RotationBranch& last);
  static RotationBranch last_branch(const Item& item, std::span<const double> history) {
    const double* branch = &history[static_cast<std::size_t>(item.history)];
    return {Vec3::Map(branch), branch[3]};
  }
  static void keep_branch(const Item& item, const RotationBranch& branch, std::span<double> history) {
    double* kept = &history[static_cast<std::size_t>(item.history)];
    Vec3::Map(kept) = branch.vector;
    kept[3] = branch.sign;
  }
  static Load load_of(const Item& item, const TotalPose& pose, const Context& context);
  static void fill_rows(const Item& item, const TotalPose& pose, Rows& by_a, Rows& by_b);
  static void add_rate_tangent(const Item& item, const TotalPose& pose, const PairRates& rates,
                               TangentSink& sink);
  static void add_load_tangent(const Item& item, const TotalPose& pose, const Load& load, TangentSink& sink);

  std::vector<Item> items_;
};

// Total joints and each of their special cases have a set and a name of their own.
template <class Joint>
class TotalJointSetOf final : public TotalJointSet {
 public:
  std::string_view type() const override { return Joint::kType; }

 protected:
  Columns columns() const override {
    if constexpr (requires { Joint::kGivesOrientation; }) return Columns::orientation;
    if constexpr (requires { Joint::kGivesDisplacement; }) return Columns::displacement;
    return Columns::all;
  }
};

}  // namespace pintle
