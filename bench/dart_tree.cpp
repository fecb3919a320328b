#include "bench/tree_peers.h"

#if PINTLE_HAS_DART
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#endif

namespace pintle {

#if PINTLE_HAS_DART

namespace {

Eigen::Vector3d dart_vector(const Triple& v) { return Eigen::Vector3d(v[0], v[1], v[2]); }

class DartTree final : public TreePeer {
 public:
  explicit DartTree(const PeerTree& tree)
      : skeleton_(dart::dynamics::Skeleton::create(tree.name)), place_(tree.links.size()) {
    skeleton_->setGravity(Eigen::Vector3d(0, 0, -kPeerGravity));
    std::vector<dart::dynamics::BodyNode*> bodies;
    for (const PeerLink& link : tree.links) {
      dart::dynamics::RevoluteJoint::Properties joint;
      joint.mName = "joint " + std::to_string(bodies.size());
      joint.mAxis = dart_vector(link.axis);
      joint.mT_ParentBodyToJoint.translation() = dart_vector(link.hinge);
      dart::dynamics::BodyNode::AspectProperties body("body " + std::to_string(bodies.size()));
      body.mInertia.setMass(link.mass);
      body.mInertia.setLocalCOM(dart_vector(link.center));
      body.mInertia.setMoment(link.inertia[0], link.inertia[1], link.inertia[2], 0, 0, 0);
      dart::dynamics::BodyNode* parent =
          link.parent < 0 ? nullptr : bodies[static_cast<std::size_t>(link.parent)];
      bodies.push_back(skeleton_
                           ->createJointAndBodyNodePair<dart::dynamics::RevoluteJoint>(
                               parent, joint, dart::dynamics::BodyNode::Properties(body))
                           .second);
    }
    for (std::size_t i = 0; i < bodies.size(); ++i)
      place_[i] = static_cast<Eigen::Index>(bodies[i]->getParentJoint()->getIndexInSkeleton(0));
    positions_.setZero(static_cast<Eigen::Index>(bodies.size()));
    velocities_ = positions_;
  }
  void evaluate(const std::vector<double>& angles, const std::vector<double>& rates,
                std::vector<double>& second_rates) override {
    for (std::size_t i = 0; i < place_.size(); ++i) {
      positions_[place_[i]] = angles[i];
      velocities_[place_[i]] = rates[i];
    }
    skeleton_->setPositions(positions_);
    skeleton_->setVelocities(velocities_);
    skeleton_->computeForwardDynamics();
    const Eigen::VectorXd found = skeleton_->getAccelerations();
    for (std::size_t i = 0; i < place_.size(); ++i) second_rates[i] = found[place_[i]];
  }

 private:
  dart::dynamics::SkeletonPtr skeleton_;
  std::vector<Eigen::Index> place_;
  Eigen::VectorXd positions_, velocities_;
};

}  // namespace

std::unique_ptr<TreePeer> make_dart_tree(const PeerTree& tree, std::string&) {
  return std::make_unique<DartTree>(tree);
}

#else

std::unique_ptr<TreePeer> make_dart_tree(const PeerTree&, std::string& reason) {
  reason = "DART is not part of this build";
  return nullptr;
}

#endif

}  // namespace pintle
