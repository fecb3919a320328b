#include "pintle/trees/articulated_body.h"

#include <fmt/format.h>

#include <cmath>

namespace pintle {
namespace {

// Against the inertia a joint carries, all of what rounding leaves of a vanishing one is below this.
constexpr double kSingularPivot = 1e-13;

}  // namespace

std::string TreeFactorReport::message() const {
  if (is_ok()) return {};
  return fmt::format("body {} has no inertia along speed {} of its tree", singular_body, singular_speed);
}

ArticulatedBody::ArticulatedBody(const Tree& tree)
    : tree_(&tree),
      nodes_(static_cast<std::size_t>(tree.size()) + 1),
      reduced_(tree.free_speeds().size()),
      y_(tree.free_speeds().size()) {
  for (const TreeLink& link : tree.links()) {
    lower_at_.push_back(lower_.size());
    lower_.resize(lower_.size() + static_cast<std::size_t>(link.free_count * link.free_count));
  }
}

// Inertias from the leaves to the roots.                                                     (trees.md 11-14)
TreeFactorReport ArticulatedBody::factor(const TreeMotion& motion) {
  const std::vector<TreeLink>& links = tree_->links();
  for (std::size_t i = links.size(); i-- > 0;) {
    const TreeLink& link = links[i];
    Node& node = nodes_[i + 1];
    const LinkMotion& own = motion.slot(i + 1);
    const auto pass_on = [&](const SpatialInertia& felt) {
      SpatialInertia& sum = nodes_[link.parent].inertia;
      if (link.is_last_child)
        shift(felt, own.r, sum);
      else
        sum += shifted(felt, own.r);
    };
    if (!link.has_children) node.inertia = {};
    add_turned(link.inertia, own.R, link.is_rigid, node.inertia);
    if (link.is_simple_revolute) {
      const Vec3& z = motion.column(link.speed).angular;
      const Wrench U = node.inertia.times_rotation(z);
      const double D = z[0] * U.moment[0] + z[1] * U.moment[1] + z[2] * U.moment[2];
      if (!(D > kSingularPivot * node.inertia.J.trace())) return {static_cast<Index>(i), link.speed};
      node.U = U;
      node.D_inverse = 1.0 / D;
      if (link.parent > 0) pass_on(node.inertia.minus_square(node.D_inverse, U));
      continue;
    }
    const Index failed = reduce(motion, link, node.inertia);
    if (failed >= 0) return {static_cast<Index>(i), failed};
    if (link.parent == 0) continue;
    SpatialInertia felt;  // exactly zero of who floats freely
    if (link.free_count < kMostSpeeds) {
      felt = node.inertia;
      for (Index k = link.free; k < link.free + link.free_count; ++k)
        felt = felt.minus_square(1.0, reduced_[static_cast<std::size_t>(k)]);
    }
    pass_on(felt);
  }
  return {};
}

// U L⁻ᵀ over the free columns of any joint, with D = L Lᵀ: U D⁻¹ Uᵀ is the sum of their squares.
Index ArticulatedBody::reduce(const TreeMotion& motion, const TreeLink& link, const SpatialInertia& inertia) {
  const auto n = static_cast<std::size_t>(link.free_count);
  const Index* speeds = tree_->free_speeds().data() + link.free;
  Wrench* W = reduced_.data() + link.free;
  double* L = lower_.data() + lower_at_[static_cast<std::size_t>(&link - tree_->links().data())];
  for (std::size_t j = 0; j < n; ++j) W[j] = inertia * motion.column(speeds[j]);
  for (std::size_t j = 0; j < n; ++j) {
    // W holds finished columns of U L⁻ᵀ before j; with them L(j, k) = S_jᵀ W_k.
    const MotionVector& S = motion.column(speeds[j]);
    for (std::size_t k = 0; k < j; ++k) {
      const double l = power_of(W[k], S);
      L[j * n + k] = l;
      W[j].force -= l * W[k].force;
      W[j].moment -= l * W[k].moment;
    }
    const double pivot = power_of(W[j], S);
    const double carried = S.angular.isZero(0.0) ? inertia.M.trace() : inertia.J.trace();
    if (!(pivot > kSingularPivot * carried)) return speeds[j];
    const double reciprocal = 1.0 / std::sqrt(pivot);
    L[j * n + j] = reciprocal;
    W[j].force *= reciprocal;
    W[j].moment *= reciprocal;
  }
  return -1;
}

//                                                                                            (trees.md 16,
//                                                                                            17)
template <bool kWithBias>
Wrench ArticulatedBody::pass_inward(const TreeMotion& motion, std::size_t body, const Wrench& p,
                                    const double* tau, const double* sdot) {
  const TreeLink& link = tree_->links()[body];
  Node& node = nodes_[body + 1];
  const LinkMotion& own = motion.slot(body + 1);
  MotionVector c;
  Wrench felt = p;
  if constexpr (kWithBias) {
    c = {own.c_linear, own.c_angular};
    if (link.has_prescribed)
      for (Index k = link.speed; k < link.speed + link.speeds; ++k)
        if (tree_->is_prescribed(k)) {
          c.linear += motion.column(k).linear * sdot[k];
          c.angular += motion.column(k).angular * sdot[k];
        }
    node.c = c;
    const Wrench carried = node.inertia * c;
    felt.force += carried.force;
    felt.moment += carried.moment;
  }
  if (link.is_simple_revolute) {
    double u = (tau ? tau[link.speed] : 0.0) - motion.column(link.speed).angular.dot(p.moment);
    if constexpr (kWithBias) u -= power_of(node.U, c);
    node.u = u;
    const double rate = node.D_inverse * u;
    felt.force += rate * node.U.force;
    felt.moment += rate * node.U.moment;
  } else {
    const auto n = static_cast<std::size_t>(link.free_count);
    const Index* speeds = tree_->free_speeds().data() + link.free;
    const Wrench* W = reduced_.data() + link.free;
    const double* L = lower_.data() + lower_at_[body];
    double* y = y_.data() + link.free;
    for (std::size_t j = 0; j < n; ++j) {
      double value = (tau ? tau[speeds[j]] : 0.0) - power_of(p, motion.column(speeds[j]));
      for (std::size_t k = 0; k < j; ++k) value -= L[j * n + k] * y[k];
      y[j] = value * L[j * n + j];
    }
    // L⁻¹ Uᵀ c = Wᵀ c
    for (std::size_t j = 0; j < n; ++j) {
      if constexpr (kWithBias) y[j] -= power_of(W[j], c);
      felt.force += y[j] * W[j].force;
      felt.moment += y[j] * W[j].moment;
    }
  }
  if (link.parent != 0) felt.moment += own.r.cross(felt.force);
  return felt;
}

// Forces from the leaves to the roots.                                                       (trees.md 15-17)
template <bool kWithBias>
void ArticulatedBody::inward(const TreeMotion& motion, std::span<const Wrench> wrenches,
                             GyroscopicTerms terms, const double* tau, const double* sdot) {
  const std::vector<TreeLink>& links = tree_->links();
  for (std::size_t i = links.size(); i-- > 0;) {
    const TreeLink& link = links[i];
    Node& node = nodes_[i + 1];
    const Wrench applied = wrenches.empty() ? Wrench{} : wrenches[i];
    Wrench p;
    if constexpr (kWithBias)
      p = resistance_at_rest(motion, static_cast<Index>(i), applied, terms);
    else
      p = {-applied.force, -applied.moment - motion.slot(i + 1).b.cross(applied.force)};
    if (link.has_children) {
      p.force += node.p.force;
      p.moment += node.p.moment;
    }
    node.p = p;
    const Wrench felt = pass_inward<kWithBias>(motion, i, p, tau, sdot);
    if (link.parent == 0) continue;
    Wrench& sum = nodes_[link.parent].p;
    if (link.is_last_child) {
      sum = felt;
    } else {
      sum.force += felt.force;
      sum.moment += felt.moment;
    }
  }
}

// Accelerations from the roots to the leaves.                                               (trees.md 18, 19)
template <bool kWithBias>
void ArticulatedBody::outward(const TreeMotion& motion, double* sdot) {
  const std::vector<TreeLink>& links = tree_->links();
  for (std::size_t i = 0; i < links.size(); ++i) {
    const TreeLink& link = links[i];
    Node& node = nodes_[i + 1];
    const MotionVector& parent = nodes_[link.parent].acceleration;
    MotionVector a{parent.linear + parent.angular.cross(motion.slot(i + 1).r), parent.angular};
    if (link.is_simple_revolute) {
      const double rate = node.D_inverse * (node.u - power_of(node.U, a));
      sdot[link.speed] = rate;
      a.angular += rate * motion.column(link.speed).angular;
    } else {
      const auto n = static_cast<std::size_t>(link.free_count);
      const Index* speeds = tree_->free_speeds().data() + link.free;
      const Wrench* W = reduced_.data() + link.free;
      const double* L = lower_.data() + lower_at_[i];
      double* y = y_.data() + link.free;
      for (std::size_t j = 0; j < n; ++j) y[j] -= power_of(W[j], a);
      for (std::size_t j = n; j-- > 0;) {
        for (std::size_t k = j + 1; k < n; ++k) y[j] -= L[k * n + j] * y[k];
        y[j] *= L[j * n + j];
        sdot[speeds[j]] = y[j];
        a.linear += y[j] * motion.column(speeds[j]).linear;
        a.angular += y[j] * motion.column(speeds[j]).angular;
      }
    }
    if constexpr (kWithBias) {
      a.linear += node.c.linear;
      a.angular += node.c.angular;
    }
    node.acceleration = a;
  }
}

void ArticulatedBody::accelerations(TreeMotion& motion, std::span<const Wrench> wrenches,
                                    GyroscopicTerms terms, Vector tau, Vector sdot) {
  inward<true>(motion, wrenches, terms, tau.data(), sdot.data());
  outward<true>(motion, sdot.data());
  const std::vector<TreeLink>& links = tree_->links();
  for (std::size_t i = 0; i < links.size(); ++i) {
    const TreeLink& link = links[i];
    const Node& node = nodes_[i + 1];
    motion.set_link_acceleration(i + 1, node.acceleration.linear, node.acceleration.angular);
    if (!link.has_prescribed) continue;
    // What the joint passes on, inertia * acceleration + p, along the prescribed columns.
    Wrench passed = node.inertia * node.acceleration;
    passed.force += node.p.force;
    passed.moment += node.p.moment;
    for (Index k = link.speed; k < link.speed + link.speeds; ++k)
      if (tree_->is_prescribed(k)) tau[k] = power_of(passed, motion.column(k));
  }
}

void ArticulatedBody::response(const TreeMotion& motion, std::span<const Wrench> wrenches,
                               const ConstVector& tau, Vector sdot, std::span<MotionVector> bodies) {
  sdot.setZero();
  inward<false>(motion, wrenches, GyroscopicTerms::in_wrenches, tau.size() > 0 ? tau.data() : nullptr,
                nullptr);
  outward<false>(motion, sdot.data());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const MotionVector& a = nodes_[i + 1].acceleration;
    bodies[i] = {a.linear + a.angular.cross(motion.slot(i + 1).b), a.angular};
  }
}

//                                                                                               (trees.md 20)
void ArticulatedBody::innovations(const TreeMotion& motion, std::span<const Index> bodies,
                                  std::span<const Wrench> wrenches, Vector y) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const std::size_t slot = static_cast<std::size_t>(bodies[i]) + 1;
    const Wrench& f = wrenches[i];
    nodes_[slot].p = {-f.force, -f.moment - motion.slot(slot).b.cross(f.force)};
  }
  for (const Index i : bodies) {
    const auto body = static_cast<std::size_t>(i);
    const TreeLink& link = tree_->links()[body];
    const Node& node = nodes_[body + 1];
    const Wrench felt = pass_inward<false>(motion, body, node.p, nullptr, nullptr);
    if (link.is_simple_revolute)
      y[link.free] = std::sqrt(node.D_inverse) * node.u;
    else
      for (Index k = link.free; k < link.free + link.free_count; ++k) y[k] = y_[static_cast<std::size_t>(k)];
    if (link.parent == 0) continue;
    nodes_[link.parent].p.force += felt.force;
    nodes_[link.parent].p.moment += felt.moment;
  }
}

}  // namespace pintle
