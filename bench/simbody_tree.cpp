#include "bench/tree_peers.h"

#if PINTLE_HAS_SIMBODY
#include <Simbody.h>
#endif

namespace pintle {

#if PINTLE_HAS_SIMBODY

namespace {

SimTK::Vec3 simbody_vector(const Triple& v) { return SimTK::Vec3(v[0], v[1], v[2]); }

class SimbodyTree final : public TreePeer {
 public:
  explicit SimbodyTree(const PeerTree& tree)
      : matter_(system_), forces_(system_), gravity_(forces_, matter_, SimTK::Vec3(0, 0, -kPeerGravity)) {
    std::vector<SimTK::MobilizedBody> bodies;
    for (const PeerLink& link : tree.links) {
      const SimTK::Vec3 center = simbody_vector(link.center), moments = simbody_vector(link.inertia);
      const SimTK::Inertia about_hinge = SimTK::Inertia(moments).shiftFromMassCenter(center, link.mass);
      const SimTK::Body::Rigid body(SimTK::MassProperties(link.mass, center, about_hinge));
      const SimTK::Rotation axes(SimTK::UnitVec3(simbody_vector(link.axis)), SimTK::ZAxis);
      SimTK::MobilizedBody parent = link.parent < 0 ? static_cast<SimTK::MobilizedBody>(matter_.Ground())
                                                    : bodies[static_cast<std::size_t>(link.parent)];
      bodies.push_back(SimTK::MobilizedBody::Pin(parent, SimTK::Transform(axes, simbody_vector(link.hinge)),
                                                 body, SimTK::Transform(axes)));
    }
    state_ = system_.realizeTopology();
    system_.realizeModel(state_);
  }
  void evaluate(const std::vector<double>& angles, const std::vector<double>& rates,
                std::vector<double>& second_rates) override {
    SimTK::Vector &q = state_.updQ(), &u = state_.updU();
    for (int i = 0; i < q.size(); ++i) {
      q[i] = angles[static_cast<std::size_t>(i)];
      u[i] = rates[static_cast<std::size_t>(i)];
    }
    system_.realize(state_, SimTK::Stage::Acceleration);
    const SimTK::Vector& found = state_.getUDot();
    for (int i = 0; i < found.size(); ++i) second_rates[static_cast<std::size_t>(i)] = found[i];
  }

 private:
  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::Force::UniformGravity gravity_;
  SimTK::State state_;
};

}  // namespace

std::unique_ptr<TreePeer> make_simbody_tree(const PeerTree& tree, std::string&) {
  return std::make_unique<SimbodyTree>(tree);
}

#else

std::unique_ptr<TreePeer> make_simbody_tree(const PeerTree&, std::string& reason) {
  reason = "Simbody is not part of this build";
  return nullptr;
}

#endif

}  // namespace pintle
