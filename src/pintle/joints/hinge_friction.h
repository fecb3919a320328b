// Friction of hinges: the normal force is what the hinge exerts; see revolute_hinge.md.
#pragma once

#include <utility>
#include <vector>

#include "pintle/joints/axis_friction.h"
#include "pintle/joints/friction_card.h"
#include "pintle/joints/pair_joint_card.h"

namespace pintle {

class HingeFrictionSet final : public AxisFrictionSet {
 public:
  // For the hinge added last to `hinges`, whose first three multipliers are its force.
  void add(ElementLabel label, const JointSides& sides, FrictionContact contact,
           const ConstraintSet& hinges) {
    owners_.push_back({&hinges, hinges.size() - 1, contact.preload});
    add_contact(std::move(label), sides.a, sides.b, std::move(contact));
  }

  std::string_view kind() const override { return "friction"; }
  std::string_view type() const override { return "revolute hinge"; }
  void report(const Context& context, Index element, ReportSink& sink) const override {
    report_friction(context, element, sink);
  }

 protected:
  NormalForce normal_force(const Context& context, Index element) const override {
    const auto first = static_cast<std::size_t>(normal_multipliers(element));
    const Vec3 force = Eigen::Map<const Vec3>(&context.multipliers[first]);
    const double size = force.norm(), least = owners_[static_cast<std::size_t>(element)].preload;
    if (size <= least) return {least, Vec3::Zero()};
    return {size, force / size};
  }
  Index normal_multipliers(Index element) const override {
    const Owner& owner = owners_[static_cast<std::size_t>(element)];
    return owner.hinges->first_multiplier(owner.hinge);
  }

 private:
  struct Owner {
    const ConstraintSet* hinges;
    Index hinge;
    double preload;
  };
  std::vector<Owner> owners_;
};

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
