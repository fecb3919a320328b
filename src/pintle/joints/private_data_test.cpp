// The numbers of joints that drives listen to, by name and by number, as MBDyn lists them.
#include "pintle/system/private_data.h"

#include <gmock/gmock.h>

#include <numbers>

#include "pintle/joints/clamp.h"
#include "pintle/math/so3.h"
#include "tests/support/joint_card_model.h"

namespace pintle {

void register_clamp(Registry& registry);
void register_deformable_displacement_joint(Registry& registry);
void register_distance(Registry& registry);
void register_drive_displacement(Registry& registry);
void register_gimbal_rotation(Registry& registry);
void register_revolute_hinge(Registry& registry);
void register_spherical_hinge(Registry& registry);
void register_total_joint(Registry& registry);

namespace {

class DataModel : public JointCardModel {
 public:
  using JointCardModel::JointCardModel;

  void turn_a(const Vec3& turn) { set_turn(3, turn); }
  void turn_b(const Vec3& turn) { set_turn(10, turn); }
  void set_multiplier(Index index, double value) {
    assembled->state.lambda[index] = value;
    refill();
  }
  void commit() {
    assembled->system.commit(snapshot.context(), assembled->state);
    refill();
  }
  std::optional<int> find(std::string_view name) const {
    return find_private_datum(set(), 0, context(), name);
  }
  double datum(std::string_view name) const {
    const auto place = find(name);
    EXPECT_TRUE(place) << name;
    return place ? private_datum(set(), 0, context(), *place) : 0.0;
  }
  UnknownDatum trouble(const std::string& name) const {
    return describe_unknown_datum(set(), 0, context(), name);
  }
  void refill() { assembled->system.fill(assembled->state, snapshot); }

 private:
  void set_turn(Eigen::Index first, const Vec3& turn) {
    const Quat q = so3::exp(turn);
    assembled->state.q.segment<4>(first) << q.w(), q.x(), q.y(), q.z();
    refill();
  }
};

TEST(PrivateData, a_hinge_counts_its_turns) {
  DataModel model(register_revolute_hinge, joint_card("revolute_hinge", "a", "b"));
  for (double angle = 0.5 * std::numbers::pi; angle < 30.0; angle += 0.7) {
    model.turn_b({0, 0, angle});
    EXPECT_NEAR(model.datum("rz"), angle, 1e-12);
    model.commit();
  }
}

TEST(PrivateData, names_and_numbers_mean_the_same) {
  DataModel model(register_revolute_hinge, joint_card("revolute_hinge", "a", "b"));
  EXPECT_EQ(model.find("rz"), model.find("1"));
  EXPECT_EQ(model.find("Fx"), model.find("3"));
  EXPECT_EQ(model.find("Mz"), model.find("8"));
  EXPECT_FALSE(model.find("9"));
  EXPECT_FALSE(model.find("0"));
  EXPECT_FALSE(model.find("rx"));
}

TEST(PrivateData, the_only_one_needs_no_name) {
  DataModel distance(register_distance, joint_card("distance", "a", "b"));
  EXPECT_NEAR(distance.datum(""), 5.0, 1e-14);
  DataModel hinge(register_revolute_hinge, joint_card("revolute_hinge", "a", "b"));
  EXPECT_FALSE(hinge.find(""));
  EXPECT_THAT(hinge.trouble("").message, testing::HasSubstr("the quantity is missing, and it has several"));
}

TEST(PrivateData, unknown_names_are_told_as_they_were_written) {
  DataModel model(register_gimbal_rotation, joint_card("gimbal_rotation", "a", "b"));
  EXPECT_EQ(model.trouble("lambda[4]").message, "joint 'test' has no quantity 'lambda[4]'");
  EXPECT_THAT(model.trouble("lambda[4]").advice, testing::HasSubstr("lambda[1]"));
  EXPECT_EQ(model.trouble("7").message, "joint 'test' has no quantity number 7");
  EXPECT_THAT(model.trouble("7").advice, testing::HasSubstr("1 to 5"));
}

TEST(PrivateData, brackets_are_underscores_in_expressions) {
  DataModel model(register_gimbal_rotation, joint_card("gimbal_rotation", "a", "b"));
  EXPECT_EQ(model.find("lambda[3]"), model.find("lambda_3_"));
  EXPECT_EQ(model.find("lambda[3]"), model.find("3"));
}

// The multipliers of a clamp are minus the force in ground components.
TEST(PrivateData, forces_of_a_clamp_are_in_ground_components) {
  DataModel model(register_clamp, joint_card("clamp", "a", "b"));
  model.turn_a({0, 0, 1.0});
  model.turn_b({0, 0, 1.0 + 0.5 * std::numbers::pi});
  model.set_multiplier(0, 3.0);
  EXPECT_NEAR(model.datum("Fx"), -3.0, 1e-12);
  EXPECT_NEAR(model.datum("Fy"), 0.0, 1e-12);
}

TEST(PrivateData, forces_of_a_drive_displacement_are_in_ground_components) {
  Card card = joint_card("drive_displacement", "a", "b").set("position", Value::list({3, 4, "t"}));
  DataModel model(register_drive_displacement, card);
  model.turn_a({0, 0, 0.5 * std::numbers::pi});
  model.set_multiplier(0, 2.0);  // along axis 1 of a, which is y now
  EXPECT_NEAR(std::abs(model.datum("fy")), 2.0, 1e-12);
  EXPECT_NEAR(model.datum("fx"), 0.0, 1e-12);
  EXPECT_NEAR(model.datum("dx"), 3.0, 1e-14);
}

TEST(PrivateData, a_total_joint_tells_what_is_prescribed) {
  Card card = joint_card("total_joint", "a", "b");
  for (const char* field : {"about_1", "about_2", "about_3"}) card.set(field, "rotation");
  card.set("rotation", Value::list({0.1, 0.2, 0.3}));
  DataModel model(register_total_joint, card);
  EXPECT_NEAR(model.datum("ty"), 0.2, 1e-14);
  EXPECT_NEAR(model.datum("17"), 0.2, 1e-14);
  EXPECT_NEAR(model.datum("px"), 3.0, 1e-14);
  EXPECT_NEAR(model.datum("rz"), 0.5 * std::numbers::pi, 1e-14);
}

// Side a has its own axes: displacements are seen in those, velocities in the node's.
TEST(PrivateData, velocities_of_a_deformable_joint_are_in_the_axes_of_the_node) {
  const Value a = Value::map(
      {{"node", "a"},
       {"orientation", Value::map({{"rotation_vector", Value::list({0, 0, 0.5 * std::numbers::pi})}})}});
  Card card = joint_card("deformable_displacement_joint", a, "b");
  card.set("law", Value::map({{"type", "linear_elastic"}, {"stiffness", 1}}));
  DataModel model(register_deformable_displacement_joint, card);
  ASSERT_TRUE(model.assembled) << model.diagnostics.to_text();
  model.assembled->state.v[6] = 2.0;
  model.refill();
  EXPECT_NEAR(model.datum("dx"), 4.0, 1e-14);
  EXPECT_NEAR(model.datum("vx"), 2.0, 1e-14);
}

TEST(PrivateData, joints_without_a_list_tell_their_columns_by_name_only) {
  DataModel model(register_spherical_hinge, joint_card("spherical_hinge", "a", "b"));
  EXPECT_TRUE(model.find("Fx"));
  EXPECT_FALSE(model.find("1"));
  EXPECT_THAT(model.trouble("1").message, testing::HasSubstr("has no numbered quantities"));
}

}  // namespace
}  // namespace pintle
