#include <gmock/gmock.h>

#include "tests/support/card_model.h"

namespace pintle {

void register_static(Registry& registry);
void register_offset(Registry& registry);
void register_relative_frame(Registry& registry);

namespace {

Card node(const char* name, const Vec3& position, double omega) {
  return make_card("node", "static", name,
                   {{"position", Value::list({position.x(), position.y(), position.z()})},
                    {"angular_velocity", Value::list({0, 0, omega})}});
}

// The hub turns with 2 rad/s; the arm 3 m away stands still: seen from the hub it turns backwards.
TEST(RelativeFrame, is_what_an_observer_on_the_reference_sees) {
  const Registry registry = registry_of({register_static, register_offset, register_relative_frame});
  CardModel model(
      registry,
      {node("hub", {1, 0, 0}, 2), node("arm", {4, 0, 0}, 0),
       make_card("node", "offset", "tip", {{"base", "arm"}, {"offset", Value::list({1, 0, 0})}}),
       make_card("node", "relative_frame", "seen",
                 {{"base", "tip"}, {"reference", "hub"}, {"reference_offset", Value::list({0, 0, 1})}}),
       make_card("node", "relative_frame", "shown",
                 {{"base", "tip"}, {"reference", "hub"}, {"pivot", "arm"}})});
  const auto at = [&](const char* name, const char* quantity) {
    return Vec3(model.channel("node", name, quantity));
  };
  EXPECT_LT((at("seen", "position") - Vec3(4, 0, -1)).norm(), 1e-15);
  EXPECT_LT((at("seen", "velocity") - Vec3(0, -8, 0)).norm(), 1e-15);
  EXPECT_LT((at("seen", "angular_velocity") - Vec3(0, 0, -2)).norm(), 1e-15);
  EXPECT_LT((at("seen", "acceleration") - Vec3(-16, 0, 0)).norm(),
            1e-14);  // ω x (ω x d) of the turning observer
  EXPECT_LT((at("shown", "position") - Vec3(8, 0, 0)).norm(), 1e-15);
  EXPECT_LT((at("shown", "velocity") - Vec3(0, -8, 0)).norm(), 1e-15);
}

}  // namespace
}  // namespace pintle
