// Friction of a revolute hinge: the normal force is what the hinge exerts; see revolute_hinge.md.
#pragma once

#include <utility>
#include <vector>

#include "pintle/joints/axis_friction.h"
#include "pintle/joints/pair_joint_set.h"
#include "pintle/joints/revolute_hinge.h"

namespace pintle {

class HingeFrictionSet final : public AxisFrictionSet {
 public:
  using Hinges = PairJointSet<RevoluteHinge>;

  // For the hinge added last, whose first three multipliers are its force.
  void add(ElementLabel label, const Attachment& a, const Attachment& b, FrictionContact contact,
           const Hinges& hinges) {
    hinges_ = &hinges;
    owners_.push_back({hinges.size() - 1, contact.preload});
    add_contact(std::move(label), a, b, std::move(contact));
  }

  std::string_view kind() const override { return "friction"; }
  std::string_view type() const override { return "revolute hinge"; }

 protected:
  NormalForce normal_force(const Context& context, Index element) const override {
    const auto first = static_cast<std::size_t>(normal_multipliers(element));
    const Vec3 force = Eigen::Map<const Vec3>(&context.multipliers[first]);
    const double size = force.norm(), least = owners_[static_cast<std::size_t>(element)].preload;
    if (size <= least) return {least, Vec3::Zero()};
    return {size, force / size};
  }
  Index normal_multipliers(Index element) const override {
    return hinges_->first_multiplier(owners_[static_cast<std::size_t>(element)].hinge);
  }

 private:
  struct Owner {
    Index hinge;
    double preload;
  };
  const Hinges* hinges_ = nullptr;
  std::vector<Owner> owners_;
};

}  // namespace pintle
