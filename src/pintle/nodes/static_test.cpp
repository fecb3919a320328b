#include "tests/support/card_model.h"

namespace pintle {

void register_static(Registry& registry);

namespace {

TEST(StaticNode, has_axes_but_no_inertia) {
  const Registry registry = registry_of({register_static});
  Diagnostics diagnostics;
  SystemBuilder builder(diagnostics);
  const Card card = make_card("node", "static", "eye", {{"position", Value::list({1, 2, 3})}});
  const CheckedCard checked = check_card(card, registry.schemas(), diagnostics);
  (*registry.find_build(checked.card()))(checked, builder);
  const FrameIndex frame = builder.frame_of("eye", {});
  EXPECT_EQ(builder.node(frame).type, "static");
  EXPECT_FALSE(builder.node(frame).has_inertia);
  EXPECT_EQ(builder.start_of(frame).position, Vec3(1, 2, 3));

  const auto assembled = builder.finish();
  ASSERT_TRUE(assembled) << diagnostics.to_text();
  EXPECT_EQ(assembled->system.layout().structural, 1);
}

}  // namespace
}  // namespace pintle
