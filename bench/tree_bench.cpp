// Forward dynamics in joint coordinates, one evaluation from angles and rates to accelerations: Pintle's
// recursions against Simbody, MuJoCo and DART on the same trees. Run: make bench, or
// build/bench/bench/pintle_tree_bench
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "bench/tree_peers.h"
#include "pintle/trees/articulated_body.h"

namespace {

using namespace pintle;

Vec3 to_vec(const Triple& v) { return {v[0], v[1], v[2]}; }

// Rods of 0.1 m one after the other along x, the hinges in turn about y, z and x.
PeerTree make_chain(int links) {
  PeerTree tree{fmt::format("chain {}", links), {}};
  const Triple axes[] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
  for (int i = 0; i < links; ++i)
    tree.links.push_back(
        {i - 1, {i == 0 ? 0.0 : 0.1, 0, 0}, axes[i % 3], 0.1, {0.05, 0, 0}, {2e-5, 9e-5, 9e-5}});
  return tree;
}

// A pelvis on a hinge, a spine of three with a neck and head of two, arms and legs of six: 30 links.
PeerTree make_humanoid() {
  PeerTree tree{"humanoid 30", {}};
  const Triple axes[] = {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}};
  const auto limb = [&](int parent, int count, const Triple& start, const Triple& along, double mass) {
    for (int i = 0; i < count; ++i) {
      const Triple center{0.5 * along[0], 0.5 * along[1], 0.5 * along[2]};
      tree.links.push_back({parent,
                            i == 0 ? start : along,
                            axes[i % 3],
                            mass,
                            center,
                            {0.012 * mass, 0.011 * mass, 0.008 * mass}});
      parent = static_cast<int>(tree.links.size()) - 1;
    }
    return parent;
  };
  const int pelvis = limb(-1, 1, {0, 0, 1}, {0, 0, 0.1}, 10.0);
  const int chest = limb(pelvis, 3, {0, 0, 0.1}, {0, 0, 0.15}, 8.0);
  limb(chest, 2, {0, 0, 0.2}, {0, 0, 0.1}, 2.0);
  for (const double side : {-1.0, 1.0}) {
    limb(chest, 6, {0, 0.2 * side, 0.1}, {0, 0.1 * side, 0}, 1.0);
    limb(pelvis, 6, {0, 0.1 * side, -0.1}, {0, 0, -0.15}, 2.5);
  }
  return tree;
}

class PintleTree final : public TreePeer {
 public:
  explicit PintleTree(const PeerTree& peer)
      : tree_(made(peer)),
        motion_(tree_),
        articulated_(tree_),
        weights_(peer.links.size()),
        tau_(VecX::Zero(tree_.speeds())) {
    for (const PeerLink& link : peer.links) {
      mass_.push_back(link.mass);
      center_.push_back(to_vec(link.center));
    }
  }
  void evaluate(const std::vector<double>& angles, const std::vector<double>& rates,
                std::vector<double>& second_rates) override {
    const Index n = tree_.size();
    motion_.set(Eigen::Map<const VecX>(angles.data(), n), Eigen::Map<const VecX>(rates.data(), n));
    for (std::size_t i = 0; i < mass_.size(); ++i) {
      const Vec3 weight(0, 0, -kPeerGravity * mass_[i]);
      weights_[i] = {weight, (motion_.bodies()[i].R * center_[i]).cross(weight)};
    }
    if (!articulated_.factor(motion_)) return;
    articulated_.accelerations(motion_, weights_, GyroscopicTerms::to_be_added, tau_,
                               Eigen::Map<VecX>(second_rates.data(), n));
  }

 private:
  static Tree made(const PeerTree& peer) {
    Tree tree;
    for (const PeerLink& link : peer.links) {
      const Vec3 center = to_vec(link.center), axis = to_vec(link.axis);
      const Mat3 axes = *matrix_from_one_vector(3, axis);
      const Mat3 inertia = Mat3(to_vec(link.inertia).asDiagonal()) - link.mass * skew(center) * skew(center);
      tree.add_body(link.parent, {JointKind::revolute, {to_vec(link.hinge), axes}, {Vec3::Zero(), axes}, 0},
                    SpatialInertia::rigid(link.mass, link.mass * center, inertia));
    }
    return tree;
  }

  Tree tree_;
  TreeMotion motion_;
  ArticulatedBody articulated_;
  std::vector<Wrench> weights_;
  std::vector<double> mass_;
  std::vector<Vec3> center_;
  VecX tau_;
};

struct Contestant {
  std::string name;
  std::unique_ptr<TreePeer> peer;
  double difference = 0.0;                                   // of accelerations from Pintle's
  double seconds = std::numeric_limits<double>::infinity();  // per evaluation, the best of the rounds
};

// Motions to evaluate in turn, so that nobody finds the last one again.
struct Motions {
  std::vector<std::vector<double>> angles, rates;
  Motions(std::size_t links, unsigned seed) {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> angle(-0.3, 0.3), rate(-1.0, 1.0);
    for (int k = 0; k < 4; ++k) {
      angles.emplace_back(links), rates.emplace_back(links);
      for (double& value : angles.back()) value = angle(generator);
      for (double& value : rates.back()) value = rate(generator);
    }
  }
};

double seconds_per_evaluation(TreePeer& peer, const Motions& motions, std::vector<double>& out) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  long count = 0;
  double elapsed = 0.0;
  do {
    for (std::size_t k = 0; k < motions.angles.size(); ++k)
      peer.evaluate(motions.angles[k], motions.rates[k], out);
    count += static_cast<long>(motions.angles.size());
    elapsed = std::chrono::duration<double>(Clock::now() - begin).count();
  } while (elapsed < 0.001);
  return elapsed / static_cast<double>(count);
}

// Largest difference of accelerations over the motions, against the largest acceleration.
double disagreement(TreePeer& a, TreePeer& b, const Motions& motions) {
  double largest = 0.0, difference = 0.0;
  std::vector<double> from_a(motions.angles[0].size()), from_b(from_a.size());
  for (std::size_t k = 0; k < motions.angles.size(); ++k) {
    a.evaluate(motions.angles[k], motions.rates[k], from_a);
    b.evaluate(motions.angles[k], motions.rates[k], from_b);
    for (std::size_t i = 0; i < from_a.size(); ++i) {
      largest = std::max(largest, std::abs(from_a[i]));
      difference = std::max(difference, std::abs(from_a[i] - from_b[i]));
    }
  }
  return difference / largest;
}

bool run(const PeerTree& tree) {
  using Make = std::function<std::unique_ptr<TreePeer>(const PeerTree&, std::string&)>;
  const std::pair<const char*, Make> makers[] = {
      {"Simbody", make_simbody_tree}, {"MuJoCo", make_mujoco_tree}, {"DART", make_dart_tree}};
  const Motions motions(tree.links.size(), 1);
  std::vector<Contestant> all;
  all.push_back({"Pintle", std::make_unique<PintleTree>(tree)});
  bool is_agreed = true;
  for (const auto& [name, make] : makers) {
    std::string reason;
    std::unique_ptr<TreePeer> peer = make(tree, reason);
    if (!peer) {
      std::replace(reason.begin(), reason.end(), '\n', ' ');
      fmt::print("{:<12} {} is left out: {}\n", tree.name, name, reason);
      continue;
    }
    const double difference = disagreement(*all[0].peer, *peer, motions);
    if (!(difference < 1e-8)) {
      fmt::print("{:<12} {}: other accelerations, by {:.1e} of the largest\n", tree.name, name, difference);
      is_agreed = false;
    }
    all.push_back({name, std::move(peer), difference});
  }
  std::vector<double> out(tree.links.size());
  for (int round = 0; round < 150; ++round)
    for (Contestant& one : all)
      one.seconds = std::min(one.seconds, seconds_per_evaluation(*one.peer, motions, out));
  for (const Contestant& one : all)
    fmt::print("{:<12} {:<8} {:>10.2f} us {:>8.3f} us/link {:>7.2f} {:>9.0e}\n", tree.name, one.name,
               1e6 * one.seconds, 1e6 * one.seconds / static_cast<double>(tree.links.size()),
               one.seconds / all[0].seconds, one.difference);
  return is_agreed;
}

}  // namespace

int main() {
  fmt::print("One evaluation of forward dynamics; then time over Pintle's and difference of accelerations\n");
  bool is_agreed = true;
  for (const int links : {10, 50, 200, 1000}) is_agreed = run(make_chain(links)) && is_agreed;
  is_agreed = run(make_humanoid()) && is_agreed;
  return is_agreed ? 0 : 1;
}
