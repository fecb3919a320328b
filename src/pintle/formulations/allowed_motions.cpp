#include "pintle/formulations/allowed_motions.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "pintle/math/largest_of.h"
#include "pintle/trees/velocity_transformation.h"

namespace pintle {

namespace {

// Part of its size that an equation keeps when the tree meets it by itself; the same for pivots.
constexpr double kNothingLeft = 1e-9;

// In the order of the speeds of a joint.
std::span<const std::string_view> speed_names(JointKind kind) {
  static constexpr std::string_view kWays[]{"translation x", "translation y", "translation z",
                                            "rotation x",    "rotation y",    "rotation z"};
  static constexpr std::string_view kRevolute[]{"rotation"};
  static constexpr std::string_view kCylindrical[]{"translation", "rotation"};
  static constexpr std::string_view kUniversal[]{"first rotation", "second rotation"};
  static constexpr std::string_view kPlanar[]{"translation x", "translation y", "rotation"};
  static constexpr std::string_view kRevoluteCylindrical[]{"translation", "first rotation",
                                                           "second rotation"};
  const std::span<const std::string_view> ways(kWays);
  switch (kind) {
    case JointKind::weld:
      return {};
    case JointKind::revolute:
      return kRevolute;
    case JointKind::prismatic:
      return std::span(kCylindrical).first(1);
    case JointKind::cylindrical:
      return kCylindrical;
    case JointKind::universal:
      return kUniversal;
    case JointKind::spherical:
      return ways.last(3);
    case JointKind::planar:
      return kPlanar;
    case JointKind::free:
      return ways;
    case JointKind::translational:
      return ways.first(3);
    case JointKind::revolute_cylindrical:
      return kRevoluteCylindrical;
  }
  return {};
}

}  // namespace

AllowedMotions::AllowedMotions(const System& system)
    : system_(system),
      layout_(system.layout()),
      dynamics_(system, Topology::of(system)),
      q_(VecX::Zero(dynamics_.positions())),
      s_(VecX::Zero(dynamics_.speeds())) {
  q_.head(dynamics_.tree().coordinates()) = zero_coordinates(dynamics_.tree());
  list_infos();
}

void AllowedMotions::list_infos() {
  const Topology& topology = dynamics_.topology();
  for (Index i = 0; i < dynamics_.tree().size(); ++i) {
    const Topology::Body& body = topology.bodies()[static_cast<std::size_t>(i)];
    const std::string& name = body.joint < 0
                                  ? system_.node_of(body.frame).label.name
                                  : topology.joints()[static_cast<std::size_t>(body.joint)].label().name;
    for (const std::string_view speed : speed_names(dynamics_.tree().joint(i).kind))
      infos_.push_back({fmt::format("{}: {}", name, speed), speed.find("rotation") != speed.npos});
  }
  for (Index i = 0; i < layout_.scalars; ++i) infos_.push_back({system_.node_of_scalar(i).label.name, false});
  unit_.setOnes(dynamics_.speeds());
  for (std::size_t i = 0; i < infos_.size(); ++i)
    if (infos_[i].is_rotation) unit_[static_cast<Index>(i)] = 1.0 / system_.length_scale();
}

// T = P^T in the numbering of the System.                                                      (linear.md 3)
void AllowedMotions::find_tree_motions() {
  velocity_transformation(dynamics_.motion(), P_);
  all_.setZero(layout_.motion_size(), dynamics_.speeds());
  for (Index i = 0; i < dynamics_.tree().size(); ++i) {
    const FrameIndex frame = dynamics_.topology().bodies()[static_cast<std::size_t>(i)].frame;
    const Index width = layout_.motion_width(frame);
    all_.block(layout_.motion_of(frame), 0, width, P_.rows()) = P_.middleCols(6 * i, width).transpose();
  }
  all_.bottomRightCorner(layout_.scalars, layout_.scalars).setIdentity();
}

void AllowedMotions::find(const State& state, const MatX& G) {
  dynamics_.measure(state, q_, s_);
  find_tree_motions();
  const MatX moved = all_ * unit_.asDiagonal();
  const MatX rows = G * moved;
  const double longest = moved.cols() > 0 ? moved.colwise().norm().maxCoeff() : 0.0;
  rows_.clear();
  for (Index m = 0; m < G.rows(); ++m)
    if (largest_of(rows.row(m)) > kNothingLeft * longest * G.row(m).norm()) rows_.push_back(m);
  eliminate(rows);
}

// Pivoting in rows and columns chooses the dependent coordinates: U11 d = -U12 u.              (linear.md 5)
void AllowedMotions::eliminate(const MatX& rows) {
  const auto count = static_cast<Index>(rows_.size());
  const Index speeds = dynamics_.speeds();
  MatX active(count, speeds);
  row_length_.resize(count);
  for (Index r = 0; r < count; ++r) {
    const auto row = rows.row(rows_[static_cast<std::size_t>(r)]);
    row_length_[r] = row.norm();
    active.row(r) = row / row_length_[r];
  }
  factors_.setThreshold(kNothingLeft);
  factors_.compute(active);
  const Index rank = count == 0 ? 0 : factors_.rank();
  std::vector<Index> column(static_cast<std::size_t>(speeds));
  for (Index i = 0; i < speeds; ++i)
    column[static_cast<std::size_t>(i)] = count == 0 ? i : factors_.permutationQ().indices()[i];
  MatX dependent(rank, speeds - rank);
  if (rank > 0) {
    const MatX& LU = factors_.matrixLU();
    dependent = -LU.topLeftCorner(rank, rank)
                     .triangularView<Eigen::Upper>()
                     .solve(LU.block(0, rank, rank, speeds - rank));
  }
  // In the order of the tree, and in the coordinates' own units.
  std::vector<Index> places;
  for (Index i = rank; i < speeds; ++i) places.push_back(i);
  std::sort(places.begin(), places.end(), [&](Index a, Index b) {
    return column[static_cast<std::size_t>(a)] < column[static_cast<std::size_t>(b)];
  });
  independent_.clear();
  from_free_.setZero(speeds, speeds - rank);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Index free = column[static_cast<std::size_t>(places[i])];
    independent_.push_back(free);
    from_free_(free, static_cast<Index>(i)) = 1.0;
    for (Index k = 0; k < rank; ++k) {
      const Index bound = column[static_cast<std::size_t>(k)];
      from_free_(bound, static_cast<Index>(i)) = dependent(k, places[i] - rank) * unit_[bound] / unit_[free];
    }
  }
  basis_ = all_ * from_free_;
}

VecX AllowedMotions::closing_speeds(const VecX& phi) const {
  if (rows_.empty()) return VecX::Zero(dynamics_.speeds());
  VecX right(static_cast<Index>(rows_.size()));
  for (std::size_t r = 0; r < rows_.size(); ++r)
    right[static_cast<Index>(r)] = -phi[rows_[r]] / row_length_[static_cast<Index>(r)];
  return unit_.cwiseProduct(factors_.solve(right));
}

void AllowedMotions::move(const VecX& increments, const VecX& phi, State& state) {
  const VecX step = from_free_ * increments + closing_speeds(phi);
  const Tree& tree = dynamics_.tree();
  advance(tree, q_.head(tree.coordinates()), step.head(tree.speeds()));
  q_.tail(layout_.scalars) += step.tail(layout_.scalars);
  dynamics_.place(q_, s_, state);
}

}  // namespace pintle
