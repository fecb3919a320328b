#include "pintle/trees/tree.h"

#include <fmt/format.h>

#include <stdexcept>

namespace pintle {

Index Tree::add_body(Index parent, const TreeJoint& joint, const SpatialInertia& inertia) {
  if (parent < kGroundBody || parent >= size())
    throw std::invalid_argument(
        fmt::format("tree: body {} hangs on body {}, which is not there", size(), parent));
  const Index body = size();
  const JointSizes sizes = sizes_of(joint.kind);
  TreeLink link;
  const Index parent_slot = parent + 1;
  link.parent = static_cast<std::size_t>(parent_slot);
  link.kind = joint.kind;
  link.coordinate = coordinates_;
  link.speed = speeds_;
  link.speeds = sizes.speeds;
  link.free = static_cast<Index>(free_speeds_.size());
  for (Index k = 0; k < sizes.speeds; ++k) {
    body_of_speed_.push_back(body);
    if (((joint.prescribed >> k) & 1) == 0) free_speeds_.push_back(speeds_ + k);
  }
  link.free_count = static_cast<Index>(free_speeds_.size()) - link.free;
  link.has_prescribed = link.free_count < link.speeds;
  link.is_simple_revolute = joint.kind == JointKind::revolute && !link.has_prescribed;

  // The parent's F from its reference frame; the ground is its own.
  const JointFrame ground;
  const JointFrame& parent_frame = parent == kGroundBody ? ground : this->joint(parent).on_child;
  link.E = parent_frame.axes.transpose() * joint.on_parent.axes;
  link.d = parent_frame.axes.transpose() * (joint.on_parent.offset - parent_frame.offset);
  link.body_axes = joint.on_child.axes.transpose();
  link.b = -(link.body_axes * joint.on_child.offset);

  if (last_child_.empty()) last_child_.push_back(0);
  if (parent != kGroundBody) links_[link.parent - 1].has_children = true;
  std::size_t& last = last_child_[link.parent];
  if (last > 0) links_[last - 1].is_last_child = false;
  last = static_cast<std::size_t>(body) + 1;
  last_child_.push_back(0);

  joints_.push_back(joint);
  inertias_.push_back(inertia);
  links_.push_back(link);
  coordinates_ += sizes.coordinates;
  speeds_ += sizes.speeds;
  set_inertia(body, inertia);
  return body;
}

void Tree::set_inertia(Index body, const SpatialInertia& inertia) {
  TreeLink& link = links_[static_cast<std::size_t>(body)];
  inertias_[static_cast<std::size_t>(body)] = inertia;
  link.is_rigid = inertia.is_rigid();
  link.inertia = shifted(turned(inertia, link.body_axes, link.is_rigid), link.b);
}

bool Tree::is_prescribed(Index speed) const {
  const Index body = body_of_speed(speed);
  return ((joint(body).prescribed >> (speed - first_speed(body))) & 1) != 0;
}

bool Tree::is_on_path(Index i, Index j) const {
  while (i > j) i = parent(i);
  return i == j;
}

}  // namespace pintle
