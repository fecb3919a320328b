#include "pintle/joints/spherical_hinge.h"

#include "pintle/joints/pair_joint_card.h"
#include "pintle/math/so3.h"

namespace pintle {

std::vector<ChannelInfo> SphericalHinge::coordinates() {
  return {{"rotation_vector", "rad", 3, "of the second side relative to the first, in the axes of either"},
          {"relative_angular_velocity", "rad/s", 3,
           "of the second side relative to the first, axes of the first"}};
}

void SphericalHinge::evaluate_coordinates(const PairPose& pose, const PairRates& rates, double* out) {
  Eigen::Map<Vec6> values(out);
  values << so3::log(Mat3(pose.E.transpose() * pose.F)), pose.E.transpose() * (rates.omega_b - rates.omega_a);
}

void register_spherical_hinge(Registry& registry) {
  registry.add(pair_joint_schema("spherical_hinge", "Two points coincide: three rotations are left.")
                   .synonyms({"spherical_joint", "ball", "ball_joint", "lock_spherical", "socket"})
                   .mbdyn({"spherical hinge"}, "<a>, <b>")
                   .mbdyn({"spherical pin", "pin"}, "<b>, <a:pin>"),
               build_pair_joint<SphericalHinge>);
}

}  // namespace pintle
