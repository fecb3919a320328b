#include "pintle/trees/velocity_transformation.h"

#include "pintle/trees/attachment_jacobian.h"

namespace pintle {
namespace {

template <class JacobianOf>
void stack_bodies(const TreeMotion& motion, MatX& P, JacobianOf jacobian_of) {
  const Tree& tree = motion.tree();
  P.resize(tree.speeds(), 6 * tree.size());
  MatX J(6, tree.speeds());
  for (Index i = 0; i < tree.size(); ++i) {
    jacobian_of(motion, i, Vec3::Zero(), J);
    P.middleCols(6 * i, 6) = J.transpose();
  }
}

MatX product_or_zero(const MatX& P, const MatX& matrix, const MatX& Q) {
  if (matrix.size() == 0) return MatX::Zero(P.rows(), Q.rows());
  return P * matrix * Q.transpose();
}

}  // namespace

MatX path_matrix(const Tree& tree) {
  MatX path = MatX::Zero(tree.size(), tree.size());
  for (Index i = 0; i < tree.size(); ++i)
    for (Index j = 0; j <= i; ++j) path(i, j) = tree.is_on_path(i, j) ? 1.0 : 0.0;
  return path;
}

void velocity_transformation(const TreeMotion& motion, MatX& P) {
  stack_bodies(motion, P, attachment_jacobian);
}

void velocity_transformation_rate(const TreeMotion& motion, MatX& P_rate) {
  stack_bodies(motion, P_rate, attachment_jacobian_rate);
}

MatX mass_of_bodies(const TreeMotion& motion) {
  const Tree& tree = motion.tree();
  MatX mass = MatX::Zero(6 * tree.size(), 6 * tree.size());
  for (Index i = 0; i < tree.size(); ++i)
    mass.block<6, 6>(6 * i, 6 * i) =
        turned(tree.inertia(i), motion.body(i).R, tree.link(i).is_rigid).matrix();
  return mass;
}

// Kirchhoff's equations; those of a rigid body are a special case.                               (trees.md 9)
VecX gyroscopic_forces_of_bodies(const TreeMotion& motion) {
  const Tree& tree = motion.tree();
  VecX forces(6 * tree.size());
  for (Index i = 0; i < tree.size(); ++i) {
    const BodyMotion& body = motion.body(i);
    const SpatialInertia inertia = turned(tree.inertia(i), body.R, tree.link(i).is_rigid);
    const Wrench momentum = inertia * MotionVector{body.v, body.omega};
    const Vec3 turning = body.omega.cross(body.v);
    forces.segment<3>(6 * i) = body.omega.cross(momentum.force) - inertia.M * turning;
    forces.segment<3>(6 * i + 3) =
        body.omega.cross(momentum.moment) + body.v.cross(momentum.force) - inertia.H.transpose() * turning;
  }
  return forces;
}

ReducedEquations reduced(const TreeMotion& motion, const BodyEquations& bodies) {
  MatX P, P_rate;
  velocity_transformation(motion, P);
  velocity_transformation_rate(motion, P_rate);
  ReducedEquations out;
  out.mass = product_or_zero(P, bodies.mass, P);
  out.damping = product_or_zero(P, bodies.damping, P) + product_or_zero(P, bodies.mass, P_rate);
  out.stiffness = product_or_zero(P, bodies.stiffness, P);
  out.force = bodies.force.size() == 0 ? VecX(VecX::Zero(P.rows())) : VecX(P * bodies.force);
  return out;
}

}  // namespace pintle
