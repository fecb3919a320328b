// Friction of joints: the normal force is what the joint exerts; see revolute_hinge.md and in_line.md.
#pragma once

#include <utility>
#include <vector>

#include "pintle/joints/axis_friction.h"
#include "pintle/joints/friction_card.h"
#include "pintle/joints/pair_joint_card.h"

namespace pintle {

// A joint whose first kForces multipliers are its force.
template <class Kind>
class JointFrictionSet final : public AxisFrictionSet {
 public:
  JointFrictionSet() : AxisFrictionSet(Kind::kAlong ? Motion::along : Motion::about) {}

  // For the joint added last to `joints`.
  void add(ElementLabel label, const JointSides& sides, FrictionContact contact,
           const ConstraintSet& joints) {
    owners_.push_back({&joints, joints.size() - 1, contact.preload});
    add_contact(std::move(label), sides.a, sides.b, std::move(contact));
  }

  std::string_view kind() const override { return "friction"; }
  std::string_view type() const override { return Kind::kType; }
  void report(const Context& context, Index element, ReportSink& sink) const override {
    report_friction(context, element, sink);
  }

 protected:
  NormalForce normal_force(const Context& context, Index element) const override {
    const auto first = static_cast<std::size_t>(normal_multipliers(element).first);
    Vec3 force = Vec3::Zero();
    for (int i = 0; i < Kind::kForces; ++i)
      force[i] = context.multipliers[first + static_cast<std::size_t>(i)];
    const double size = force.norm(), least = owners_[static_cast<std::size_t>(element)].preload;
    if (size <= least) return {least, Vec3::Zero()};
    return {size, force / size};
  }
  Multipliers normal_multipliers(Index element) const override {
    const Owner& owner = owners_[static_cast<std::size_t>(element)];
    return {owner.joints->first_multiplier(owner.joint), Kind::kForces};
  }

 private:
  struct Owner {
    const ConstraintSet* joints;
    Index joint;
    double preload;
  };
  std::vector<Owner> owners_;
};

struct HingeFriction {
  static constexpr std::string_view kType = "revolute hinge";
  static constexpr bool kAlong = false;
  static constexpr int kForces = 3;
};
struct LineFriction {
  static constexpr std::string_view kType = "in line";
  static constexpr bool kAlong = true;
  static constexpr int kForces = 2;
};
using HingeFrictionSet = JointFrictionSet<HingeFriction>;
using LineFrictionSet = JointFrictionSet<LineFriction>;

// The friction of the hinge that was added last, if its card has any.
template <class Hinge>
void add_hinge_friction(const CheckedCard& card, const JointSides& sides, SystemBuilder& builder) {
  if (!card.has("friction")) return;
  FrictionContact contact = friction_contact(card, builder);
  if (!contact.model) return;
  if (Hinge::kPrescribed > 0 && !contact.model->has_bristles())
    builder.diagnostics().error(
        card.place_of("friction"),
        describe(card.card()) + ": friction that sticks cannot hold a rotation that is prescribed",
        "use a model with bristles, modlugre");
  else
    builder.set<HingeFrictionSet>().add(label_of(card), sides, std::move(contact),
                                        builder.set<PairJointSet<Hinge>>());
}

}  // namespace pintle
