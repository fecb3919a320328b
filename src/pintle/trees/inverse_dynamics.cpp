#include "pintle/trees/inverse_dynamics.h"

namespace pintle {
namespace {

// Adds up wrenches about each body's p, leaf to root, and takes their components along the columns.
void gather(const TreeMotion& motion, std::span<Wrench> sums, Vector& tau) {
  const std::vector<TreeLink>& links = motion.tree().links();
  for (std::size_t i = links.size(); i-- > 0;) {
    const TreeLink& link = links[i];
    const Wrench& sum = sums[i];
    for (Index k = link.speed; k < link.speed + link.speeds; ++k) tau[k] = power_of(sum, motion.column(k));
    if (link.parent == 0) continue;
    Wrench& parent = sums[link.parent - 1];
    parent.force += sum.force;
    parent.moment += sum.moment + motion.slot(i + 1).r.cross(sum.force);
  }
}

}  // namespace

void inverse_dynamics(const TreeMotion& motion, std::span<const Wrench> wrenches, GyroscopicTerms terms,
                      Vector tau, std::span<Wrench> joint_wrenches) {
  for (Index i = 0; i < motion.tree().size(); ++i) {
    const TreeLink& link = motion.tree().link(i);
    const LinkMotion& own = motion.link(i);
    const auto at = static_cast<std::size_t>(i);
    const Wrench rest = resistance_at_rest(motion, i, wrenches.empty() ? Wrench{} : wrenches[at], terms);
    const Wrench inertial = turned(link.inertia, own.R, link.is_rigid) * MotionVector{own.a, own.alpha};
    joint_wrenches[at] = {rest.force + inertial.force, rest.moment + inertial.moment};
  }
  gather(motion, joint_wrenches, tau);
}

void reduce_wrenches(const TreeMotion& motion, std::span<Wrench> wrenches, Vector tau) {
  for (std::size_t i = 0; i < wrenches.size(); ++i)
    wrenches[i].moment += motion.slot(i + 1).b.cross(wrenches[i].force);
  gather(motion, wrenches, tau);
}

}  // namespace pintle
