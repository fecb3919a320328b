#include <gmock/gmock.h>

#include "tests/support/card_model.h"

namespace pintle {

void register_scalar(Registry& registry);
void register_scalar_oscillator(Registry& registry);

namespace {

TEST(ScalarNode, starts_with_its_value_and_rate) {
  CardModel model(registry_of({register_scalar, register_scalar_oscillator}),
                  {make_card("node", "scalar", "mode 1", {{"value", 0.25}, {"rate", -2}}),
                   make_card("node", "scalar", "mode 2", {}),
                   make_card("body", "scalar_oscillator", "one", {{"node", "mode 1"}}),
                   make_card("body", "scalar_oscillator", "two", {{"node", "mode 2"}})});
  EXPECT_EQ(model.system().layout().scalars, 2);
  EXPECT_EQ(model.state().q, Vec2(0.25, 0.0));
  EXPECT_EQ(model.state().v, Vec2(-2.0, 0.0));
}

TEST(ScalarNode, must_be_used) {
  EXPECT_THAT(problems_of(registry_of({register_scalar}), {make_card("node", "scalar", "lonely", {})}),
              testing::HasSubstr("node 'lonely' is never used; attach a body to it, or remove it"));
}

}  // namespace
}  // namespace pintle
