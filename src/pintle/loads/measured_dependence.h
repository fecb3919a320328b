// MeasuredDependence: the part of a load's tangent that comes from drives which listen to the motion of
// nodes.
#pragma once

#include <array>
#include <vector>

#include "pintle/system/connector.h"
#include "pintle/system/driven_vector.h"

namespace pintle {

// Derivative of a generalised force (force, moment) with respect to the driven vector it is made of.
using Lever = Eigen::Matrix<double, 6, 3>;

// A load acts on one frame, or on two (force and reaction). Outputs of elements can drive a load too, but
// have no gradient: Newton then takes a few iterations more.
class MeasuredDependence {
 public:
  void connect(Connector& connector, const DrivenVector& vector, const std::array<FrameIndex, 2>& frames);

  bool is_empty() const { return terms_.empty(); }

  // Adds d(lever_i vector)/d(measured motion) to the equations of frame i.
  void tangent(const Context& context, const DrivenVector& vector, const std::array<Lever, 2>& levers,
               TangentSink& sink) const;

 private:
  struct Term {
    int slot;
    FrameIndex frame;
    NodeQuantity quantity;
    int component;
    std::array<BlockId, 2> blocks;
  };
  std::vector<Term> terms_;
};

}  // namespace pintle
