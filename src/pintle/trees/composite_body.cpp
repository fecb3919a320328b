#include "pintle/trees/composite_body.h"

namespace pintle {
namespace {

// A pivot is what is left of a diagonal entry; below this share of it there is rounding only.
constexpr double kSingularShare = 1e-13;

}  // namespace

void BranchMatrix::add_row(Index previous_speed) {
  if (start.empty()) start.push_back(0);
  previous.push_back(previous_speed);
  const Index depth_of_path = previous_speed < 0 ? 1 : depth(previous_speed) + 1;
  start.push_back(start.back() + static_cast<std::size_t>(depth_of_path));
  values.resize(start.back());
}

// Rows from the leaves: row k leaves its share with the rows of its ancestors, each the beginning of row k.
Index BranchMatrix::factor(const std::vector<double>& least) {
  for (Index k = size() - 1; k >= 0; --k) {
    double* own = row(k);
    const Index last = depth(k) - 1;
    if (!(own[last] > least[at(k)])) return k;
    Index ancestor = previous[at(k)];
    for (Index t = last - 1; t >= 0; --t, ancestor = previous[at(ancestor)]) {
      const double share = own[t] / own[last];
      double* theirs = row(ancestor);
      for (Index m = 0; m <= t; ++m) theirs[m] -= share * own[m];
      own[t] = share;
    }
  }
  return -1;
}

void BranchMatrix::solve(double* x) const {
  for (Index k = size() - 1; k >= 0; --k) {
    const double* own = row(k);
    Index t = depth(k) - 2;
    for (Index j = previous[at(k)]; j >= 0; j = previous[at(j)], --t) x[j] -= own[t] * x[k];
  }
  for (Index k = 0; k < size(); ++k) {
    const double* own = row(k);
    Index t = depth(k) - 1;
    double sum = x[k] / own[t--];
    for (Index j = previous[at(k)]; j >= 0; j = previous[at(j)], --t) sum -= own[t] * x[j];
    x[k] = sum;
  }
}

MatX BranchMatrix::full() const {
  MatX matrix = MatX::Zero(size(), size());
  for (Index k = 0; k < size(); ++k) {
    Index t = depth(k) - 1;
    for (Index j = k; j >= 0; j = previous[at(j)], --t) matrix(k, j) = matrix(j, k) = row(k)[t];
  }
  return matrix;
}

CompositeBody::CompositeBody(const Tree& tree)
    : tree_(&tree),
      composite_(static_cast<std::size_t>(tree.size()) + 1),
      least_pivots_(tree.free_speeds().size()),
      work_(tree.free_speeds().size()) {
  std::vector<Index> last_speed(composite_.size(), -1), last_free(composite_.size(), -1);  // by slot
  for (std::size_t i = 0; i < tree.links().size(); ++i) {
    const TreeLink& link = tree.links()[i];
    Index speed = last_speed[link.parent], free = last_free[link.parent];
    for (Index k = 0; k < link.speeds; ++k) {
      mass_.add_row(speed);
      speed = link.speed + k;
    }
    for (Index k = 0; k < link.free_count; ++k) {
      factors_.add_row(free);
      free = link.free + k;
    }
    last_speed[i + 1] = speed;
    last_free[i + 1] = free;
  }
}

void CompositeBody::compute(const TreeMotion& motion) {
  const std::vector<TreeLink>& links = tree_->links();
  for (std::size_t i = links.size(); i-- > 0;) {
    const TreeLink& link = links[i];
    SpatialInertia& sum = composite_[i + 1];
    const SpatialInertia own = turned(link.inertia, motion.slot(i + 1).R, link.is_rigid);
    if (link.has_children)
      sum += own;
    else
      sum = own;
    for (Index k = link.speed; k < link.speed + link.speeds; ++k) {
      // The force that a unit of sdot_k takes, carried from joint to joint towards the root.
      Wrench force = sum * motion.column(k);
      double* entry = mass_.row(k) + mass_.depth(k) - 1;
      for (Index j = k; j >= link.speed; --j) *entry-- = power_of(force, motion.column(j));
      for (std::size_t slot = i + 1; links[slot - 1].parent != 0;) {
        force.moment += motion.slot(slot).r.cross(force.force);
        slot = links[slot - 1].parent;
        const TreeLink& ancestor = links[slot - 1];
        for (Index j = ancestor.speed + ancestor.speeds - 1; j >= ancestor.speed; --j)
          *entry-- = power_of(force, motion.column(j));
      }
    }
    if (link.parent == 0) continue;
    const SpatialInertia felt = shifted(sum, motion.slot(i + 1).r);
    if (link.is_last_child)
      composite_[link.parent] = felt;
    else
      composite_[link.parent] += felt;
  }
}

TreeFactorReport CompositeBody::factor() {
  const std::span<const Index> free = tree_->free_speeds();
  for (std::size_t k = 0; k < free.size(); ++k) {
    // The entries of row k that belong to free ancestors, from k backwards.
    const double* entry = mass_.row(free[k]) + mass_.depth(free[k]) - 1;
    double* kept = factors_.row(static_cast<Index>(k)) + factors_.depth(static_cast<Index>(k)) - 1;
    least_pivots_[k] = kSingularShare * *entry;
    Index wanted = static_cast<Index>(k);
    for (Index j = free[k]; wanted >= 0; j = mass_.previous[static_cast<std::size_t>(j)], --entry) {
      if (j != free[static_cast<std::size_t>(wanted)]) continue;
      *kept-- = *entry;
      wanted = factors_.previous[static_cast<std::size_t>(wanted)];
    }
  }
  const Index failed = factors_.factor(least_pivots_);
  if (failed < 0) return {};
  const Index speed = free[static_cast<std::size_t>(failed)];
  return {tree_->body_of_speed(speed), speed};
}

void CompositeBody::solve(const ConstVector& right, Vector sdot) {
  const std::span<const Index> free = tree_->free_speeds();
  for (std::size_t k = 0; k < free.size(); ++k) work_[k] = right[free[k]];
  factors_.solve(work_.data());
  sdot.setZero();
  for (std::size_t k = 0; k < free.size(); ++k) sdot[free[k]] = work_[k];
}

}  // namespace pintle
