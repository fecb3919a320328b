// Forward dynamics of a tree in O(n): articulated-body inertias, factored once per configuration and then
// applied to any number of loads. See trees.md.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pintle/trees/tree_motion.h"

namespace pintle {

// A body whose joint finds (almost) no inertia along one of its free speeds: a massless leaf, or a massless
// body whose children give way.
struct TreeFactorReport {
  Index singular_body = -1;
  Index singular_speed = -1;  // of the tree
  bool is_ok() const { return singular_body < 0; }
  explicit operator bool() const { return is_ok(); }
  std::string message() const;  // empty when ok
};

class ArticulatedBody {
 public:
  explicit ArticulatedBody(const Tree& tree);

  // At the positions of `motion`; the solves below hold for these positions. After a failure there is nothing
  // to solve with.
  [[nodiscard]] TreeFactorReport factor(const TreeMotion& motion);

  // Accelerations under wrenches on the bodies (at their reference points, ground axes; empty: none) and
  // joint forces tau. Of prescribed speeds sdot goes in and tau, the force it takes, comes out; of free ones
  // tau goes in and sdot comes out. The bodies' accelerations are in `motion` afterwards.
  void accelerations(TreeMotion& motion, std::span<const Wrench> wrenches, GyroscopicTerms terms, Vector tau,
                     Vector sdot);

  // M⁻¹ alone, nothing from velocities and prescribed speeds at rest: sdot and, unless empty, the
  // accelerations of the bodies' reference points for these wrenches and joint forces. `wrenches` may be
  // empty, tau of length zero.
  void response(const TreeMotion& motion, std::span<const Wrench> wrenches, const ConstVector& tau,
                Vector sdot, std::span<MotionVector> bodies);

  // y of wrenches f such that f₁ᵀ P M⁻¹ Pᵀ f₂ = y₁ · y₂: the half of M⁻¹ that looks inward. It is zero but
  // for the free speeds of bodies between the root and those that f acts on, so no others are visited: these
  // are in `bodies`, leaves first, with their wrenches. Entries of other free speeds are left alone.
  void innovations(const TreeMotion& motion, std::span<const Index> bodies, std::span<const Wrench> wrenches,
                   Vector y);

 private:
  struct Node {
    SpatialInertia inertia;  // of the body and all that hangs on it, its own joint held
    Wrench p;                // force it takes at zero acceleration
    Wrench U;                // of a simple revolute: inertia times its column
    double D_inverse = 0.0;
    double u = 0.0;
    MotionVector c;  // bias acceleration with prescribed joint accelerations
    MotionVector acceleration;
  };

  // -1, or the speed that finds no inertia.
  Index reduce(const TreeMotion& motion, const TreeLink& link, const SpatialInertia& inertia);
  // What a body's parent feels of the force p on it; about the parent's p unless that is the ground's.
  template <bool kWithBias>
  Wrench pass_inward(const TreeMotion& motion, std::size_t body, const Wrench& p, const double* tau,
                     const double* sdot);
  template <bool kWithBias>
  void inward(const TreeMotion& motion, std::span<const Wrench> wrenches, GyroscopicTerms terms,
              const double* tau, const double* sdot);
  template <bool kWithBias>
  void outward(const TreeMotion& motion, double* sdot);

  const Tree* tree_;
  std::vector<Node> nodes_;            // by slot
  std::vector<Wrench> reduced_;        // per free speed: column of U L⁻ᵀ, D = L Lᵀ
  std::vector<double> lower_;          // L by rows, reciprocals on the diagonal, per body
  std::vector<std::size_t> lower_at_;  // where a body's L starts
  std::vector<double> y_;              // per free speed: L⁻¹ u
};

}  // namespace pintle
