#include <gmock/gmock.h>

#include "pintle/math/so3.h"
#include "pintle/nodes/derived_frames.h"
#include "tests/support/card_model.h"

namespace pintle {

void register_dynamic(Registry& registry);
void register_offset(Registry& registry);

namespace {

Frame turned(double t) {
  Frame f;  // constant accelerations about t = 0
  f.x = Vec3(1, 2, 3) + Vec3(0.1, -0.4, 0.2) * t + 0.5 * Vec3(1, 0.3, -2) * t * t;
  f.v = Vec3(0.1, -0.4, 0.2) + Vec3(1, 0.3, -2) * t;
  f.a = Vec3(1, 0.3, -2);
  f.R = so3::exp(Vec3(Vec3::UnitZ() * (0.5 + 0.7 * t + 0.5 * 0.9 * t * t))).toRotationMatrix();
  f.omega = Vec3::UnitZ() * (0.7 + 0.9 * t);
  f.alpha = Vec3::UnitZ() * 0.9;
  return f;
}
Frame inner(double t) {
  Frame f;
  f.x = Vec3(0.4, -0.2, 0.9) + Vec3(2, 1, -1) * t + 0.5 * Vec3(0.2, 4, 1) * t * t;
  f.v = Vec3(2, 1, -1) + Vec3(0.2, 4, 1) * t;
  f.a = Vec3(0.2, 4, 1);
  f.R = so3::exp(Vec3(Vec3::UnitX() * (0.3 - 1.1 * t + 0.5 * 0.6 * t * t))).toRotationMatrix();
  f.omega = Vec3::UnitX() * (-1.1 + 0.6 * t);
  f.alpha = Vec3::UnitX() * 0.6;
  return f;
}

// Differences with steps of 1e-4 leave 1e-8 of derivatives of order one.
TEST(DerivedFrames, composed_motion_has_the_derivatives_of_its_position_and_axes) {
  constexpr double kStep = 1e-4;
  const auto at = [](double t) { return composed(turned(t), inner(t)); };
  const Frame now = at(0), before = at(-kStep), after = at(kStep);
  EXPECT_LT(((after.x - before.x) / (2 * kStep) - now.v).norm(), 1e-6);
  EXPECT_LT(((after.v - before.v) / (2 * kStep) - now.a).norm(), 1e-6);
  EXPECT_LT(((after.omega - before.omega) / (2 * kStep) - now.alpha).norm(), 1e-6);
  EXPECT_LT((so3::log(Mat3(after.R * before.R.transpose())) / (2 * kStep) - now.omega).norm(), 1e-6);
}

TEST(DerivedFrames, an_observer_sees_what_was_composed) {
  const Frame P = turned(0.3), expected = inner(0.3), seen = seen_from(P, composed(P, expected));
  EXPECT_LT((seen.x - expected.x).norm() + (seen.v - expected.v).norm() + (seen.a - expected.a).norm(),
            1e-13);
  EXPECT_LT((seen.R - expected.R).norm() + (seen.omega - expected.omega).norm(), 1e-13);
  EXPECT_LT((seen.alpha - expected.alpha).norm(), 1e-13);
}

Card moving_node() {
  return make_card("node", "dynamic", "hub",
                   {{"position", Value::list({1, 0, 0})}, {"angular_velocity", Value::list({0, 0, 2})}});
}
Card tip(const char* base) {
  return make_card("node", "offset", "tip", {{"base", base}, {"offset", Value::list({0, 3, 0})}});
}

// The card may stand before the node it is fixed to.
TEST(Offset, moves_with_its_base_and_has_no_unknowns) {
  const Registry registry = registry_of({register_dynamic, register_offset});
  Diagnostics diagnostics;
  SystemBuilder builder(diagnostics);
  builder.use_drives(registry.drives(), registry.schemas());
  for (const Card& card : {tip("hub"), moving_node()})
    (*registry.find_build(card))(check_card(card, registry.schemas(), diagnostics), builder);
  builder.at_end([](SystemBuilder& b) { b.claim_inertia(b.frame_of("hub", {}), "test"); });
  const int slot = builder.measurement("node.tip.velocity.x", {});
  const auto assembled = builder.finish();
  ASSERT_TRUE(assembled) << diagnostics.to_text();
  EXPECT_EQ(assembled->system.layout().equations(), 6);
  Snapshot snapshot = assembled->system.make_snapshot();
  assembled->system.fill(assembled->state, snapshot);
  EXPECT_NEAR(snapshot.measurements()[static_cast<std::size_t>(slot)], -6.0, 1e-15);
  VecX all(assembled->system.channel_count());
  assembled->system.evaluate_channels(snapshot.context(), {all.data(), static_cast<std::size_t>(all.size())});
  const ChannelGroup& group = assembled->system.channel_groups().back();
  EXPECT_EQ(group.name, "tip");
  EXPECT_LT((all.segment<3>(group.first) - Vec3(1, 3, 0)).norm(), 1e-15);
}

// The tip moves with (-6, ...) in ground components; its own axes are those of the hub, turned with it.
TEST(Offset, is_measured_in_its_own_axes) {
  const Registry registry = registry_of({register_dynamic, register_offset});
  Diagnostics diagnostics;
  SystemBuilder builder(diagnostics);
  builder.use_drives(registry.drives(), registry.schemas());
  for (const Card& card : {tip("hub"), moving_node()})
    (*registry.find_build(card))(check_card(card, registry.schemas(), diagnostics), builder);
  builder.at_end([](SystemBuilder& b) { b.claim_inertia(b.frame_of("hub", {}), "test"); });
  std::vector<int> local, ground;
  for (const char* axis : {"x", "y", "z"}) {
    local.push_back(builder.measurement(std::string("node.tip.velocity_local.") + axis, {}));
    ground.push_back(builder.measurement(std::string("node.tip.velocity.") + axis, {}));
  }
  const auto assembled = builder.finish();
  ASSERT_TRUE(assembled) << diagnostics.to_text();
  Snapshot snapshot = assembled->system.make_snapshot();
  assembled->system.fill(assembled->state, snapshot);
  const auto vector = [&](const std::vector<int>& slots) {
    Vec3 v;
    for (int i = 0; i < 3; ++i)
      v[i] = snapshot.measurements()[static_cast<std::size_t>(slots[static_cast<std::size_t>(i)])];
    return v;
  };
  const auto& frames = dynamic_cast<const DerivedFrameSet&>(*assembled->system.sets().back());
  const Frame tip_frame = frames.frame(snapshot.context(), 0);
  EXPECT_LT((tip_frame.R * vector(local) - vector(ground)).norm(), 1e-14);
  EXPECT_GT(vector(ground).norm(), 1.0);
}

TEST(Offset, wants_a_base_that_exists) {
  const Registry registry = registry_of({register_dynamic, register_offset});
  EXPECT_THAT(problems_of(registry, {moving_node(), tip("hup")}),
              testing::HasSubstr("there is no node 'hup'; did you mean 'hub'?"));
}

}  // namespace
}  // namespace pintle
