#include "pintle/system/euler_parameters.h"

namespace pintle {

namespace {

// What has no axes has the same coordinates on both sides.
void copy_without_axes(const Layout& layout, const VecX& from, Index from_start, VecX& to, Index to_start) {
  const Index count = 3 * layout.displacement + layout.scalars;
  to.segment(to_start, count) = from.segment(from_start, count);
}

}  // namespace

void rates_of_motion(const Layout& layout, const VecX& q, const VecX& v, VecX& rates) {
  for (Index node = 0; node < layout.structural; ++node) {
    rates.segment<3>(7 * node) = v.segment<3>(6 * node);
    rates.segment<4>(7 * node + 3) =
        0.25 * turn_by_parameters(q.data() + 7 * node + 3).transpose() * v.segment<3>(6 * node + 3);
  }
  copy_without_axes(layout, v, 6 * layout.structural, rates, 7 * layout.structural);
}

void second_rates_of_motion(const Layout& layout, const VecX& q, const VecX& v, const VecX& a, VecX& rates) {
  rates_of_motion(layout, q, a, rates);
  for (Index node = 0; node < layout.structural; ++node)
    rates.segment<4>(7 * node + 3) -=
        0.25 * v.segment<3>(6 * node + 3).squaredNorm() * q.segment<4>(7 * node + 3);
}

void motion_of_rates(const Layout& layout, const VecX& q, const VecX& rates, VecX& v) {
  for (Index node = 0; node < layout.structural; ++node) {
    v.segment<3>(6 * node) = rates.segment<3>(7 * node);
    v.segment<3>(6 * node + 3) = turn_by_parameters(q.data() + 7 * node + 3) * rates.segment<4>(7 * node + 3);
  }
  copy_without_axes(layout, rates, 7 * layout.structural, v, 6 * layout.structural);
}

}  // namespace pintle
