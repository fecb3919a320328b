// Trees of revolute links for everyone: the same numbers for Pintle, Simbody, MuJoCo and DART. C++17, without
// types of Pintle, since not all of their headers are valid C++20.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace pintle {

using Triple = std::array<double, 3>;

// The link's reference point is at its hinge; all axes are parallel when the angles are zero.
struct PeerLink {
  int parent = -1;
  Triple hinge = {};  // from the parent's reference point
  Triple axis = {};
  double mass = 0.0;
  Triple center = {};   // of mass, from the hinge
  Triple inertia = {};  // principal moments about the centre of mass
};

struct PeerTree {
  std::string name;
  std::vector<PeerLink> links;
};
inline constexpr double kPeerGravity = 9.81;  // along -z

// Forward dynamics of one program: angles and their rates in, second rates out.
class TreePeer {
 public:
  virtual ~TreePeer() = default;
  virtual void evaluate(const std::vector<double>& angles, const std::vector<double>& rates,
                        std::vector<double>& second_rates) = 0;
};

// Nothing, with the reason, when the program is not part of this build or refuses the tree.
std::unique_ptr<TreePeer> make_simbody_tree(const PeerTree& tree, std::string& reason);
std::unique_ptr<TreePeer> make_mujoco_tree(const PeerTree& tree, std::string& reason);
std::unique_ptr<TreePeer> make_dart_tree(const PeerTree& tree, std::string& reason);

}  // namespace pintle
