#include "pintle/bodies/inertia.h"

#include <gmock/gmock.h>

#include "pintle/math/so3.h"
#include "tests/support/card_model.h"

namespace pintle {

void register_dynamic(Registry& registry);
void register_displacement(Registry& registry);
void register_rigid_body(Registry& registry);
void register_point_mass(Registry& registry);
void register_inertia(Registry& registry);

namespace {

Registry bodies_with_inertia() {
  return registry_of(
      {register_dynamic, register_displacement, register_rigid_body, register_point_mass, register_inertia});
}

// A bar of 2 kg and 1 m along x with a point of 1 kg at each end: J_yy = 2/12 + 2 * 1/4.
std::vector<Card> dumbbell() {
  return {make_card("body", "inertia", "total", {}),
          make_card("node", "dynamic", "bar", {{"position", Value::list({5, 0, 0})}}),
          make_card("node", "displacement", "left", {{"position", Value::list({4.5, 0, 0})}}),
          make_card("node", "displacement", "right", {{"position", Value::list({5.5, 0, 0})}}),
          make_card("body", "rigid_body", "bar",
                    {{"node", "bar"}, {"mass", 2}, {"inertia", Value::list({0.001, 2.0 / 12, 2.0 / 12})}}),
          make_card("body", "point_mass", "left", {{"node", "left"}, {"mass", 1}}),
          make_card("body", "point_mass", "right", {{"node", "right"}, {"mass", 1}})};
}

TEST(Inertia, of_a_dumbbell_is_that_of_its_parts) {
  CardModel model(bodies_with_inertia(), dumbbell());
  EXPECT_NEAR(model.channel("body", "total", "mass")[0], 4.0, 1e-15);
  EXPECT_LT((model.channel("body", "total", "center_of_mass") - Vec3(5, 0, 0)).norm(), 1e-15);
  EXPECT_LT((model.channel("body", "total", "moments") - Vec3(0.001, 2.0 / 3, 2.0 / 3)).norm(), 1e-13);
  EXPECT_LT(model.channel("body", "total", "products").norm(), 1e-13);
}

// Turned and moved, the principal moments stay; about another point Steiner's part is added.
TEST(Inertia, follows_the_bodies) {
  MassProperties body;
  body += {2.0, {0.3, -0.1, 0.2}, Vec3(1, 2, 2.5).asDiagonal(), Mat3::Identity()};
  std::vector<Frame> frames(2);
  frames[1].x = {1, -2, 3};
  frames[1].R = so3::exp(Vec3(0.3, 0.8, -0.5)).toRotationMatrix();
  const GroupInertia group = inertia_of({{1, body}}, frames);
  EXPECT_LT((group.principal_moments() - Vec3(1, 2, 2.5)).norm(), 1e-13);
  EXPECT_LT((group.center - frames[1].x - frames[1].R * Vec3(0.3, -0.1, 0.2)).norm(), 1e-15);
  const Mat3 axes = group.principal_axes();
  EXPECT_NEAR(axes.determinant(), 1.0, 1e-14);
  EXPECT_LT((axes.transpose() * group.about_center * axes - Mat3(Vec3(1, 2, 2.5).asDiagonal())).norm(),
            1e-13);
  EXPECT_NEAR(group.about(group.center + Vec3(0, 0, 2))(0, 0), group.about_center(0, 0) + 8.0, 1e-13);
}

// The numbers of a line of the summary.
class Line final : public OutlineSink {
 public:
  void word(std::string_view word) override { EXPECT_EQ(word, "inertia"); }
  void node(FrameIndex) override {}
  void number(double value) override { numbers.push_back(value); }
  std::vector<double> numbers;
};

TEST(Inertia, is_logged_in_the_ground_and_about_a_point) {
  std::vector<Card> cards = dumbbell();
  cards.push_back(
      make_card("body", "inertia", "seen", {{"of", "left"}, {"position", Value::list({4, 0, 0})}}));
  cards.push_back(make_card("body", "inertia", "silent", {{"log", false}}));
  CardModel model(bodies_with_inertia(), cards);
  std::vector<std::vector<double>> lines;
  for (const auto& set : model.system().sets())
    for (Index i = 0; i < set->size() && set->type() == "inertia"; ++i) {
      Line line;
      set->outline(i, line);
      lines.push_back(line.numbers);
    }
  ASSERT_EQ(lines.size(), 3u);
  using testing::Pointwise;
  const std::vector<double> total{4, 5, 0, 0, 0.001, 0, 0, 0, 2.0 / 3, 0, 0, 0, 2.0 / 3};
  const std::vector<double> seen{1, 4.5, 0,   0, 0, 0, 0, 0, 0, 0,    0, 0, 0, 4,
                                 0, 0,   0.5, 0, 0, 0, 0, 0, 0, 0.25, 0, 0, 0, 0.25};
  EXPECT_THAT(lines[0], Pointwise(testing::DoubleNear(1e-13), total));
  EXPECT_THAT(lines[1], Pointwise(testing::DoubleNear(1e-13), seen));
  EXPECT_TRUE(lines[2].empty());
}

TEST(Inertia, is_told_at_the_start_and_about_a_point) {
  std::vector<Card> cards = dumbbell();
  cards[0].set("of", "left, right").set("position", Value::list({4.5, 0, 0}));
  const std::string said = problems_of(bodies_with_inertia(), cards);
  EXPECT_THAT(said, testing::HasSubstr("mass 2 kg, centre of mass (5, 0, 0) m"));
  EXPECT_THAT(said, testing::HasSubstr("from (4.5, 0, 0) m: centre of mass (0.5, 0, 0) m"));
  EXPECT_THAT(said, testing::HasSubstr("(0, 1, 0)"));
}

TEST(Inertia, wants_bodies_that_exist_once) {
  std::vector<Card> cards = dumbbell();
  cards[0].set("of", "left, lift, left");
  const std::string said = problems_of(bodies_with_inertia(), cards);
  EXPECT_THAT(said, testing::HasSubstr("there is no body 'lift'"));
  EXPECT_THAT(said, testing::HasSubstr("it names twice the body 'left'"));
}

}  // namespace
}  // namespace pintle
