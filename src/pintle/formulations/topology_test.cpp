#include "pintle/formulations/topology.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/chain_models.h"

namespace pintle {
namespace {

Index equations_of(const Topology& topology) {
  Index count = 0;
  for (const Topology::Loop& loop : topology.loops()) {
    const Topology::Joint& joint = topology.joints()[static_cast<std::size_t>(loop.joint)];
    count += joint.set->equations_of(joint.element);
  }
  for (const System::Owner& owner : topology.equations_only())
    count += owner.set->equations_of(owner.element);
  return count;
}

Index coordinates_of(const Topology& topology) {
  Index count = 0;
  for (const Topology::Body& body : topology.bodies())
    count += body.joint < 0 ? 6 : topology.joints()[static_cast<std::size_t>(body.joint)].freedoms();
  return count;
}

TEST(Topology, of_a_chain_is_one_branch) {
  const Assembled model = make_chain(4, false);
  const Topology topology = Topology::of(model.system);
  ASSERT_EQ(topology.bodies().size(), 4u);
  for (Index i = 0; i < 4; ++i) {
    const Topology::Body& body = topology.bodies()[static_cast<std::size_t>(i)];
    EXPECT_EQ(body.depth, i + 1);
    EXPECT_EQ(body.descendants, 3 - i);
    EXPECT_EQ(topology.place_of(body.frame), i);
  }
  EXPECT_TRUE(topology.loops().empty());
  EXPECT_EQ(topology.floating(), 0);
  EXPECT_EQ(topology.path_matrix(),
            Eigen::MatrixXi(Eigen::MatrixXi::Ones(4, 4).triangularView<Eigen::Lower>()));
}

TEST(Topology, leaves_what_carries_no_body_to_its_equations) {
  const Assembled model = make_chain(4, true);  // its far end is held on a line
  const Topology topology = Topology::of(model.system);
  EXPECT_TRUE(topology.loops().empty());
  ASSERT_EQ(topology.equations_only().size(), 1u);
  EXPECT_EQ(topology.equations_only()[0].set->type(), "in line");
}

TEST(Topology, of_bodies_without_joints_floats) {
  const Assembled model = make_free_bodies(3);
  const Topology topology = Topology::of(model.system);
  EXPECT_EQ(topology.floating(), 3);
  EXPECT_EQ(topology.path_matrix(), Eigen::MatrixXi(Eigen::MatrixXi::Identity(3, 3)));
}

// Whatever is cut, coordinates less equations is what the joints leave, redundant ones counted alike; parents
// come first, and descendants follow without a gap.
TEST(Topology, counts_alike_wherever_loops_are_cut) {
  const Assembled model = make_four_bars(3);
  const Topology usual = Topology::of(model.system);
  EXPECT_EQ(usual.loops().size(), 3u);
  const Index left = coordinates_of(usual) - equations_of(usual);
  for (const Topology::Joint& joint : usual.joints()) {
    const Topology topology = Topology::of(model.system, {joint.label().name});
    EXPECT_TRUE(topology.unknown().empty());
    EXPECT_EQ(coordinates_of(topology) - equations_of(topology), left) << joint.label().name;
    std::set<int> cut;
    for (const Topology::Loop& loop : topology.loops()) cut.insert(loop.joint);
    EXPECT_TRUE(cut.contains(static_cast<int>(&joint - usual.joints().data()))) << joint.label().name;
    Index place = 0;
    for (const Topology::Body& body : topology.bodies()) {
      if (body.parent != kGroundFrame) {
        const Index parent = topology.place_of(body.parent);
        EXPECT_LT(parent, place);
        EXPECT_LE(place, parent + topology.bodies()[static_cast<std::size_t>(parent)].descendants);
      }
      ++place;
    }
  }
}

// Each loop of the row of four-bars runs through the ground and the three links of a cell at most.
TEST(Topology, keeps_loops_short) {
  const Assembled model = make_four_bars(5);
  const Topology topology = Topology::of(model.system);
  for (const Topology::Loop& loop : topology.loops()) EXPECT_LE(loop.frames.size(), 4u);
}

TEST(Topology, names_cuts_that_no_joint_has) {
  const Assembled model = make_chain(2, false);
  EXPECT_EQ(Topology::of(model.system, {"nowhere"}).unknown(), std::vector<std::string>{"nowhere"});
}

}  // namespace
}  // namespace pintle
