#include "pintle/trees/attachment_jacobian.h"

namespace pintle {
namespace {

// The second axes of a universal and of a revolute cylindrical joint are fixed in the child, all others in
// the parent.
bool is_carried_by_child(JointKind kind, Index column) {
  return (kind == JointKind::universal && column == 1) ||
         (kind == JointKind::revolute_cylindrical && column == 2);
}

}  // namespace

void attachment_jacobian(const TreeMotion& motion, Index body, const Vec3& offset, Eigen::Ref<MatX> J) {
  J.setZero();
  const Vec3 point = motion.body(body).x + motion.body(body).R * offset;
  for (Index j = body; j != kGroundBody; j = motion.tree().parent(j)) {
    const TreeLink& link = motion.tree().link(j);
    const Vec3 arm = point - motion.link(j).p;
    for (Index k = link.speed; k < link.speed + link.speeds; ++k) {
      const MotionVector& S = motion.column(k);
      J.col(k).head<3>() = S.linear + S.angular.cross(arm);
      J.col(k).tail<3>() = S.angular;
    }
  }
}

void attachment_jacobian_rate(const TreeMotion& motion, Index body, const Vec3& offset,
                              Eigen::Ref<MatX> J_rate) {
  J_rate.setZero();
  const BodyMotion& own = motion.body(body);
  const Vec3 arm_of_point = own.R * offset;
  const Vec3 point = own.x + arm_of_point, velocity = own.v + own.omega.cross(arm_of_point);
  for (Index j = body; j != kGroundBody; j = motion.tree().parent(j)) {
    const TreeLink& link = motion.tree().link(j);
    const LinkMotion& joint = motion.link(j);
    for (Index k = link.speed; k < link.speed + link.speeds; ++k) {
      const MotionVector& S = motion.column(k);
      const Vec3& carrier =
          is_carried_by_child(link.kind, k - link.speed) ? joint.omega : motion.slot(link.parent).omega;
      const Vec3 turning = carrier.cross(S.angular);
      J_rate.col(k).head<3>() =
          carrier.cross(S.linear) + turning.cross(point - joint.p) + S.angular.cross(velocity - joint.v);
      J_rate.col(k).tail<3>() = turning;
    }
  }
}

MotionVector attachment_bias(const TreeMotion& motion, Index body, const Vec3& offset) {
  const BodyMotion& own = motion.body(body);
  const Vec3 point = own.x + own.R * offset;
  MotionVector bias{own.omega.cross(own.omega.cross(point - motion.link(body).p)), Vec3::Zero()};
  for (Index j = body; j != kGroundBody; j = motion.tree().parent(j)) {
    const LinkMotion& joint = motion.link(j);
    bias.linear += joint.c_linear + joint.c_angular.cross(point - joint.p);
    bias.angular += joint.c_angular;
  }
  return bias;
}

}  // namespace pintle
