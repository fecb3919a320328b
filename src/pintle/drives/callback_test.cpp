#include "pintle/drives/callback.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "pintle/drives/drive_test_support.h"

namespace pintle {
namespace {

using namespace drive_test;

// (t + 2 x y, sin y)
class Sample final : public HostFunction {
 public:
  double value(std::size_t component, std::span<const double> a) const noexcept override {
    return component == 0 ? a[0] + 2.0 * a[1] * a[2] : std::sin(a[2]);
  }
  double gradient(std::size_t component, std::span<const double> a,
                  std::span<double> by) const noexcept override {
    by[0] = component == 0 ? 1.0 : 0.0;
    by[1] = component == 0 ? 2.0 * a[2] : 0.0;
    by[2] = component == 0 ? 2.0 * a[1] : std::cos(a[2]);
    return value(component, a);
  }
};

FindHostFunction offered(std::vector<int>* sizes = nullptr) {
  return [sizes](std::string_view name, std::span<const int> given) -> std::shared_ptr<const HostFunction> {
    if (sizes) sizes->assign(given.begin(), given.end());
    return name == "sample" ? std::make_shared<const Sample>() : nullptr;
  };
}

TEST(CallbackDrive, hands_over_time_and_quantities) {
  const BuiltDrive built = build(register_callback_drive,
                                 Card().set("function", "sample").set("of", "node.a.x, node.a.y"), offered());
  EXPECT_EQ(built.problems, "");
  EXPECT_THAT(built.channels, testing::ElementsAre("node.a.x", "node.a.y"));
  const std::array channels{3.0, 5.0};
  EXPECT_EQ(built.drive.value({0.5, channels}), 30.5);
  EXPECT_FALSE(built.drive.depends_on_time_only());
}

TEST(CallbackDrive, has_the_gradient_of_its_function) {
  for (const int component : {1, 2}) {
    const BuiltDrive built =
        build(register_callback_drive,
              Card().set("function", "sample").set("of", "node.a.x, node.a.y").set("component", component),
              offered());
    EXPECT_EQ(built.problems, "");
    const std::array channels{3.0, 0.7};
    expect_gradient_matches(built.drive, {0.5, channels});
  }
}

TEST(CallbackDrive, takes_several_components_as_a_vector) {
  std::vector<int> sizes;
  const BuiltDrive built = build(
      register_callback_drive,
      Card().set("function", "sample").set("of", "node.a.position.xz, joint.b.angle, node.a.quaternion.wxyz"),
      offered(&sizes));
  EXPECT_EQ(built.problems, "");
  EXPECT_THAT(sizes, testing::ElementsAre(2, 1, 4));
  EXPECT_THAT(built.channels, testing::ElementsAre("node.a.position.x", "node.a.position.z", "joint.b.angle",
                                                   "node.a.quaternion.w", "node.a.quaternion.x",
                                                   "node.a.quaternion.y", "node.a.quaternion.z"));
}

// A quantity that is handed over twice gets both derivatives.
TEST(CallbackDrive, may_be_given_a_quantity_twice) {
  const BuiltDrive built = build(register_callback_drive,
                                 Card().set("function", "sample").set("of", "node.a.x, node.a.x"), offered());
  EXPECT_EQ(built.drive.channels_used().size(), 1u);
  const std::array channels{3.0};
  expect_gradient_matches(built.drive, {0.5, channels});
}

TEST(CallbackDrive, says_what_is_missing) {
  const Card card = Card().set("function", "wind");
  EXPECT_THAT(build(register_callback_drive, card, offered()).problems,
              testing::HasSubstr("gives no function 'wind'; run it from Python"));
  const BuiltDrive otherwise = build(register_callback_drive, Card(card).set("otherwise", 4.0), offered());
  EXPECT_EQ(otherwise.problems, "");
  EXPECT_EQ(otherwise.drive.value({}), 4.0);
}

TEST(CallbackDrive, takes_no_more_arguments_than_there_is_room_for) {
  std::string many = "node.a.x";
  for (int i = 0; i < 63; ++i) many += ", node.a.x";
  EXPECT_THAT(
      build(register_callback_drive, Card().set("function", "sample").set("of", many), offered()).problems,
      testing::HasSubstr("at most 63 arguments"));
}

}  // namespace
}  // namespace pintle
