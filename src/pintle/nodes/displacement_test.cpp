#include "tests/support/card_model.h"

namespace pintle {

void register_displacement(Registry& registry);

namespace {

TEST(DisplacementNode, has_three_equations_and_starts_where_the_card_says) {
  const Registry registry = registry_of({register_displacement});
  Diagnostics diagnostics;
  SystemBuilder builder(diagnostics);
  const Card card = make_card("node", "displacement", "bob",
                              {{"position", Value::list({1, 2, 3})}, {"velocity", Value::list({4, 5, 6})}});
  const CheckedCard checked = check_card(card, registry.schemas(), diagnostics);
  (*registry.find_build(checked.card()))(checked, builder);
  builder.claim_inertia(builder.frame_of("bob", {}), "the test");

  const auto assembled = builder.finish();
  ASSERT_TRUE(assembled) << diagnostics.to_text();
  EXPECT_EQ(assembled->system.layout().motion_size(), 3);
  EXPECT_EQ(assembled->state.q, Vec3(1, 2, 3));
  EXPECT_EQ(assembled->state.v, Vec3(4, 5, 6));
}

TEST(DisplacementNode, has_no_orientation_to_give) {
  const Registry registry = registry_of({register_displacement});
  EXPECT_EQ(problems_of(registry, {make_card("node", "displacement", "bob",
                                             {{"orientation", Value::list({0, 0, 0})}})}),
            "error: node 'bob' (displacement): unknown field 'orientation'; the fields are 'position', "
            "'velocity' and 'static'\n"
            "error: node 'bob' is never used; attach a body, a joint or a load to it, or remove it\n");
}

}  // namespace
}  // namespace pintle
