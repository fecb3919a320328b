// Friction about or along the third axis of the first of two attachments: a moment or a force against the
// relative motion, from a model of friction, a radius and a normal force. What brakes and the friction of
// joints share; see brake.md.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "pintle/joints/pair_pose.h"
#include "pintle/laws/friction.h"
#include "pintle/system/constraint_set.h"

namespace pintle {

struct FrictionContact {
  FrictionPointer model;
  FrictionShape shape = FrictionShape::simple;
  double radius = 0.0;   // 1 of friction along a line
  double preload = 0.0;  // least normal force
};

// A model with bristles has a first-order state, their deflection. A model that sticks has a multiplier, the
// moment while it sticks, and remembers a mode: 0 sticks, 1 and -1 slips in that direction.
class AxisFrictionSet : public ConstraintSet {
 public:
  Index equations_of(Index element) const final {
    return item_of(element).contact.model->has_bristles() ? 0 : 1;
  }
  Index first_multiplier(Index element) const final { return item_of(element).multiplier; }
  EquationInfo equation(Index element, Index equation) const final;
  bool is_active(const Context& context, Index element) const final;
  bool is_ideal() const final { return false; }
  WorkDone work_done() const final { return WorkDone::taken; }

  void connect(Connector& connector) final;
  void residual(const Context& context, ResidualSink& sink) const final;
  void tangent(const Context& context, TangentSink& sink) const final;
  void start_history(const Context& context, std::span<double> history) const final;
  void commit(const Context& context, std::span<double> history) const final;

  void phi(const Context&, std::span<double>) const final {}
  void phi_dot(const Context& context, std::span<double> out) const final;
  void gamma(const Context& context, std::span<double> out) const final;
  void jacobian(const Context& context, TangentSink& sink) const final;
  Wrench reaction(const Context& context, Index element) const final;

  std::vector<ChannelInfo> channels() const final;
  void evaluate_channels(const Context& context, Index element, std::span<double> out) const final;

 protected:
  enum class Motion : std::uint8_t { about, along };
  explicit AxisFrictionSet(Motion motion) : motion_(motion) {}

  // What a brake says: the moment on the second side, relative rotation and angular velocity, coefficient,
  // normal force; and angle and rate to listen to.
  void report_brake(const Context& context, Index element, ReportSink& sink) const;
  void list_brake(const Context& context, Index element, PrivateDataSink& sink) const;
  void outline_brake(Index element, OutlineSink& sink) const;
  void display_brake(Index element, DisplaySink& sink) const;
  // What a joint with friction says behind its own columns: moment or force, and coefficient; along a line
  // also, with the opposite sign, velocity and place.
  void report_friction(const Context& context, Index element, ReportSink& sink) const;

  // The normal force and its derivatives by the multipliers it is made of, three or fewer.
  struct NormalForce {
    double value = 0.0;
    Vec3 by_multipliers = Vec3::Zero();
  };
  virtual NormalForce normal_force(const Context& context, Index element) const = 0;
  // The first of the multipliers that the normal force depends on, and how many they are.
  struct Multipliers {
    Index first = 0;
    int count = 0;
  };
  virtual Multipliers normal_multipliers(Index element) const = 0;

  void add_contact(ElementLabel label, const Attachment& a, const Attachment& b, FrictionContact contact) {
    add_label(std::move(label));
    items_.push_back({a, b, std::move(contact)});
  }

 private:
  struct Blocks {
    BlockId aa, ab, ba, bb;
    BlockId a_normal, b_normal;                   // by the multipliers of the normal force
    BlockId a_own, b_own, own_a, own_b, own_own;  // by and of the deflection, or the multiplier
  };
  struct Item {
    Attachment a, b;
    FrictionContact contact;
    Blocks blocks = {};
    Index multiplier = 0, state = 0, mode = 0;
    Index turns = 0;  // of the angle in the history
  };
  // Everything about an element at a context.
  struct Evaluation;

  const Item& item_of(Index element) const { return items_[static_cast<std::size_t>(element)]; }
  bool sticks(const Item& item, const Context& context) const;
  static double angle_of(const Item& item, const Context& context);
  void add_moment_tangent(Index element, const Evaluation& e, TangentSink& sink) const;

  Motion motion_;
  std::vector<Item> items_;
};

}  // namespace pintle
