// Linear transformations: loads proportional to the displacement, velocity or acceleration of a node; see
// linear_transformation.md.
#pragma once

#include <optional>

#include "pintle/system/element_set.h"

namespace pintle {

// The load on the node is minus the sum of matrix times motion, each of them [translation; rotation].
struct LinearTransformation {
  FrameIndex frame = kGroundFrame;
  std::optional<Mat6> displacement;  // of [x - reference; psi]
  std::optional<Mat6> velocity;      // of [v; omega]
  std::optional<Mat6> acceleration;  // of [a; alpha]
  bool is_follower = false;          // the matrices refer to the node's axes instead of the ground's
  Vec3 reference_position = Vec3::Zero();
  Mat3 reference_orientation = Mat3::Identity();

  // Whether the displacement part is the gradient of z^T A z / 2.              (linear_transformation.md 8)
  bool has_potential() const;
};

class LinearTransformationSet final : public ElementSet {
 public:
  void add(ElementLabel label, const LinearTransformation& load);

  std::string_view kind() const override { return "load"; }
  std::string_view type() const override { return "linear transformation"; }
  void connect(Connector& connector) override;
  void residual(const Context& context, ResidualSink& sink) const override;
  void tangent(const Context& context, TangentSink& sink) const override;
  void add_totals(const Context& context, Totals& totals) const override;
  void start_history(const Context& context, std::span<double> history) const override;
  void commit(const Context& context, std::span<double> history) const override;
  std::vector<ChannelInfo> channels() const override;
  void evaluate_channels(const Context& context, Index element, std::span<double> out) const override;

 private:
  struct Item {
    LinearTransformation load;
    bool has_potential;
    BlockId block;
    Index rotation_history;  // three entries: the rotation vector at the end of the last accepted step
  };
  // Ground components. The rotation vector is the one nearest to that of the last accepted step.
  static Vec3 rotation_vector(const Item& item, const Context& context);
  static Vec6 displacement(const Item& item, const Context& context);
  static Vec6 resistance(const Item& item, const Context& context);
  static double potential(const Item& item, const Context& context);

  std::vector<Item> items_;
};

}  // namespace pintle
