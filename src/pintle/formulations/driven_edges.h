// DrivenEdges: the coordinates of a tree that drives give as functions of time; see joint.md.
#pragma once

#include <vector>

#include "pintle/formulations/topology.h"
#include "pintle/formulations/tree_edges.h"

namespace pintle {

class DrivenEdges {
 public:
  DrivenEdges(const Topology& topology, const Tree& tree);

  bool empty() const { return edges_.empty(); }
  // Speeds that are given, ascending; the positions of some are given, too, those of others their integrals.
  const std::vector<Index>& speeds() const { return speeds_; }
  bool gives_speed(Index speed) const { return level_of(speed) != Given::none; }
  bool gives_position(Index speed) const { return level_of(speed) == Given::position; }

  // At a time, in the places of what is given; the rest stays. None of these allocates.
  void put(double time, VecX& q, VecX& s) const;
  void put_rates(double time, VecX& rates) const;
  // By speed: by how much more the given ones change between two times than their rates do, as drives with
  // corners have it. Simpson's rule: of smooth drives 1/2880 h^5 times the fifth derivative is left.
  void jumps(double from, double to, VecX& jump) const;

 private:
  enum class Given : std::uint8_t { none, speed, position };
  struct Edge {
    const ConstraintSet* set;
    Index element;
    bool is_reversed;
    Given level;
    TreeEdge form;
    Index coordinate, speed;  // its first ones

    // Visits the speeds that are given: which one of the joint it is, and its motion.
    template <class Visit>
    void for_each_given(Visit visit) const {
      for (std::size_t k = 0; k < form.speeds.size(); ++k)
        if (((form.joint.prescribed >> k) & 1U) != 0) visit(static_cast<Index>(k), form.speeds[k]);
    }
  };
  static GivenMotion motion_of(const Edge& edge, double time);
  Given level_of(Index speed) const {
    return speed < static_cast<Index>(level_.size()) ? level_[static_cast<std::size_t>(speed)] : Given::none;
  }

  std::vector<Edge> edges_;
  std::vector<Index> speeds_;
  std::vector<Given> level_;  // by speed of the tree
};

}  // namespace pintle
