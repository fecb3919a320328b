#include "pintle/loads/linear_transformation.h"

#include <cmath>

#include "pintle/math/so3.h"
#include "tests/support/load_card_model.h"

namespace pintle {

void register_linear_transformation(Registry& registry);

namespace {

Registry transformations() {
  return registry_of(
      {register_static, register_displacement, register_point_mass, register_linear_transformation});
}

// A full matrix without any symmetry.
Mat6 test_matrix() {
  Mat6 matrix;
  for (int i = 0; i < 36; ++i) matrix(i / 6, i % 6) = std::sin(1.0 + 2.0 * i);
  return matrix;
}

Value rows(const Mat6& matrix) {
  ValueList list;
  for (int i = 0; i < 6; ++i) {
    ValueList row;
    for (int j = 0; j < 6; ++j) row.emplace_back(matrix(i, j));
    list.emplace_back(std::move(row));
  }
  return list;
}

Card transformation(std::string on, std::string field, Value matrix) {
  return make_card("load", "linear_transformation", "pool",
                   {{"node", std::move(on)}, {std::move(field), std::move(matrix)}});
}

BatterySubject on_node_a(const Card& card) {
  BatterySubject subject = card_subject(register_linear_transformation, card);
  subject.structural_nodes = 1;
  return subject;
}

TEST(LinearTransformation, of_each_motion_passes_the_battery) {
  for (const char* field : {"displacement", "velocity", "acceleration"})
    for (const bool follower : {false, true}) {
      Card card = transformation("a", field, rows(test_matrix()));
      card.set("follower", follower);
      EXPECT_TRUE(passes_battery(on_node_a(card), {.is_internal = false, .is_invariant = false})) << field;
    }
}

TEST(LinearTransformation, of_all_motions_with_a_reference_passes_the_battery) {
  Card card = transformation("a", "displacement", rows(test_matrix()));
  card.set("velocity", rows(test_matrix().transpose()))
      .set("acceleration", rows(2.0 * test_matrix()))
      .set("follower", true);
  card.set("reference_position", Value::list({1, -2, 3}));
  card.set("reference_orientation", Value::map({{"rotation_vector", Value::list({0.4, 0.3, -0.8})}}));
  EXPECT_TRUE(passes_battery(on_node_a(card), {.is_internal = false, .is_invariant = false}));
}

TEST(LinearTransformation, that_has_a_potential_conserves_energy) {
  Mat6 matrix = Mat6::Zero();
  matrix.topLeftCorner<3, 3>() << 3, 1, 0, 1, 2, 0.5, 0, 0.5, 4;
  matrix.bottomRightCorner<3, 3>() = 5.0 * Mat3::Identity();
  EXPECT_TRUE(passes_battery(on_node_a(transformation("a", "displacement", rows(matrix))),
                             {.is_internal = false, .is_invariant = false, .is_conservative = true}));
}

TEST(LinearTransformation, of_the_velocity_with_a_positive_matrix_takes_energy_out) {
  Card card = transformation("a", "velocity", rows(test_matrix() * test_matrix().transpose()));
  card.set("follower", true);
  EXPECT_TRUE(
      passes_battery(on_node_a(card), {.is_internal = false, .is_invariant = false, .is_dissipative = true}));
}

TEST(LinearTransformation, on_a_displacement_node_passes_the_battery) {
  Mat6 matrix = Mat6::Zero();
  matrix.topLeftCorner<3, 3>() = test_matrix().topLeftCorner<3, 3>();
  BatterySubject subject =
      card_subject(register_linear_transformation, transformation("p", "displacement", rows(matrix)));
  subject.structural_nodes = 0;
  subject.displacement_nodes = 1;
  EXPECT_TRUE(passes_battery(subject, {.is_internal = false, .is_invariant = false}));
}

TEST(LinearTransformation, has_a_potential_only_where_its_moment_is_a_gradient) {
  LinearTransformation load;
  load.displacement = Mat6::Identity();
  EXPECT_TRUE(load.has_potential());
  (*load.displacement)(0, 0) = 2.0;
  EXPECT_TRUE(load.has_potential());
  load.is_follower = true;
  EXPECT_FALSE(load.has_potential());
  load.is_follower = false;
  (*load.displacement)(4, 4) = 2.0;
  EXPECT_FALSE(load.has_potential());
}

// A matrix that was turned is symmetric to round-off only.
TEST(LinearTransformation, has_a_potential_in_any_axes) {
  LinearTransformation load;
  load.displacement = Mat6::Identity();
  (*load.displacement)(0, 1) = 0.3;
  (*load.displacement)(1, 0) = std::nextafter(0.3, 1.0);
  EXPECT_TRUE(load.has_potential());
  (*load.displacement)(1, 0) = 0.3 + 1e-9;
  EXPECT_FALSE(load.has_potential());
}

// Equations 23 to 25.
TEST(LinearTransformation, fixed_in_the_ground_is_that_of_the_report) {
  Card card = transformation("a", "displacement", rows(test_matrix()));
  CardModel model(transformations(), {turned_node("a"), card});
  Vec6 z;
  z << 1, 2, 3, test_turn();
  EXPECT_TRUE(model.residual().head<6>().isApprox(test_matrix() * z, 1e-13));
}

// Equations 33 to 37 for the velocity, whose tangent with respect to the position is (36), (37) alone.
TEST(LinearTransformation, that_follows_is_that_of_the_report) {
  Card card = transformation("a", "velocity", rows(test_matrix()));
  card.set("follower", true);
  CardModel model(transformations(), {turned_node("a"), card});
  model.state().v << 0.5, -1, 2, 0.3, 0.7, -0.2;
  const Mat3 r = so3::exp_matrix(test_turn());
  Mat6 both = Mat6::Zero();
  both.topLeftCorner<3, 3>() = both.bottomRightCorner<3, 3>() = r;
  const Mat6 b = both * test_matrix() * both.transpose();
  const Vec3 v(0.5, -1, 2), w(0.3, 0.7, -0.2);
  EXPECT_TRUE(model.residual().head<6>().isApprox(b * model.state().v, 1e-13));

  Mat6 expected = Mat6::Zero();
  for (const int i : {0, 3}) {
    const Mat3 b1 = b.block<3, 3>(i, 0), b2 = b.block<3, 3>(i, 3);
    expected.block<3, 3>(i, 3) = -skew(Vec3(b1 * v)) + b1 * skew(v) - skew(Vec3(b2 * w)) + b2 * skew(w);
  }
  EXPECT_TRUE(model.stiffness().isApprox(expected, 1e-13)) << model.stiffness();
}

// Turns the node to exp(psi) and accepts that as a step.
void accept_rotation(CardModel& model, const Vec3& psi) {
  const Quat q = so3::exp(psi);
  model.state().q.tail<4>() << q.w(), q.x(), q.y(), q.z();
  model.system().commit(model.context(), model.state());
}

TEST(LinearTransformation, counts_whole_turns_about_a_fixed_axis) {
  CardModel model(transformations(), {make_card("node", "static", "a", {}),
                                      transformation("a", "displacement", Value::list({0, 0, 0, 1, 1, 1}))});
  const Vec3 axis = Vec3(1, 2, -2) / 3.0;
  for (const double step : {0.5, -0.5})
    for (int i = 0; i < 40; ++i) {
      const double angle = step > 0.0 ? step * (i + 1) : 20.0 + step * (i + 1);
      accept_rotation(model, angle * axis);
      // The angle is that of a rotation matrix, known to a few eps, and the axis to eps over its sine.
      EXPECT_TRUE((model.channel("load", "pool", "moment") + angle * axis).norm() < 1e-12) << angle;
    }
}

TEST(LinearTransformation, keeps_the_rotation_vector_continuous_when_the_axis_moves) {
  CardModel model(transformations(), {make_card("node", "static", "a", {}),
                                      transformation("a", "displacement", Value::list({0, 0, 0, 1, 1, 1}))});
  for (int i = 1; i <= 100; ++i) {
    const double t = 0.01 * i;
    const Vec3 psi = 5.5 * t * Vec3(std::cos(t), std::sin(t), 0.3).normalized();  // past pi, short of 2 pi
    accept_rotation(model, psi);
    EXPECT_LT((model.channel("load", "pool", "rotation_vector") - psi).norm(), 1e-12) << t;
  }
}

TEST(LinearTransformation, without_a_matrix_is_refused) {
  EXPECT_EQ(problems_of(transformations(), {turned_node("a"), make_card("load", "linear_transformation",
                                                                        "pool", {{"node", "a"}})}),
            "error: load 'pool' (linear transformation): nothing to transform; give a matrix for "
            "'displacement', 'velocity' or "
            "'acceleration'\n");
}

TEST(LinearTransformation, of_a_rotation_that_the_node_does_not_have_is_refused) {
  EXPECT_EQ(problems_of(transformations(),
                        with_point(transformation("p", "velocity", Value::list({1, 1, 1, 0, 0, 1})))),
            "error: load 'pool' (linear transformation): velocity: node 'p' has no orientation, so only the "
            "first three rows and "
            "columns can act; fill the others with zeros, or use a dynamic or static node\n");
}

TEST(LinearTransformation, with_a_wrong_shape_is_refused) {
  EXPECT_EQ(problems_of(transformations(),
                        {turned_node("a"), transformation("a", "velocity", Value::list({1, 1, 1}))}),
            "error: load 'pool' (linear transformation): velocity: expected 6 rows of 6 numbers in N s/m, N "
            "s/rad, N m s/rad, or "
            "a diagonal, got a list of 3\n");
}

TEST(LinearTransformation, on_an_unknown_node_gets_a_suggestion) {
  Card wrong = transformation("platfrom", "velocity", Value::list({1, 1, 1, 1, 1, 1})), right = wrong;
  wrong.name = "bath";
  right.set("node", "platform");
  EXPECT_EQ(problems_of(transformations(), {turned_node("platform"), wrong, right}),
            "error: there is no node 'platfrom'; did you mean 'platform'?\n");
}

}  // namespace
}  // namespace pintle
